"""Kinds of learners are recognised inside pipelines, wrappers and subclasses."""

import lightgbm
import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer, TransformedTargetRegressor
from sklearn.ensemble import (
    BaggingClassifier,
    ExtraTreesClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.linear_model import LogisticRegression, Ridge, SGDClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier
from sklearn.utils import all_estimators

from nearbest.candidates import space
from nearbest.candidates.configuration import Configuration
from nearbest.candidates.kinds import has_large_leaves, kind_of, learns_late

#: What scikit-learn has that trains no model of its own, or several of any kind.
COMPOSED = {
    "ClassifierChain",
    "FixedThresholdClassifier",
    "GridSearchCV",
    "HalvingGridSearchCV",
    "HalvingRandomSearchCV",
    "LabelPropagation",
    "LabelSpreading",
    "MultiOutputClassifier",
    "MultiOutputRegressor",
    "OneVsOneClassifier",
    "OneVsRestClassifier",
    "OutputCodeClassifier",
    "RandomizedSearchCV",
    "RegressorChain",
    "SelfTrainingClassifier",
    "StackingClassifier",
    "StackingRegressor",
    "TransformedTargetRegressor",
    "TunedThresholdClassifierCV",
    "VotingClassifier",
    "VotingRegressor",
    "CalibratedClassifierCV",
}
#: Regressors that nobody selects on large tables.
RARE = {
    "CCA",
    "IsotonicRegression",
    "OrthogonalMatchingPursuit",
    "OrthogonalMatchingPursuitCV",
    "PLSCanonical",
    "PLSRegression",
    "RANSACRegressor",
    "MultiTaskElasticNet",
    "MultiTaskElasticNetCV",
    "MultiTaskLasso",
    "MultiTaskLassoCV",
}


class OwnNetwork(MLPClassifier):
    """A subclass of somebody's own."""


class Unheard(BaseEstimator):
    """A learner that nobody knows."""


@pytest.mark.parametrize(
    ("estimator", "kind"),
    [
        (make_pipeline(StandardScaler(), SGDClassifier()), "online"),
        (CalibratedClassifierCV(LinearSVC()), "linear"),
        (TransformedTargetRegressor(HistGradientBoostingRegressor()), "boosting"),
        (lightgbm.LGBMRegressor(), "boosting"),
        (ExtraTreeClassifier(), "tree"),
        (SVC(), "kernel"),
        (OwnNetwork(), "network"),
        (Unheard(), "unknown"),
    ],
)
def test_kinds(estimator, kind):
    """The last step, what is wrapped, or the class that was extended decides."""
    assert kind_of(estimator) == kind


@pytest.mark.parametrize("type_filter", ["classifier", "regressor"])
def test_every_learner_of_scikit_learn_is_known(type_filter):
    """A learner that is new there shows up here."""
    unknown = {
        name
        for name, cls in all_estimators(type_filter)
        if name not in COMPOSED | RARE and kind_of(cls()) == "unknown"
    }
    assert unknown == set()


def test_the_papers_space():
    """Each of its five learners has a kind of its own, but for the linear ones."""
    kinds = [kind_of(c.build()) for c in space.paper().draw(5)]
    assert kinds == ["linear", "linear", "boosting", "network", "forest"]


@pytest.mark.parametrize(
    ("estimator", "expected"),
    [
        (RandomForestClassifier(min_samples_leaf=20), True),
        (make_pipeline(StandardScaler(), ExtraTreesClassifier(min_samples_leaf=6)), True),
        (BaggingClassifier(DecisionTreeClassifier(min_samples_leaf=50)), True),
        (DecisionTreeClassifier(min_samples_leaf=np.int64(50)), True),
        (RandomForestClassifier(min_samples_leaf=5), False),
        (RandomForestClassifier(min_samples_leaf=0.01), False),
        (RandomForestClassifier(max_leaf_nodes=16), False),
        (lightgbm.LGBMClassifier(min_child_samples=200), False),
        (HistGradientBoostingRegressor(min_samples_leaf=50), False),
        (HistGradientBoostingRegressor(min_samples_leaf=3_000), True),
        (RandomForestClassifier(min_samples_split=4_000), True),
        (RandomForestClassifier(min_samples_split=0.2), False),
        (lightgbm.LGBMClassifier(min_child_weight=float("inf")), False),
        (lightgbm.LGBMClassifier(min_child_weight=1_500.0), True),
    ],
)
def test_large_leaves(estimator, expected):
    """Trees with leaves of many rows, counted and not as a share; of boosting of very many."""
    assert has_large_leaves(estimator) == expected


@pytest.mark.parametrize("estimator", [
    HistGradientBoostingRegressor(min_samples_leaf=3_000),
    make_pipeline(StandardScaler(), RandomForestClassifier(min_samples_split=8_000)),
    lightgbm.LGBMClassifier(min_child_samples=2_500),
])  # fmt: skip
def test_leaves_that_small_samples_cannot_fill(estimator):
    """They are a constant, or nearly, on samples of which past curves tell the rest."""
    assert learns_late(estimator, 200_000)
    assert not learns_late(estimator, 50_000_000)
    assert Configuration("a", estimator).kind_among(200_000) == "late"
    assert Configuration("a", estimator, kind="forest").kind_among(200_000) == "forest"


def test_usual_leaves_are_not_late():
    """Whatever past curves know of is forecast from samples."""
    drawn = space.paper().draw(40)
    assert all(c.kind_among(20_000) == c.learner_kind for c in drawn)


@pytest.mark.parametrize(
    ("estimator", "kind"),
    [
        (lightgbm.LGBMClassifier(boosting_type="rf"), "forest"),
        (lightgbm.LGBMClassifier(boosting_type="dart"), "boosting"),
    ],
)
def test_parameters_that_make_another_kind(estimator, kind):
    """LightGBM's forests are forests."""
    assert kind_of(estimator) == kind


@pytest.mark.parametrize(
    "estimator",
    [
        make_pipeline(OneHotEncoder(min_frequency=500), LogisticRegression()),
        make_pipeline(
            ColumnTransformer([("c", OneHotEncoder(min_frequency=500), [0])]), Ridge()
        ),
        VotingClassifier(
            [
                ("a", LogisticRegression()),
                ("b", lightgbm.LGBMClassifier(min_child_samples=3_000)),
            ]
        ),
        lightgbm.LGBMClassifier(min_data_per_group=3_000),
        KNeighborsClassifier(3_000),
    ],
)
def test_thresholds_in_rows_wherever_they_are(estimator):
    """What a sample has no room for does not show on it; a million rows leave room."""
    assert learns_late(estimator, 200_000)
    assert not learns_late(estimator, 50_000_000)
    assert has_large_leaves(estimator)


def test_shares_of_the_rows_grow_with_them():
    """They ask as much of a sample as of all rows."""
    assert not learns_late(OneHotEncoder(min_frequency=0.01), 200_000)
