"""Kinds of learners, by which past learning curves are compared."""

from __future__ import annotations

from collections.abc import Mapping
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
#: Values of parameters that make another kind of learner of a boosting library's class.
OTHERWISE: dict[tuple[str, str], LearnerKind] = {
    ("boosting_type", "rf"): "forest",
    ("booster", "gblinear"): "linear",
}
#: Parameters by which a leaf must hold so many rows, or a node that is split twice as many.
#: Sums of second derivatives are at most as many, and neighbours are averaged like a leaf.
ROWS_OF_A_LEAF = {
    "min_samples_leaf": 1,
    "min_samples_split": 2,
    "min_child_samples": 1,
    "min_data_in_leaf": 1,
    "min_data_per_group": 1,
    "min_child_weight": 1,
    "min_sum_hessian_in_leaf": 1,
    "n_neighbors": 1,
}
#: Parameters by which a category or a word that occurs in fewer rows is none of its own.
ROWS_OF_A_CATEGORY = {"min_frequency": 1, "min_df": 1, "smooth": 1}
#: Those whose leaves must hold more rows than this fit large samples better than small ones; of
#: boosting, past curves show no such thing as far as they go.
LARGE_LEAF, OF_BOOSTING = 5, 200
#: Past curves are of leaves of up to so many rows.
MOST_ROWS_OF_A_LEAF = 200
#: Samples with room for fewer leaves than this say nothing of trees that have more room; so it
#: is with categories, of which a column often has many.
FEWEST_LEAVES, FEWEST_CATEGORIES = 32, 256
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
                return _otherwise(estimator) or kind
    for parameter in WRAPPED:
        inner = getattr(estimator, parameter, None)
        if hasattr(inner, "get_params"):
            return kind_of(inner)
    return "unknown"


def rows_of_a_leaf(estimator: Any) -> int:
    """How many rows a leaf of its trees must hold, as a number and not as a share.

    The trees may be in a pipeline, or in an ensemble of several learners.

    Examples
    --------
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> rows_of_a_leaf(RandomForestClassifier(min_samples_split=500))
    250
    """
    return _most_rows(estimator, ROWS_OF_A_LEAF)


def rows_of_a_category(estimator: Any) -> int:
    """In how many rows a category must occur for its preprocessing to tell it from others.

    Examples
    --------
    >>> from sklearn.preprocessing import OneHotEncoder
    >>> rows_of_a_category(OneHotEncoder(min_frequency=500))
    500
    """
    return _most_rows(estimator, ROWS_OF_A_CATEGORY)


def learns_late(estimator: Any, n_train: int) -> bool:
    """Whether small samples of so many rows say nothing of an estimator.

    Its leaves must hold so many rows that the samples leave room for a few, and more than
    past curves know of; or so must the categories of its features.

    Examples
    --------
    >>> from lightgbm import LGBMClassifier
    >>> stubborn = LGBMClassifier(min_child_samples=3_000)
    >>> learns_late(stubborn, 200_000), learns_late(stubborn, 10_000_000)
    (True, False)
    """
    most = n_train / SEEN_OF_ALL
    leaf, category = rows_of_a_leaf(estimator), rows_of_a_category(estimator)
    has_few_leaves = leaf > MOST_ROWS_OF_A_LEAF and leaf * FEWEST_LEAVES > most
    return has_few_leaves or category * FEWEST_CATEGORIES > most


def has_large_leaves(estimator: Any) -> bool:
    """Whether the leaves of an estimator's trees, or its categories, must hold many rows.

    Few rows cannot grow the trees that many can, so its training score rises with more.

    Examples
    --------
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> has_large_leaves(RandomForestClassifier(min_samples_leaf=20))
    True
    >>> has_large_leaves(RandomForestClassifier(min_samples_leaf=0.01))
    False
    """
    large = OF_BOOSTING if kind_of(estimator) == "boosting" else LARGE_LEAF
    return rows_of_a_leaf(estimator) > large or rows_of_a_category(estimator) > LARGE_LEAF


def _otherwise(estimator: Any) -> LearnerKind | None:
    """The kind that a parameter makes of a learner, if one does."""
    for (parameter, value), kind in OTHERWISE.items():
        if getattr(estimator, parameter, None) == value:
            return kind
    return None


def _most_rows(estimator: Any, parameters: Mapping[str, int]) -> int:
    """The largest of these parameters, of the estimator or any within it, in rows."""
    found = [
        int(value) // parameters[name]
        for key, value in estimator.get_params().items()
        if (name := key.rpartition("__")[2]) in parameters and _is_number_of_rows(value)
    ]
    return max(found, default=0)


def _is_number_of_rows(value: Any) -> bool:
    """Whether it counts rows; below 1 it is a share of them, or no limit."""
    is_number = isinstance(value, int | float | np.integer | np.floating)
    return is_number and not isinstance(value, bool) and 1 <= value < np.inf
