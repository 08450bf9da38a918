"""Top-k accuracy: the label is among the k likeliest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nearbest.data.target import Target
from nearbest.errors import InvalidInput
from nearbest.probing.metrics.rows import class_counts, codes_of
from nearbest.probing.output import Needs
from nearbest.race.score import Scale, Score


@dataclass(frozen=True)
class TopK:
    """The share of rows whose label is among the `k` that the model ranks highest."""

    k: int = 2

    @property
    def needs(self) -> Needs:
        """A value for each class."""
        return "decisions"

    def scale(self, target: Target) -> Scale:
        """From 0 to 1, by counts of right rows."""
        n_classes = len(class_counts(target, "top_k_accuracy"))
        if n_classes <= self.k:
            raise InvalidInput(
                f"`scoring` 'top_k_accuracy' with k = {self.k} needs more than {self.k} "
                f"classes; got {n_classes}, so that every row would be right."
            )
        return Scale(f"top-{self.k} accuracy", 0.0, 1.0, "counts")

    def constant(self, target: Target) -> float:
        """The share of the most frequent classes."""
        counts = np.sort(class_counts(target, "top_k_accuracy"))
        return float(counts[-self.k :].sum() / counts.sum())

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The share of right rows among the first; of equal values the last class wins."""
        n_right = np.cumsum(self.rows(y, output, target))
        return tuple(Score.of_count(int(n_right[size - 1]), size) for size in sizes)

    def rows(self, y: np.ndarray, output: Any, target: Target) -> np.ndarray:
        """1 for right rows, 0 for others."""
        values = np.asarray(output)
        expected = (len(y), len(class_counts(target, "top_k_accuracy")))
        if values.shape != expected or np.isnan(values).any():
            raise ValueError(f"values for classes have shape {values.shape}, or are missing")
        ranked = np.argsort(values, axis=1, kind="stable")[:, -self.k :]
        right: np.ndarray = (ranked == codes_of(y, target)[:, None]).any(axis=1)
        return right.astype(float)
