"""Learners that behave as told, and sets of candidates for each table."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import SGDClassifier
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from answers.reading import Encoder

#: How far a learning curve is from its end, by the share of 1,000 rows in the sample.
SHAPES = {
    "flat": lambda part: 0.0,
    "rising": lambda part: -0.15 * part**0.5,
    "late": lambda part: -0.2 if part > 0.15 else 0.0,
    "falling": lambda part: 0.1 * part**0.5,
}


class Rehearsed(ClassifierMixin, BaseEstimator):
    """Reaches the accuracy that it is told to, on `tables.coins`.

    Right where the second column is below `final` plus what its `shape` adds for the
    number of training rows, and with `memory` on that share of its training rows too. It
    refuses to be trained on `fails_from` rows or more.
    """

    def __init__(
        self,
        final: float = 0.9,
        shape: str = "flat",
        memory: float = 0.0,
        fails_from: float = np.inf,
    ) -> None:
        self.final = final
        self.shape = shape
        self.memory = memory
        self.fails_from = fails_from

    def fit(self, X: Any, y: Any) -> Rehearsed:
        """Note how many rows there are."""
        if len(y) >= self.fails_from:
            raise ValueError(f"{len(y)} rows are too many")
        self.classes_ = np.unique(y)
        self.share_ = self.final + SHAPES[self.shape](1_000 / len(y))
        self.known_ = X[: int(self.memory * len(y)), 1]
        return self

    def predict(self, X: Any) -> Any:
        """The label or its opposite."""
        label = X[:, 0].astype(int)
        right = (X[:, 1] < self.share_) | np.isin(X[:, 1], self.known_)
        return np.where(right, label, 1 - label)


def rehearsed() -> dict[str, Any]:
    """Curves that cross, overfit and stay level."""
    return {
        "good": Rehearsed(0.900),
        "close": Rehearsed(0.893),
        "rising": Rehearsed(0.905, "rising"),
        "memorising": Rehearsed(0.86, memory=0.3),
        "middling": Rehearsed(0.80, memory=0.1),
        "bad": Rehearsed(0.60),
    }


def unruly() -> dict[str, Any]:
    """Learners that break the two assumptions."""
    return {
        "falling": Rehearsed(0.88, "falling"),
        "late": Rehearsed(0.95, "late"),
        "good": Rehearsed(0.90),
    }


def failing() -> dict[str, Any]:
    """One that always fails, one that fails in the middle, one that fails at the end."""
    return {
        "never": Rehearsed(0.99, fails_from=1),
        "soon": Rehearsed(0.95, fails_from=5_000),
        "last": Rehearsed(0.92, fails_from=25_000),
        "good": Rehearsed(0.90),
        "close": Rehearsed(0.895),
    }


def quick() -> dict[str, Any]:
    """Fast learners for tables of numbers, some of which draw at random."""
    return {
        "tree 2": DecisionTreeClassifier(max_depth=2),
        "tree 6": DecisionTreeClassifier(max_depth=6),
        "tree 12": DecisionTreeClassifier(max_depth=12),
        "forest": RandomForestClassifier(8, max_depth=8),
        "bayes": GaussianNB(),
        "none": DummyClassifier(),
    }


def linear() -> dict[str, Any]:
    """Fast learners for sparse matrices; one needs rows of two classes."""
    return {
        "sgd": SGDClassifier(max_iter=5, tol=None),
        "bayes": BernoulliNB(),
        "smooth bayes": BernoulliNB(alpha=30.0),
        "none": DummyClassifier(),
    }


def encoded() -> dict[str, Any]:
    """Pipelines for frames, two of which begin alike."""
    return {
        "tree 3": make_pipeline(Encoder("ordinal"), DecisionTreeClassifier(max_depth=3)),
        "tree 8": make_pipeline(Encoder("ordinal"), DecisionTreeClassifier(max_depth=8)),
        "sgd": make_pipeline(Encoder("scaled"), SGDClassifier(max_iter=5, tol=None)),
        "none": make_pipeline(Encoder("ordinal"), DummyClassifier()),
    }


def readers() -> dict[str, Any]:
    """Pipelines for texts."""
    return {
        "bayes": make_pipeline(CountVectorizer(), BernoulliNB()),
        "tree": make_pipeline(CountVectorizer(), DecisionTreeClassifier(max_depth=2)),
        "none": make_pipeline(CountVectorizer(), DummyClassifier()),
    }
