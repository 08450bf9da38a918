"""Candidates that people try first, whatever the table is."""

from __future__ import annotations

from lightgbm import LGBMClassifier, LGBMRegressor
from sklearn.base import BaseEstimator
from sklearn.compose import TransformedTargetRegressor
from sklearn.ensemble import (
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.linear_model import LogisticRegression, Ridge, SGDClassifier, SGDRegressor
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeRegressor

from nearbest.candidates.encoder import Encoder, Form


def candidates() -> dict[str, Pipeline]:
    """Boosting of three sizes, forests with leaves of 1, 5 and 20 rows, networks, linear."""
    return {
        "LightGBM(100 trees)": _pipeline("native", _lightgbm(100, 31, 0.1)),
        "LightGBM(300 trees, 63 leaves)": _pipeline("native", _lightgbm(300, 63, 0.05)),
        "HistGradientBoosting": _pipeline("ordinal", HistGradientBoostingClassifier()),
        "RandomForest(leaf=1)": _pipeline("ordinal", _forest(1)),
        "RandomForest(leaf=5)": _pipeline("ordinal", _forest(5)),
        "RandomForest(leaf=20)": _pipeline("ordinal", _forest(20)),
        "MLP(10 epochs)": _pipeline("scaled", MLPClassifier((64,), max_iter=10)),
        "MLP(early stopping)": _pipeline(
            "scaled", MLPClassifier((64, 32), max_iter=60, early_stopping=True)
        ),
        "LogisticRegression": _pipeline("scaled", LogisticRegression(max_iter=200)),
        "SGD": _pipeline("scaled", SGDClassifier(loss="log_loss")),
    }


def regressors() -> dict[str, Pipeline]:
    """The like for numbers, and two trees, which many start from."""
    return {
        "LightGBM(100 trees)": _pipeline("native", _boosted_numbers(100, 31, 0.1)),
        "LightGBM(300 trees, 63 leaves)": _pipeline("native", _boosted_numbers(300, 63, 0.05)),
        "LightGBM(50 trees, 7 leaves)": _pipeline("native", _boosted_numbers(50, 7, 0.1)),
        "HistGradientBoosting": _pipeline("ordinal", HistGradientBoostingRegressor()),
        "RandomForest(leaf=1)": _pipeline("ordinal", _forest_of_numbers(1)),
        "RandomForest(leaf=5)": _pipeline("ordinal", _forest_of_numbers(5)),
        "RandomForest(leaf=20)": _pipeline("ordinal", _forest_of_numbers(20)),
        "MLP(10 epochs)": _network(MLPRegressor(hidden_layer_sizes=(64,), max_iter=10)),
        "MLP(early stopping)": _network(
            MLPRegressor(hidden_layer_sizes=(64, 32), max_iter=60, early_stopping=True)
        ),
        "Ridge": _pipeline("scaled", Ridge()),
        "SGD": _pipeline("scaled", SGDRegressor()),
        "Tree(depth=8)": _pipeline("ordinal", DecisionTreeRegressor(max_depth=8)),
        "Tree(leaf=20)": _pipeline("ordinal", DecisionTreeRegressor(min_samples_leaf=20)),
    }


def _lightgbm(trees: int, leaves: int, rate: float) -> LGBMClassifier:
    return LGBMClassifier(
        n_estimators=trees, num_leaves=leaves, learning_rate=rate, n_jobs=1, verbose=-1
    )


def _forest(leaf: int) -> RandomForestClassifier:
    return RandomForestClassifier(30, min_samples_leaf=leaf, max_features=0.5)


def _boosted_numbers(trees: int, leaves: int, rate: float) -> LGBMRegressor:
    return LGBMRegressor(
        n_estimators=trees, num_leaves=leaves, learning_rate=rate, n_jobs=1, verbose=-1
    )


def _forest_of_numbers(leaf: int) -> RandomForestRegressor:
    return RandomForestRegressor(20, min_samples_leaf=leaf, max_features=0.3)


def _network(learner: MLPRegressor) -> Pipeline:
    scaled = TransformedTargetRegressor(learner, transformer=StandardScaler())
    return _pipeline("scaled", scaled)


def _pipeline(form: Form, learner: BaseEstimator) -> Pipeline:
    return Pipeline([("encode", Encoder(form)), ("learn", learner)])
