"""Eleven candidates that finish on ten million rows."""

from __future__ import annotations

from typing import Any

from lightgbm import LGBMClassifier
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import SGDClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from nearbest.candidates.encoder import Encoder


def candidates() -> dict[str, Any]:
    """By name, each behind the preprocessing it needs, one thread each."""
    boosters = {
        f"lightgbm {trees}×{leaves}": make_pipeline(
            Encoder("native"),
            LGBMClassifier(n_estimators=trees, num_leaves=leaves, n_jobs=1, verbose=-1),
        )
        for trees, leaves in ((30, 31), (100, 31), (100, 127), (100, 255))
    }
    on_numbers = {
        "histgradient": HistGradientBoostingClassifier(),
        "forest, leaves of 20": RandomForestClassifier(10, min_samples_leaf=20, n_jobs=1),
        "tree, leaves of 50": DecisionTreeClassifier(min_samples_leaf=50),
        "tree, leaves of 500": DecisionTreeClassifier(min_samples_leaf=500),
        "bayes": GaussianNB(),
        "majority": DummyClassifier(),
    }
    return {
        **boosters,
        "linear": make_pipeline(Encoder("scaled"), SGDClassifier("log_loss", alpha=1e-6)),
        **{
            name: make_pipeline(Encoder("ordinal"), learner)
            for name, learner in on_numbers.items()
        },
    }
