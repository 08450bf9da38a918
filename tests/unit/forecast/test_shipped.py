from importlib.resources import files

import numpy as np
import pytest

from nearbest.forecast.features import KINDS
from nearbest.forecast.quantiles import N_QUANTILES
from nearbest.forecast.shipped import (
    FILES,
    forecaster_of,
    levels_of,
    shipped_forecaster,
    shipped_levels,
    to_arrays,
)
from tests.unit.forecast.test_features import features, prefix_of

every_score = pytest.mark.parametrize("scale", FILES, ids=lambda scale: scale.name)


@every_score
def test_file_is_small(scale):
    """What ships stays far below a megabyte."""
    assert len((files("nearbest.forecast") / FILES[scale]).read_bytes()) < 300_000


@every_score
def test_there_and_back(scale):
    """Arrays hold all of the forecaster and of the levels."""
    arrays = to_arrays(shipped_forecaster(scale), shipped_levels(scale))
    assert levels_of(arrays) == shipped_levels(scale)
    x = features(prefix_of((0.70, 0.80, 0.85)))
    np.testing.assert_array_equal(forecaster_of(arrays)(x), shipped_forecaster(scale)(x))


@every_score
def test_shapes_rise(scale):
    """Quantiles of residuals are in order for every kind."""
    shape = shipped_forecaster(scale).shape
    assert shape.shape == (len(KINDS), N_QUANTILES)
    assert (np.diff(shape, axis=1) >= 0).all()


@every_score
def test_levels_suffice_for_usual_risks(scale):
    """There are enough datasets for δ = 0.05; races reach the level of δ = 0.1 at least."""
    levels = shipped_levels(scale)
    assert levels.n_datasets >= 19
    for epsilon in levels.by_epsilon:
        assert 0.5 < levels.level(epsilon, 0.1) <= levels.level(epsilon, 0.05)
        assert levels.level(epsilon, 0.1) < 1


def test_level_of_accuracy():
    """By accuracy races reach the level of δ = 0.05, too; ROC AUC has too few datasets."""
    levels = shipped_levels()  # of accuracy, if no other score is named
    assert all(levels.level(epsilon, 0.05) < 1 for epsilon in levels.by_epsilon)
