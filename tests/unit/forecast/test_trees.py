import numpy as np
import pytest
from lightgbm import LGBMRegressor

from nearbest.forecast.trees import Trees


@pytest.mark.parametrize("missing", [False, True])
def test_same_as_lightgbm(missing):
    """Arrays predict what the booster they were taken from predicts, on rows unseen too."""
    rng = np.random.default_rng(0)
    data = rng.normal(size=(3_000, 4))
    data[:, 3] = rng.integers(0, 10, 3_000)
    target = data[:, 0] * (data[:, 3] % 3) + np.sin(data[:, 1]) + 0.1 * rng.normal(size=3_000)
    if missing:
        data[rng.random((3_000, 4)) < 0.1] = np.nan
    model = LGBMRegressor(n_estimators=30, num_leaves=20, n_jobs=1, verbose=-1)
    model.fit(data[:2_000], target[:2_000], categorical_feature=[3])
    trees = Trees.of_lightgbm(model.booster_)
    assert trees.members.max() > 0  # a split by kind is among them
    found = trees.leaves(data).sum(axis=1)
    np.testing.assert_allclose(found, model.booster_.predict(data), atol=1e-12)


def test_missing_where_none_was_seen():
    """What is missing counts as 0 where training rows had it all, as LightGBM has it."""
    rng = np.random.default_rng(1)
    data = rng.normal(size=(1_000, 2))
    model = LGBMRegressor(n_estimators=10, n_jobs=1, verbose=-1).fit(data, data[:, 0])
    holes = np.where(rng.random((200, 2)) < 0.5, np.nan, rng.normal(size=(200, 2)))
    found = Trees.of_lightgbm(model.booster_).leaves(holes).sum(axis=1)
    np.testing.assert_allclose(found, model.booster_.predict(holes), atol=1e-12)


def test_side_by_side():
    """Models of different sizes walked at once say what each says alone."""
    rng = np.random.default_rng(2)
    data = rng.normal(size=(1_000, 3))
    models = [
        Trees.of_lightgbm(
            LGBMRegressor(n_estimators=n, num_leaves=leaves, n_jobs=1, verbose=-1)
            .fit(data, data[:, 0] * data[:, k])
            .booster_
        )
        for k, (n, leaves) in enumerate([(5, 4), (9, 30)])
    ]
    together = Trees.side_by_side(models).leaves(data)
    for model, said in zip(models, np.split(together, [5], axis=1), strict=True):
        assert (said == model.leaves(data)).all()
