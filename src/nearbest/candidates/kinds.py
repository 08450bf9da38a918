"""Kinds of learners, by which past learning curves are compared."""

from __future__ import annotations

from typing import Any

import numpy as np

from nearbest.race.kinds import LearnerKind

#: What the name of a class begins with, by library; the first that fits counts.
LEARNERS: dict[str, tuple[tuple[str, LearnerKind], ...]] = {
    "sklearn": (
        ("SGD", "online"),
        ("Perceptron", "online"),
        ("PassiveAggressive", "online"),
        ("MLP", "network"),
        ("HistGradientBoosting", "boosting"),
        ("GradientBoosting", "boosting"),
        ("AdaBoost", "boosting"),
        ("RandomForest", "forest"),
        ("ExtraTrees", "forest"),
        ("Bagging", "forest"),
        ("DecisionTree", "tree"),
        ("ExtraTree", "tree"),
        ("KNeighbors", "neighbours"),
        ("RadiusNeighbors", "neighbours"),
        ("NearestCentroid", "neighbours"),
        ("QuadraticDiscriminant", "bayes"),
        ("GaussianNB", "bayes"),
        ("MultinomialNB", "bayes"),
        ("BernoulliNB", "bayes"),
        ("ComplementNB", "bayes"),
        ("CategoricalNB", "bayes"),
        ("GaussianProcess", "kernel"),
        ("KernelRidge", "kernel"),
        ("SVC", "kernel"),
        ("SVR", "kernel"),
        ("NuSV", "kernel"),
        ("Dummy", "constant"),
        ("Linear", "linear"),
        ("Logistic", "linear"),
        ("Ridge", "linear"),
        ("Lasso", "linear"),
        ("ElasticNet", "linear"),
        ("Lars", "linear"),
        ("BayesianRidge", "linear"),
        ("ARDRegression", "linear"),
        ("Huber", "linear"),
        ("TheilSen", "linear"),
        ("Quantile", "linear"),
        ("Poisson", "linear"),
        ("Gamma", "linear"),
        ("Tweedie", "linear"),
    ),
    "lightgbm": (("LGBM", "boosting"),),
    "xgboost": (("XGBRF", "forest"), ("XGB", "boosting")),
    "catboost": (("CatBoost", "boosting"),),
    "skorch": (("NeuralNet", "network"),),
    "scikeras": (("Keras", "network"),),
}
#: Parameters by which a leaf must hold so many rows, or a node that is split twice as many.
#: Sums of second derivatives are at most as many.
ROWS_OF_A_LEAF = {
    "min_samples_leaf": 1,
    "min_samples_split": 2,
    "min_child_samples": 1,
    "min_data_in_leaf": 1,
    "min_child_weight": 1,
    "min_sum_hessian_in_leaf": 1,
}
#: Those whose leaves must hold more rows than this fit large samples better than small ones; of
#: boosting, past curves show no such thing as far as they go.
LARGE_LEAF = {"tree": 5, "forest": 5, "boosting": 200}
#: Past curves are of leaves of up to so many rows.
MOST_ROWS_OF_A_LEAF = 200
#: Samples with room for fewer leaves than this say nothing of trees that have more room.
FEWEST_LEAVES = 32
#: Before a race ends by past curves, every rival is seen on one row in so many.
SEEN_OF_ALL = 64
#: Parameters in which wrappers, such as a calibrated classifier, hold the learner.
WRAPPED = ("estimator", "regressor", "base_estimator")


def kind_of(estimator: Any) -> LearnerKind:
    """What kind of learner an estimator is, or a pipeline ends with.

    Subclasses are of the kind of the class they extend. What nobody knows is
    "unknown", and is treated with the most caution.

    Examples
    --------
    >>> from sklearn.linear_model import SGDClassifier
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> kind_of(make_pipeline(StandardScaler(), SGDClassifier()))
    'online'
    """
    if hasattr(estimator, "steps"):
        return kind_of(estimator.steps[-1][1])
    for each in type(estimator).__mro__:
        for beginning, kind in LEARNERS.get(each.__module__.partition(".")[0], ()):
            if each.__name__.startswith(beginning):
                return kind
    for parameter in WRAPPED:
        inner = getattr(estimator, parameter, None)
        if hasattr(inner, "get_params"):
            return kind_of(inner)
    return "unknown"


def rows_of_a_leaf(estimator: Any) -> int:
    """How many rows a leaf of its trees must hold, as a number and not as a share.

    Examples
    --------
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> rows_of_a_leaf(RandomForestClassifier(min_samples_split=500))
    250
    """
    if kind_of(estimator) not in LARGE_LEAF:
        return 0
    found = [
        int(value) // ROWS_OF_A_LEAF[name]
        for key, value in estimator.get_params().items()
        if (name := key.rpartition("__")[2]) in ROWS_OF_A_LEAF and _is_number_of_rows(value)
    ]
    return max(found, default=0)


def learns_late(estimator: Any, n_train: int) -> bool:
    """Whether small samples of so many rows say nothing of an estimator.

    Its leaves must hold so many rows that the samples leave room for a few, and more than
    past curves know of.

    Examples
    --------
    >>> from lightgbm import LGBMClassifier
    >>> stubborn = LGBMClassifier(min_child_samples=3_000)
    >>> learns_late(stubborn, 200_000), learns_late(stubborn, 10_000_000)
    (True, False)
    """
    rows = rows_of_a_leaf(estimator)
    return rows > MOST_ROWS_OF_A_LEAF and rows * FEWEST_LEAVES * SEEN_OF_ALL > n_train


def has_large_leaves(estimator: Any) -> bool:
    """Whether the trees of an estimator must have leaves that hold many rows.

    Few rows cannot grow the trees that many can, so its training score rises with more.

    Examples
    --------
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> has_large_leaves(RandomForestClassifier(min_samples_leaf=20))
    True
    >>> has_large_leaves(RandomForestClassifier(min_samples_leaf=0.01))
    False
    """
    return rows_of_a_leaf(estimator) > LARGE_LEAF.get(kind_of(estimator), 0)


def _is_number_of_rows(value: Any) -> bool:
    """Whether it counts rows; below 1 it is a share of them, or no limit."""
    is_number = isinstance(value, int | float | np.integer | np.floating)
    return is_number and not isinstance(value, bool) and 1 <= value < np.inf
