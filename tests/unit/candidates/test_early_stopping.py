"""Boosting that stops early looks at no row but those it is given."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from catboost import CatBoostClassifier
from lightgbm import LGBMClassifier, LGBMRegressor
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from xgboost import XGBClassifier

from nearbest import EarlyStopping, select
from nearbest.candidates.kinds import kind_of
from nearbest.errors import InvalidInput
from nearbest.probing.model_files import load_model, save_model
from nearbest.running.prepare import prepare
from tests.integration.misbehaving import noisy_signs

MANY = 400
LEARNERS = {
    "LightGBM": (LGBMClassifier(n_estimators=MANY, verbose=-1), lambda m: m.best_iteration_),
    "XGBoost": (XGBClassifier(n_estimators=MANY), lambda m: m.best_iteration),
    "CatBoost": (
        CatBoostClassifier(n_estimators=MANY, verbose=False, allow_writing_files=False),
        lambda m: m.get_best_iteration(),
    ),
}


class Recording(LGBMClassifier):
    """Notes the first column of all rows that it is fitted on or stopped by."""

    fits = []  # noqa: RUF012, as all clones write into the same list

    def fit(self, X, y, eval_set=(), **others):
        held_out = [row for rows, _ in eval_set for row in rows[:, 0]]
        self.fits.append((list(X[:, 0]), held_out))
        return super().fit(X, y, eval_set=eval_set, **others)


@parametrize_with_checks(
    [
        EarlyStopping(LGBMClassifier(n_estimators=30, verbose=-1), random_state=0),
        EarlyStopping(LGBMRegressor(n_estimators=30, verbose=-1), random_state=0),
    ]
)
def test_scikit_learn(estimator, check):
    """Every check that scikit-learn has for such estimators holds."""
    check(estimator)


@pytest.mark.parametrize(("learner", "best"), LEARNERS.values(), ids=LEARNERS)
def test_each_library_stops_early(learner, best):
    X, y = noisy_signs(2_000)
    model = EarlyStopping(learner, rounds=5, random_state=0).fit(X, y)
    assert best(model.estimator_) < MANY / 2
    assert model.n_held_out_ == pytest.approx(200, abs=1)
    assert model.score(X, y) > 0.85
    assert model.predict_proba(X).shape == (2_000, 2)


def test_no_row_but_its_own_is_seen():
    """Every fit of a race has the rows of its training sample, each once, and no other."""
    X, y = noisy_signs(6_000)
    X = np.column_stack([np.arange(len(y), dtype=float), X])
    learner = EarlyStopping(Recording(n_estimators=50, verbose=-1), rounds=3)
    options = {"epsilon": 0.0, "random_state": 0}
    candidates = {"stops": learner, "linear": LogisticRegression()}
    samples = prepare(candidates, X, y, **options).samples
    Recording.fits.clear()
    select(candidates, X, y, **options)
    assert Recording.fits
    for rows, held_out in Recording.fits:
        assert held_out
        own, _ = samples.train(len(rows) + len(held_out))
        assert sorted(rows + held_out) == sorted(own[:, 0])


def test_the_same_seed_keeps_the_same_rows_aside():
    X, y = noisy_signs(1_000)
    learner = LGBMClassifier(n_estimators=MANY, verbose=-1)
    one, two, other = (EarlyStopping(learner, random_state=s).fit(X, y) for s in (0, 0, 1))
    assert (one.predict_proba(X) == two.predict_proba(X)).all()
    assert (one.predict_proba(X) != other.predict_proba(X)).any()


def test_a_rare_class_stays_among_the_rows_to_fit_on():
    """Of nine rows a tenth is none."""
    X, y = noisy_signs(500)
    y[:9] = 2
    model = EarlyStopping(LGBMClassifier(verbose=-1), random_state=0).fit(X, y)
    assert list(model.classes_) == [0, 1, 2]


def test_few_rows_are_fitted_without_stopping():
    X, y = noisy_signs(12)
    model = EarlyStopping(LGBMClassifier(n_estimators=7, verbose=-1)).fit(X, y)
    assert model.n_held_out_ == 0
    assert model.estimator_.evals_result_ == {}


def test_it_is_what_its_learner_is():
    classifier, regressor = EarlyStopping(LGBMClassifier()), EarlyStopping(LGBMRegressor())
    assert is_classifier(classifier)
    assert is_regressor(regressor)
    assert kind_of(classifier) == "boosting"
    assert hasattr(classifier, "predict_proba")
    assert not hasattr(regressor, "predict_proba")


def test_it_ends_a_pipeline_and_can_be_kept(tmp_path):
    """Cloned, pickled, and saved in a file that runs no code when it is read."""
    pytest.importorskip("skops")
    X, y = noisy_signs(1_000)
    stops = EarlyStopping(LGBMClassifier(verbose=-1), random_state=0)
    model = clone(make_pipeline(StandardScaler(), stops)).fit(X, y)
    saved = save_model(model, tmp_path / "model")
    assert saved.suffix == ".skops"
    for again in (pickle.loads(pickle.dumps(model)), load_model(saved)):
        assert (again.predict_proba(X) == model.predict_proba(X)).all()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"fraction": 1.0}, r"`fraction` must lie in \(0, 1\); got 1.0"),
        ({"rounds": 0}, "`rounds` must be a positive integer; got 0"),
        ({"estimator": HistGradientBoostingClassifier()}, "`early_stopping=True`"),
    ],
)
def test_what_cannot_be_is_refused(options, words):
    with pytest.raises(InvalidInput, match=words):
        EarlyStopping(**{"estimator": LGBMClassifier(), **options}).fit(*noisy_signs(50))
