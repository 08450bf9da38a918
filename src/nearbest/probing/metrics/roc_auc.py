"""ROC AUC of two classes: a mean over pairs of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from nearbest.data.target import Target, classes_of
from nearbest.probing.metrics.areas import roc_area
from nearbest.probing.metrics.rows import (
    check_two_classes,
    checked_decisions,
    checked_probabilities,
)
from nearbest.probing.output import Needs
from nearbest.race.score import ROC_AUC, Scale, Score


@dataclass(frozen=True)
class RocAuc:
    """The probability that a row of the second class is ranked above one of the first.

    Parameters
    ----------
    by : {"decisions", "probabilities"}, default="decisions"
        What rows are ranked by where a model gives both.

    Notes
    -----
    Rows without a row of the other class say nothing; there the score is 0.5 and no row
    counts for the bound.

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest.data.target import Classes
    >>> y = np.array([0, 1, 0, 1, 1])
    >>> said = [0.1, 0.8, 0.8, 0.9, 0.7]
    >>> for score in RocAuc().measure(y, said, (2, 5), Classes.of(y)):
    ...     print(score.value, score.n_effective)
    1.0 1
    0.75 2
    """

    by: Literal["decisions", "probabilities"] = "decisions"

    @property
    def needs(self) -> Needs:
        """Values that rise with the second class."""
        return self.by

    def scale(self, target: Target) -> Scale:
        """From 0 to 1, by pairs."""
        check_two_classes(target, "roc_auc", "roc_auc_ovr")
        return ROC_AUC

    def constant(self, target: Target) -> float:
        """All pairs are ties."""
        return 0.5

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The share of pairs in order, for each size; rows are sorted once for all."""
        if self.by == "probabilities":
            output = checked_probabilities(y, output, target)[:, 1]
        values, positive = checked_decisions(y, output), y == classes_of(target)[1]
        order = np.argsort(values)
        values, positive_sorted = values[order], positive[order]
        n_positive = np.cumsum(positive)
        scores = []
        for size in sizes:
            first = order < size
            found = int(n_positive[size - 1])
            area = roc_area(values[first], positive_sorted[first])
            scores.append(Score(area, size, n_effective=min(found, size - found)))
        return tuple(scores)
