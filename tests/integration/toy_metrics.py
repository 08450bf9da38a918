"""Metrics that nearbest does not ship, for what a metric may be."""

from dataclasses import dataclass

import numpy as np

from nearbest.race.score import Scale, Score


@dataclass(frozen=True)
class Brier:
    """Minus the mean squared error of the second class's probability: a bounded loss."""

    needs: str = "probabilities"

    def scale(self, target):
        return Scale("Brier score", low=-1.0, high=0.0, kind="row means", shown_negated=True)

    def measure(self, y, output, sizes, target):
        losses = np.cumsum((output[:, 1] - (y == target.values[1])) ** 2)
        return tuple(Score(-float(losses[size - 1]) / size, size) for size in sizes)


@dataclass(frozen=True)
class Constant:
    """Always the same score, of what the model decides."""

    value: float
    needs: str = "decisions"

    def scale(self, target):
        return Scale("constant", low=0.0, high=1.0, kind="row means")

    def measure(self, y, output, sizes, target):
        return tuple(Score(self.value, size) for size in sizes)
