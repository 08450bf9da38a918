"""What trained models say of rows, in every score that it allows."""

from __future__ import annotations

import warnings
from typing import Any, Protocol

import numpy as np
import pandas as pd
from sklearn import metrics

from nearbest.data.numbers import Numbers
from nearbest.errors import InvalidInput
from nearbest.probing.metrics.absolute import MeanAbsoluteError, MeanAbsolutePercentageError
from nearbest.probing.metrics.losses import MeanLoss
from nearbest.probing.metrics.poisson import MeanPoissonDeviance
from nearbest.probing.metrics.squared import R2, MeanSquaredError, RootMeanSquaredError

#: Probabilities are clipped this far from 0 and 1, so that one row costs at most 6.9.
CLIP = 0.001
#: Losses of numbers that are recorded where the target has them, and what follows from them.
LOSSES: tuple[MeanLoss, ...] = (
    MeanSquaredError(),
    MeanAbsoluteError(),
    MeanAbsolutePercentageError(),
    MeanPoissonDeviance(),
)
FOLLOWING: tuple[MeanLoss, ...] = (R2(), RootMeanSquaredError())


class Output(Protocol):
    """What a model says of the rows of a sample or of the test rows."""

    def scores(self, y: np.ndarray, sizes: list[int]) -> dict[str, Any]:
        """All scores; of means over rows also on the first rows of each size."""


class NumberOutput:
    """A regressor's numbers; they are clipped to the range of the target for its losses."""

    def __init__(self, model: Any, X: pd.DataFrame, target: Numbers) -> None:
        self.predicted, self.target = np.asarray(model.predict(X)).ravel(), target

    def scores(self, y: np.ndarray, sizes: list[int]) -> dict[str, Any]:
        """All losses, and how far those of single rows spread."""
        found: dict[str, Any] = {}
        for loss in (*LOSSES, *FOLLOWING):
            try:
                *prefixes, full = loss.measure(y, self.predicted, [*sizes, len(y)], self.target)
            except InvalidInput:  # no such loss of this target
                continue
            found[loss.scoring] = full.value
            if loss in LOSSES:
                found[f"spread_{loss.scoring}"] = self._spread(loss, y)
            if sizes:
                found[f"prefix_{loss.scoring}"] = [score.value for score in prefixes]
        found["neg_median_absolute_error"] = -float(np.median(np.abs(y - self.predicted)))
        return found

    def _spread(self, loss: MeanLoss, y: np.ndarray) -> float:
        """The standard deviation of what single rows lose."""
        clipped = np.clip(self.predicted, *loss.limits(self.target))
        return float(loss.losses(y.astype(float), clipped).std())


class ClassOutput:
    """A model's labels and, where it has them, probabilities or decision values."""

    def __init__(self, model: Any, X: pd.DataFrame, n_classes: int, rarest: int) -> None:
        self.rarest = rarest
        self.probabilities: np.ndarray | None = None
        self.decisions: np.ndarray | None = None
        if hasattr(model, "predict_proba"):
            given = model.predict_proba(X)
            self.probabilities = np.zeros((len(given), n_classes), given.dtype)
            self.probabilities[:, model.classes_] = given  # a sample may lack a class
            self.decisions = self.probabilities
            self.labels = model.classes_[np.argmax(given, axis=1)]
        else:
            self.labels = model.predict(X)
            if n_classes == 2 and len(model.classes_) == 2:
                values = model.decision_function(X)
                self.decisions = np.column_stack([-values, values])

    def scores(self, y: np.ndarray, sizes: list[int]) -> dict[str, Any]:
        """All scores; for row means also on the first rows of each size."""
        right = self.labels == y
        found: dict[str, Any] = {
            "accuracy": float(right.mean()),
            "balanced_accuracy": float(_quiet(metrics.balanced_accuracy_score, y, self.labels)),
            "f1_macro": float(metrics.f1_score(y, self.labels, average="macro")),
            "matthews_corrcoef": float(metrics.matthews_corrcoef(y, self.labels)),
            **self._rare(y),
        }
        if sizes:
            found["prefix_accuracy"] = _prefixes(right, sizes)
        if self.probabilities is not None:
            own = np.clip(self.probabilities[np.arange(len(y)), y], CLIP, 1 - CLIP)
            loss = np.log(own)
            squares = np.square(self.probabilities).sum(axis=1)
            brier = -(squares - 2 * self.probabilities[np.arange(len(y)), y] + 1)
            brier = brier / 2 if self.probabilities.shape[1] == 2 else brier
            found |= {
                "neg_log_loss": float(loss.mean()),
                "neg_brier_score": float(brier.mean()),
            }
            if sizes:
                found["prefix_neg_log_loss"] = _prefixes(loss, sizes)
        return found

    def _rare(self, y: np.ndarray) -> dict[str, float]:
        """Scores of the rarest class against the others; of every class for AUC."""
        rare = y == self.rarest
        found = {"f1": float(metrics.f1_score(rare, self.labels == self.rarest))}
        if self.decisions is None:
            return found
        if rare.any() and not rare.all():
            score = self.decisions[:, self.rarest]
            found["average_precision"] = float(metrics.average_precision_score(rare, score))
        present = np.unique(y)
        of = present[1:] if self.decisions.shape[1] == 2 else present
        aucs = [metrics.roc_auc_score(y == c, self.decisions[:, c]) for c in of]
        found["roc_auc"] = float(np.mean(aucs)) if len(present) > 1 else float("nan")
        return found


def _prefixes(values: np.ndarray, sizes: list[int]) -> list[float]:
    totals = np.cumsum(values, dtype=float)
    return [float(totals[size - 1] / size) for size in sizes]


def _quiet(score: Any, *arguments: Any) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(score(*arguments))
