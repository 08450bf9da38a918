"""Squared errors: R², and mean squared error with and without its root."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from nearbest.data.numbers import Numbers
from nearbest.data.target import Target
from nearbest.errors import InvalidInput
from nearbest.probing.metrics.losses import MeanLoss, decimals_for
from nearbest.race.score import Scale


@dataclass(frozen=True)
class MeanSquaredError(MeanLoss):
    """Minus the mean squared error.

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest.data.numbers import Numbers
    >>> y = np.array([0.0, 1.0, 2.0])
    >>> score, = MeanSquaredError().measure(y, [0.5, 1.0, 7.0], (3,), Numbers.of(y))
    >>> round(score.value, 4)  # 7 is clipped to 2
    -0.0833
    """

    scoring: ClassVar[str] = "neg_mean_squared_error"
    shown: ClassVar[str] = "MSE"

    def losses(self, y: np.ndarray, predicted: np.ndarray) -> np.ndarray:
        """The squares of what predictions are off by."""
        return np.asarray((y - predicted) ** 2)

    def best_constant(self, target: Numbers) -> float:
        """The mean."""
        return target.mean

    def lost_by_constant(self, target: Numbers) -> float:
        """The variance of D_te."""
        return target.variance


@dataclass(frozen=True)
class RootMeanSquaredError(MeanSquaredError):
    """Minus the root of the mean squared error, which rises and falls with it."""

    scoring: ClassVar[str] = "neg_root_mean_squared_error"
    shown: ClassVar[str] = "RMSE"

    def scale_of(self, target: Numbers, most: float, lost: float, is_heavy: bool) -> Scale:
        """From the greatest error that there can be to nothing."""
        scale = super().scale_of(target, most, lost, is_heavy)
        decimals = decimals_for(math.sqrt(lost))
        return replace(scale, low=-math.sqrt(most), is_root=True, decimals=decimals)

    def score_of(self, loss: float, target: Target) -> float:
        """Minus the root."""
        return -math.sqrt(loss)

    def error_of(self, error: float, loss: float, target: Target) -> float:
        """By the slope of the root, which is steep near 0."""
        return error / (2 * math.sqrt(loss)) if loss > 0 else 0.0


@dataclass(frozen=True)
class R2(MeanSquaredError):
    """The share of D_te's variance that is explained: 1 − MSE / variance.

    The variance is that of all test rows, on any part of them: so it is the mean squared
    error on another scale. On all of D_te it is scikit-learn's.

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest.data.numbers import Numbers
    >>> y = np.array([0.0, 1.0, 2.0])
    >>> R2().measure(y, [0.0, 1.0, 1.0], (3,), Numbers.of(y))[0].value
    0.5
    """

    scoring: ClassVar[str] = "r2"
    shown: ClassVar[str] = "R²"

    def check(self, target: Numbers) -> None:
        """Raise where there is nothing to explain."""
        if target.variance == 0:
            raise InvalidInput(
                "`scoring` 'r2' needs test rows whose target differs; all of them have "
                f"{target.mean:g}; take a larger `test_size`, or another score."
            )

    def scale_of(self, target: Numbers, most: float, lost: float, is_heavy: bool) -> Scale:
        """Up to 1; a constant has 0."""
        return Scale(
            self.shown,
            1 - most / target.variance,
            1.0,
            "approximate" if is_heavy else "row means",
            heavy_tails=is_heavy,
            is_relative=True,
        )

    def score_of(self, loss: float, target: Target) -> float:
        """1 minus the loss in units of the variance."""
        return 1 - loss / _variance(target)

    def error_of(self, error: float, loss: float, target: Target) -> float:
        """In units of the variance."""
        return error / _variance(target)


def _variance(target: Target) -> float:
    return target.variance if isinstance(target, Numbers) else math.nan
