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
#: Trees and forests whose leaves hold more rows than this fit large samples better than
#: small ones; of boosting, past curves show no such thing.
LARGE_LEAF = 5
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


def has_large_leaves(estimator: Any) -> bool:
    """Whether an estimator is a tree or forest whose leaves must hold many rows.

    Few rows cannot grow the trees that many can, so its training score rises with more.

    Examples
    --------
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> has_large_leaves(RandomForestClassifier(min_samples_leaf=20))
    True
    >>> has_large_leaves(RandomForestClassifier(min_samples_leaf=0.01))
    False
    """
    if kind_of(estimator) not in ("tree", "forest"):
        return False
    given = estimator.get_params()
    sizes = [v for k, v in given.items() if k.rpartition("__")[2] == "min_samples_leaf"]
    return any(isinstance(size, int | np.integer) and size > LARGE_LEAF for size in sizes)
