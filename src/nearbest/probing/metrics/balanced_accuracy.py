"""Balanced accuracy: every class counts the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from nearbest.data.target import Target, classes_of
from nearbest.probing.metric import correct_rows
from nearbest.probing.metrics.rows import MeanOverRows, class_counts, codes_of
from nearbest.probing.output import Needs
from nearbest.race.score import Scale


@dataclass(frozen=True)
class BalancedAccuracy(MeanOverRows):
    """The mean over classes of the share of rows that are right.

    Weights come from the labels of all rows, so that it is a mean over rows: 1 minus
    the weight of each wrong row. On part of the rows, whose classes have other shares,
    it is off from scikit-learn's by as much.

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest.data.target import Classes
    >>> y = np.array([0, 0, 0, 1])
    >>> BalancedAccuracy().measure(y, [0, 0, 0, 0], (4,), Classes.of(y))[0].value
    0.5
    """

    @property
    def needs(self) -> Needs:
        """Labels."""
        return "labels"

    def scale(self, target: Target) -> Scale:
        """From 0 to 1; a wrong row of a rare class counts for much more than 1."""
        worst = 1 - float(self._weights(target).max())
        return Scale("balanced accuracy", 0.0, 1.0, "row means", row_low=worst)

    def constant(self, target: Target) -> float:
        """One class right and all others wrong."""
        return 1 / np.count_nonzero(class_counts(target, "balanced_accuracy"))

    def rows(self, y: np.ndarray, output: Any, target: Target) -> np.ndarray:
        """1 for right rows, and less by the weight of its class for a wrong one."""
        correct = correct_rows(y, output, classes_of(target))
        values: np.ndarray = 1 - self._weights(target)[codes_of(y, target)] * ~correct
        return values

    def _weights(self, target: Target) -> np.ndarray:
        counts = class_counts(target, "balanced_accuracy")
        expected = counts.sum() / np.count_nonzero(counts)
        weights: np.ndarray = np.zeros(len(counts))
        np.divide(expected, counts, out=weights, where=counts > 0)
        return weights
