"""Learners that people use today, each with the preprocessing it needs."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Literal

from scipy.stats import loguniform, uniform

from nearbest.candidates.coded_labels import CodedLabels
from nearbest.candidates.space import Learner, LogInteger

Task = Literal["classification", "regression"]


def modern_learners(task: Task) -> tuple[Learner, ...]:
    """The learners of `space.modern`; boosting of other libraries only where installed."""
    is_regression = task == "regression"
    found = [_lightgbm(is_regression)]
    if find_spec("xgboost") is not None:
        found.append(_xgboost(is_regression))
    if find_spec("catboost") is not None:
        found.append(_catboost(is_regression))
    found += [_histogram_boosting(is_regression), *_forests(is_regression)]
    found += [_network(is_regression), *_linear(is_regression)]
    return tuple(found)


def _lightgbm(is_regression: bool) -> Learner:
    from lightgbm import LGBMClassifier, LGBMRegressor

    kind = LGBMRegressor if is_regression else LGBMClassifier
    domains = {
        "n_estimators": LogInteger(50, 800),
        "num_leaves": LogInteger(8, 512),
        "learning_rate": loguniform(0.02, 0.3),
        "min_child_samples": LogInteger(5, 200),
        "subsample": uniform(0.5, 0.5),
        "colsample_bytree": uniform(0.4, 0.6),
        "reg_lambda": loguniform(1e-6, 10.0),
    }
    return Learner("LightGBM", kind(n_jobs=1, verbose=-1, subsample_freq=1), "native", domains)


def _xgboost(is_regression: bool) -> Learner:
    from xgboost import XGBClassifier, XGBRegressor

    kind = XGBRegressor if is_regression else XGBClassifier
    domains = {
        "n_estimators": LogInteger(50, 800),
        "max_depth": LogInteger(3, 12),
        "learning_rate": loguniform(0.02, 0.3),
        "min_child_weight": loguniform(1.0, 100.0),
        "subsample": uniform(0.5, 0.5),
        "colsample_bytree": uniform(0.4, 0.6),
        "reg_lambda": loguniform(1e-3, 10.0),
    }
    # As numbers: the categories of a sample need not be those of the rows it predicts.
    learner = kind(n_jobs=1, tree_method="hist", verbosity=0)
    return _coded("XGBoost", learner, domains, is_regression)


def _catboost(is_regression: bool) -> Learner:
    from catboost import CatBoostClassifier, CatBoostRegressor

    kind = CatBoostRegressor if is_regression else CatBoostClassifier
    domains = {
        "iterations": LogInteger(50, 800),
        "depth": LogInteger(4, 9),
        "learning_rate": loguniform(0.03, 0.3),
        "l2_leaf_reg": loguniform(1.0, 30.0),
    }
    # Of classes it would predict a column, and text for booleans, unless they are coded.
    learner = kind(thread_count=1, verbose=0, allow_writing_files=False)
    return _coded("CatBoost", learner, domains, is_regression)


def _coded(name: str, learner: Any, domains: dict[str, Any], is_regression: bool) -> Learner:
    """A learner whose classes, where it has any, are to be numbers from 0."""
    if not is_regression:
        learner, domains = CodedLabels(learner), _named("estimator", domains)
    return Learner(name, learner, "ordinal", domains)


def _histogram_boosting(is_regression: bool) -> Learner:
    from sklearn.ensemble import (
        HistGradientBoostingClassifier,
        HistGradientBoostingRegressor,
    )

    kind = HistGradientBoostingRegressor if is_regression else HistGradientBoostingClassifier
    domains = {
        "max_iter": LogInteger(50, 600),
        "max_leaf_nodes": LogInteger(8, 256),
        "learning_rate": loguniform(0.02, 0.3),
        "min_samples_leaf": LogInteger(5, 200),
        "l2_regularization": loguniform(1e-6, 10.0),
        "early_stopping": [False, True],
    }
    return Learner("HistGradientBoosting", kind(), "ordinal", domains)


def _forests(is_regression: bool) -> Iterator[Learner]:
    from sklearn import ensemble

    kind = "Regressor" if is_regression else "Classifier"
    for name in ("ExtraTrees", "RandomForest"):
        domains = {
            "n_estimators": LogInteger(30, 200),
            "max_features": uniform(0.1, 0.8),
            "min_samples_leaf": LogInteger(1, 50),
        }
        yield Learner(name, getattr(ensemble, name + kind)(n_jobs=1), "ordinal", domains)


def _network(is_regression: bool) -> Learner:
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.neural_network import MLPClassifier, MLPRegressor
    from sklearn.preprocessing import StandardScaler

    domains = {
        "hidden_layer_sizes": [(32,), (64,), (128,), (64, 32), (128, 64)],
        "activation": ["relu", "tanh"],
        "alpha": loguniform(1e-6, 1e-2),
        "learning_rate_init": loguniform(3e-4, 1e-2),
        "batch_size": [128, 256, 512, 1024],
    }
    given: dict[str, Any] = {"max_iter": 60, "early_stopping": True, "n_iter_no_change": 4}
    if not is_regression:
        return Learner("NeuralNetwork", MLPClassifier(**given), "scaled", domains)
    learner = TransformedTargetRegressor(MLPRegressor(**given), transformer=StandardScaler())
    return Learner("NeuralNetwork", learner, "scaled", _named("regressor", domains))


def _linear(is_regression: bool) -> Iterator[Learner]:
    from sklearn.linear_model import ElasticNet, LogisticRegression, Ridge

    if is_regression:
        yield Learner("Ridge", Ridge(), "scaled", {"alpha": loguniform(1e-4, 1e3)})
        both = {"alpha": loguniform(1e-5, 1.0), "l1_ratio": uniform(0.05, 0.95)}
        yield Learner("ElasticNet", ElasticNet(), "scaled", both)
        return
    domains = {"C": loguniform(1e-3, 1e2), "max_iter": LogInteger(100, 400)}
    yield Learner("LogisticRegression", LogisticRegression(), "scaled", domains)


def _named(step: str, domains: dict[str, Any]) -> dict[str, Any]:
    """Domains by the names that the parameters of a wrapped learner have."""
    return {f"{step}__{key}": domain for key, domain in domains.items()}
