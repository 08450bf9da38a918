"""Balanced accuracy: every class counts the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nearbest.data.target import Target, classes_of
from nearbest.probing.metric import correct_rows
from nearbest.probing.metrics.rows import class_counts, codes_of
from nearbest.probing.output import Needs
from nearbest.race.score import Scale, Score


@dataclass(frozen=True)
class BalancedAccuracy:
    """The mean over classes of the share of rows that are right.

    As in scikit-learn, classes that have no row are left out of the mean.

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
        """From 0 to 1."""
        class_counts(target, "balanced_accuracy")
        return Scale("balanced accuracy", 0.0, 1.0, "class means")

    def constant(self, target: Target) -> float:
        """One class right and all others wrong."""
        return 1 / np.count_nonzero(class_counts(target, "balanced_accuracy"))

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The mean share of right rows among the first, for each size."""
        correct, codes = correct_rows(y, output, classes_of(target)), codes_of(y, target)
        there = class_counts(target, "balanced_accuracy") > 0
        return tuple(_score(correct[:size], codes[:size], there) for size in sizes)

    def rows(self, y: np.ndarray, output: Any, target: Target) -> np.ndarray:
        """1 for right rows, and less by the weight of its class for a wrong one.

        For rows that have weights of their own: where the classes are there as often as among
        all labels, this has the same mean.
        """
        correct = correct_rows(y, output, classes_of(target))
        values: np.ndarray = 1 - self._weights(target)[codes_of(y, target)] * ~correct
        return values

    def row_scale(self, target: Target) -> Scale:
        """That of `rows`; a wrong row of a rare class counts for much more than 1."""
        worst = 1 - float(self._weights(target).max())
        return Scale("balanced accuracy", 0.0, 1.0, "row means", row_low=worst)

    def _weights(self, target: Target) -> np.ndarray:
        counts = class_counts(target, "balanced_accuracy")
        expected = counts.sum() / np.count_nonzero(counts)
        weights: np.ndarray = np.zeros(len(counts))
        np.divide(expected, counts, out=weights, where=counts > 0)
        return weights


def _score(correct: np.ndarray, codes: np.ndarray, there: np.ndarray) -> Score:
    """The score of some rows; `there` are the classes that the table has.

    The bound counts as many rows as if all classes had those of the rarest.
    """
    counts = np.bincount(codes, minlength=len(there))
    right = np.bincount(codes[correct], minlength=len(there))
    seen = counts > 0
    shares = right[seen] / counts[seen]
    variance = (shares * (1 - shares) / counts[seen]).sum() / seen.sum() ** 2
    return Score(
        float(shares.mean()),
        len(codes),
        n_effective=int(there.sum() * counts[there].min()),
        stderr=math.sqrt(variance),
    )
