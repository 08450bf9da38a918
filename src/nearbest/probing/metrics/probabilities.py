"""Losses of probabilities: log loss and Brier score."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from nearbest.data.target import Target
from nearbest.probing.metrics.rows import (
    MeanOverRows,
    checked_probabilities,
    class_counts,
    codes_of,
)
from nearbest.probing.output import Needs
from nearbest.race.score import Scale

#: Probabilities are taken to lie this far from 0 and 1: a loss without limit has no bound.
CLIPPED_AT = 0.001


@dataclass(frozen=True)
class LogLoss(MeanOverRows):
    """Minus the mean logarithmic loss, of probabilities clipped to [0.001, 0.999].

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest.data.target import Classes
    >>> y = np.array([0, 1])
    >>> said = np.array([[0.5, 0.5], [1.0, 0.0]])
    >>> [round(s.value, 4) for s in LogLoss().measure(y, said, (1, 2), Classes.of(y))]
    [-0.6931, -3.8005]
    """

    @property
    def needs(self) -> Needs:
        """Probabilities."""
        return "probabilities"

    def scale(self, target: Target) -> Scale:
        """As far as the clipped probabilities reach."""
        class_counts(target, "neg_log_loss")
        low, high = math.log(CLIPPED_AT), math.log(1 - CLIPPED_AT)
        return Scale("log loss", low, high, "row means", shown_negated=True)

    def constant(self, target: Target) -> float:
        """Minus the entropy of the labels: each class with its share as probability."""
        counts = class_counts(target, "neg_log_loss")
        shares = counts / counts.sum()
        return float((shares * np.log(np.clip(shares, CLIPPED_AT, 1 - CLIPPED_AT))).sum())

    def rows(self, y: np.ndarray, output: Any, target: Target) -> np.ndarray:
        """The logarithm of the probability of each label."""
        said = checked_probabilities(y, output, target)[np.arange(len(y)), codes_of(y, target)]
        logarithms = np.log(np.clip(said, CLIPPED_AT, 1 - CLIPPED_AT))
        scale = self.scale(target)  # NumPy's logarithm may be off by the last digit
        return np.asarray(np.clip(logarithms, scale.low, scale.high))


@dataclass(frozen=True)
class Brier(MeanOverRows):
    """Minus the mean squared error of the probabilities.

    Of two classes that of the second alone, from 0 to 1; of more the sum over classes,
    from 0 to 2, as scikit-learn has it.
    """

    @property
    def needs(self) -> Needs:
        """Probabilities."""
        return "probabilities"

    def scale(self, target: Target) -> Scale:
        """From −1, or −2 where there are more than two classes, to 0."""
        low = -1.0 if self._is_binary(target) else -2.0
        return Scale("Brier score", low, 0.0, "row means", shown_negated=True)

    def constant(self, target: Target) -> float:
        """That of the shares of the classes as probabilities."""
        counts = class_counts(target, "neg_brier_score")
        shares = counts / counts.sum()
        loss = float((shares * (1 - shares)).sum())
        return -loss / 2 if self._is_binary(target) else -loss

    def rows(self, y: np.ndarray, output: Any, target: Target) -> np.ndarray:
        """Minus the squared error of each row."""
        said = np.clip(checked_probabilities(y, output, target), 0, 1)
        said[np.arange(len(y)), codes_of(y, target)] -= 1
        losses = said[:, 1] ** 2 if self._is_binary(target) else (said**2).sum(axis=1)
        return np.asarray(-np.minimum(losses, 2))

    def _is_binary(self, target: Target) -> bool:
        return len(class_counts(target, "neg_brier_score")) == 2
