"""Scores that follow from how often each class is right, predicted and there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from nearbest.data.target import Target, classes_of
from nearbest.probing.metric import correct_rows
from nearbest.probing.metrics.jackknife import blocks_of, standard_error
from nearbest.probing.metrics.rows import (
    check_two_classes,
    class_counts,
    codes_of,
    positive_class,
)
from nearbest.probing.output import Needs
from nearbest.race.score import Scale, Score

Part = Literal["f1", "precision", "recall"]
Average = Literal["binary", "macro", "micro", "weighted"]


class Tallies(NamedTuple):
    """Rows of each class (last axis) that are right, that are predicted, that are there."""

    right: np.ndarray
    predicted: np.ndarray
    there: np.ndarray


@dataclass(frozen=True)
class FromTallies:
    """A score that `of_tallies` computes; its standard error is that of the jackknife."""

    @property
    def needs(self) -> Needs:
        """Labels."""
        return "labels"

    def of_tallies(self, tallies: Tallies, classes: np.ndarray) -> np.ndarray:
        """The scores, one for each row of the tallies."""
        raise NotImplementedError

    def constant(self, target: Target) -> float:
        """The best of predicting one class everywhere."""
        counts = class_counts(target, "scoring")
        everywhere = Tallies(
            np.diag(counts), np.diag(np.full(len(counts), counts.sum())), counts[None, :]
        )
        return float(self.of_tallies(everywhere, classes_of(target)).max())

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The scores on the first rows, each with its standard error."""
        classes = classes_of(target)
        correct = correct_rows(y, output, classes)
        there = codes_of(y, target)
        predicted = np.where(correct, there, codes_of(np.ravel(output), target))
        return tuple(
            self._score(correct[:size], predicted[:size], there[:size], classes)
            for size in sizes
        )

    def _score(
        self, correct: np.ndarray, predicted: np.ndarray, there: np.ndarray, classes: np.ndarray
    ) -> Score:
        size, n_classes = len(there), len(classes)
        blocks = blocks_of(size)
        shape = (int(blocks[-1]) + 1, n_classes)

        def tally(codes: np.ndarray, rows: np.ndarray) -> np.ndarray:
            cells = blocks[rows] * n_classes + codes[rows]
            return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)

        every = np.ones(size, dtype=bool)
        parts = Tallies(tally(there, correct), tally(predicted, every), tally(there, every))
        totals = Tallies(*(part.sum(axis=0, keepdims=True) for part in parts))
        left = Tallies(*(total - part for total, part in zip(totals, parts, strict=True)))
        rarest = int(totals.there.min()) if n_classes == 2 else size // n_classes
        return Score(
            float(self.of_tallies(totals, classes)[0]),
            size,
            n_effective=rarest,
            stderr=standard_error(self.of_tallies(left, classes)),
        )


@dataclass(frozen=True)
class Averaged(FromTallies):
    """F1, precision or recall: of the positive class, or averaged over classes.

    As in scikit-learn, 0 where there is nothing to divide by.
    """

    part: Part
    average: Average = "binary"

    def scale(self, target: Target) -> Scale:
        """From 0 to 1."""
        shown = "F1" if self.part == "f1" else self.part
        if self.average == "binary":
            check_two_classes(target, self.part, f"{self.part}_macro")
            return Scale(shown, 0.0, 1.0, "approximate")
        class_counts(target, f"{self.part}_{self.average}")
        return Scale(f"{self.average} {shown}", 0.0, 1.0, "approximate")

    def of_class(self, target: Target) -> int | None:
        """The position of the class that it is of; None if it is of all."""
        return positive_class(classes_of(target)) if self.average == "binary" else None

    def of_tallies(self, tallies: Tallies, classes: np.ndarray) -> np.ndarray:
        """The share for each class, and their average."""
        if self.average == "binary":
            k = positive_class(classes)
            tallies = Tallies(*(part[..., k : k + 1] for part in tallies))
        if self.average == "micro":
            tallies = Tallies(*(part.sum(axis=-1, keepdims=True) for part in tallies))
        right, predicted, there = tallies
        share = _ratio(right, self._out_of(predicted, there))
        if self.average == "weighted":
            return _ratio((share * there).sum(axis=-1), there.sum(axis=-1))
        n_seen = ((predicted + there) > 0).sum(axis=-1)
        return _ratio(share.sum(axis=-1), n_seen)

    def _out_of(self, predicted: np.ndarray, there: np.ndarray) -> np.ndarray:
        match self.part:
            case "precision":
                return predicted
            case "recall":
                return there
        return np.asarray((predicted + there) / 2)


@dataclass(frozen=True)
class Matthews(FromTallies):
    """The correlation of predicted and true labels; 0 where one of them is constant."""

    def scale(self, target: Target) -> Scale:
        """From −1 to 1."""
        class_counts(target, "matthews_corrcoef")
        return Scale("Matthews correlation", -1.0, 1.0, "approximate")

    def of_tallies(self, tallies: Tallies, classes: np.ndarray) -> np.ndarray:
        """The covariance of the labels over both standard deviations."""
        right, predicted, there = (part.astype(float) for part in tallies)
        n = there.sum(axis=-1)
        covariance = right.sum(axis=-1) * n - (predicted * there).sum(axis=-1)
        spread = [n**2 - (part**2).sum(axis=-1) for part in (predicted, there)]
        root = np.sqrt(np.maximum(spread[0] * spread[1], 0))
        return np.asarray(np.clip(_ratio(covariance, root), -1, 1))


def _ratio(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Quotients; 0 where there is nothing to divide by."""
    above, below = np.broadcast_arrays(above.astype(float), below.astype(float))
    ratios: np.ndarray = np.zeros(above.shape)
    np.divide(above, below, out=ratios, where=below > 0)
    return ratios
