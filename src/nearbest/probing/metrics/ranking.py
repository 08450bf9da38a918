"""Average precision, and ROC AUC of more than two classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from nearbest.data.target import Target, classes_of
from nearbest.probing.metrics.areas import average_precision, roc_area
from nearbest.probing.metrics.jackknife import blocks_of, standard_error
from nearbest.probing.metrics.rows import (
    check_two_classes,
    checked_decisions,
    checked_probabilities,
    class_counts,
    codes_of,
    positive_class,
)
from nearbest.probing.output import Needs
from nearbest.race.score import Scale, Score


@dataclass(frozen=True)
class AveragePrecision:
    """The area under the curve of precision over recall, as a sum over thresholds."""

    @property
    def needs(self) -> Needs:
        """Values that rise with the second class."""
        return "decisions"

    def scale(self, target: Target) -> Scale:
        """From 0 to 1."""
        check_two_classes(target, "average_precision", "roc_auc_ovr")
        return Scale("average precision", 0.0, 1.0, "approximate")

    def constant(self, target: Target) -> float:
        """The share of the positive class."""
        counts = class_counts(target, "average_precision")
        return float(counts[self.of_class(target)] / counts.sum())

    def of_class(self, target: Target) -> int:
        """The position of the class that it is of."""
        return positive_class(classes_of(target))

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The areas for each size; rows are sorted once for all, and for all blocks."""
        which = self.of_class(target)
        values = checked_decisions(y, output) * (1 if which else -1)
        positive = y == classes_of(target)[which]
        order = np.argsort(-values, kind="stable")
        return tuple(self._score(values, positive, order[order < size]) for size in sizes)

    def _score(self, values: np.ndarray, positive: np.ndarray, order: np.ndarray) -> Score:
        values, positive, blocks = values[order], positive[order], blocks_of(len(order))[order]
        without = [
            average_precision(values[kept], positive[kept])
            for kept in (blocks != block for block in range(int(blocks.max()) + 1))
        ]
        found = int(positive.sum())
        return Score(
            average_precision(values, positive),
            len(order),
            n_effective=min(found, len(order) - found),
            stderr=standard_error(np.array(without)),
        )


@dataclass(frozen=True)
class MultiClassAuc:
    """The mean ROC AUC of each class against the rest, or of each pair of classes.

    Classes that have no row are left out of the mean. `weighted` weighs by the rows of
    each class or pair.
    """

    against: Literal["ovr", "ovo"]
    weighted: bool = False

    @property
    def needs(self) -> Needs:
        """Probabilities."""
        return "probabilities"

    def scale(self, target: Target) -> Scale:
        """From 0 to 1."""
        class_counts(target, f"roc_auc_{self.against}")
        weighted = "weighted " if self.weighted else ""
        against = "one-vs-rest" if self.against == "ovr" else "one-vs-one"
        return Scale(f"{weighted}{against} ROC AUC", 0.0, 1.0, "approximate")

    def constant(self, target: Target) -> float:
        """All pairs are ties."""
        return 0.5

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The mean areas, each with its standard error; columns are sorted once."""
        codes, said = codes_of(y, target), checked_probabilities(y, output, target)
        orders = [np.argsort(column, kind="stable") for column in said.T]
        return tuple(self._score(codes, said, orders, size) for size in sizes)

    def _score(
        self, codes: np.ndarray, said: np.ndarray, orders: list[np.ndarray], size: int
    ) -> Score:
        first = [order[order < size] for order in orders]
        blocks = blocks_of(size)
        without = [
            self._area(codes, said, [order[blocks[order] != block] for order in first])
            for block in range(int(blocks[-1]) + 1)
        ]
        return Score(
            self._area(codes, said, first),
            size,
            n_effective=size // said.shape[1],
            stderr=standard_error(np.array(without)),
        )

    def _area(self, codes: np.ndarray, said: np.ndarray, orders: list[np.ndarray]) -> float:
        """The mean over classes or pairs, of rows in the order of each column."""
        counts = np.bincount(codes[orders[0]], minlength=len(orders))
        there = np.flatnonzero(counts)
        areas, weights = [0.5], [0.0]
        if self.against == "ovr":
            for k in there if len(there) > 1 else ():
                areas.append(roc_area(said[orders[k], k], codes[orders[k]] == k))
                weights.append(float(counts[k]) if self.weighted else 1.0)
        else:
            for a, b in combinations(there.tolist(), 2):
                both = (_between(codes, said, orders[k], k, a + b - k) for k in (a, b))
                areas.append(sum(both) / 2)
                weights.append(float(counts[a] + counts[b]) if self.weighted else 1.0)
        return float(np.average(areas, weights=weights)) if sum(weights) else 0.5


def _between(
    codes: np.ndarray, said: np.ndarray, order: np.ndarray, k: int, other: int
) -> float:
    """The area of class k against one other, by the probability of k."""
    here = codes[order]
    pair = (here == k) | (here == other)
    return roc_area(said[order[pair], k], here[pair] == k)
