"""Ten candidates that people try first, whatever the table is."""

from __future__ import annotations

from lightgbm import LGBMClassifier
from sklearn.base import ClassifierMixin
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import Pipeline

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


def _lightgbm(trees: int, leaves: int, rate: float) -> LGBMClassifier:
    return LGBMClassifier(
        n_estimators=trees, num_leaves=leaves, learning_rate=rate, n_jobs=1, verbose=-1
    )


def _forest(leaf: int) -> RandomForestClassifier:
    return RandomForestClassifier(30, min_samples_leaf=leaf, max_features=0.5)


def _pipeline(form: Form, learner: ClassifierMixin) -> Pipeline:
    return Pipeline([("encode", Encoder(form)), ("learn", learner)])
