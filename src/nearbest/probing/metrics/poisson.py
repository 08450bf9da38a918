"""Poisson deviance: a loss of counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.special import xlogy

from nearbest.data.numbers import Numbers
from nearbest.errors import InvalidInput
from nearbest.probing.metrics.losses import MeanLoss

#: Predictions are taken to be at least this share of the highest label: 0 and less would
#: lose without limit.
LEAST = 1e-6


@dataclass(frozen=True)
class MeanPoissonDeviance(MeanLoss):
    """Minus the mean deviance of a Poisson distribution around the prediction.

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest.data.numbers import Numbers
    >>> y = np.array([0.0, 2.0])
    >>> score, = MeanPoissonDeviance().measure(y, [1.0, 2.0], (2,), Numbers.of(y))
    >>> score.value
    -1.0
    """

    scoring: ClassVar[str] = "neg_mean_poisson_deviance"
    shown: ClassVar[str] = "Poisson deviance"

    def check(self, target: Numbers) -> None:
        """Raise where labels are no counts."""
        if target.low < 0:
            raise InvalidInput(
                f"`scoring` {self.scoring!r} needs a target that is never negative; the lowest "
                f"is {target.low:g}; take 'neg_mean_squared_error' or another score."
            )

    def limits(self, target: Numbers) -> tuple[float, float]:
        """The range of the target, and above 0."""
        return max(target.low, LEAST * target.high), target.high

    def losses(self, y: np.ndarray, predicted: np.ndarray) -> np.ndarray:
        """Twice the logarithm of how much likelier the label itself makes the label."""
        return np.asarray(2 * (xlogy(y, y / predicted) - y + predicted))

    def best_constant(self, target: Numbers) -> float:
        """The mean."""
        return target.mean
