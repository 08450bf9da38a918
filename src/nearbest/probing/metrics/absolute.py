"""Absolute errors: of numbers, in percent, and of quantiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from nearbest.arguments import check_unit_range
from nearbest.data.numbers import Numbers
from nearbest.errors import InvalidInput
from nearbest.probing.metrics.losses import MeanLoss


@dataclass(frozen=True)
class MeanAbsoluteError(MeanLoss):
    """Minus the mean absolute error."""

    scoring: ClassVar[str] = "neg_mean_absolute_error"
    shown: ClassVar[str] = "MAE"

    def losses(self, y: np.ndarray, predicted: np.ndarray) -> np.ndarray:
        """What predictions are off by."""
        return np.asarray(np.abs(y - predicted))

    def best_constant(self, target: Numbers) -> float:
        """The median."""
        return target.quantile(0.5)


@dataclass(frozen=True)
class MeanAbsolutePercentageError(MeanLoss):
    """Minus the mean of absolute errors, each relative to its label; 1 is 100 %."""

    scoring: ClassVar[str] = "neg_mean_absolute_percentage_error"
    shown: ClassVar[str] = "MAPE"

    def check(self, target: Numbers) -> None:
        """Raise where an error would be relative to nothing."""
        if target.nearest_zero == 0:
            raise InvalidInput(
                f"`scoring` {self.scoring!r} needs a target that is never 0, as errors are "
                "relative to it; take 'neg_mean_absolute_error', or leave those rows out."
            )

    def losses(self, y: np.ndarray, predicted: np.ndarray) -> np.ndarray:
        """Absolute errors over absolute labels."""
        return np.asarray(np.abs(y - predicted) / np.abs(y))

    def best_constant(self, target: Numbers) -> float:
        """The median where small labels count for more, as their errors do."""
        return target.quantile(0.5, weigh=lambda y: 1 / np.abs(y))

    def most(self, target: Numbers) -> float:
        """The label nearest to 0 predicted as the one that is furthest from it."""
        if target.low > 0 or target.high < 0:
            return super().most(target)
        return 1 + max(abs(target.low), abs(target.high)) / target.nearest_zero


@dataclass(frozen=True)
class MeanPinballLoss(MeanLoss):
    """Minus the mean loss of a quantile: `alpha` of the labels are to lie below it.

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest.data.numbers import Numbers
    >>> y = np.array([0.0, 10.0])
    >>> score, = MeanPinballLoss(0.9).measure(y, [5.0, 5.0], (2,), Numbers.of(y))
    >>> score.value  # 5 too high costs 0.5, 5 too low 4.5
    -2.5
    """

    scoring: ClassVar[str] = "neg_mean_pinball_loss"
    shown: ClassVar[str] = "pinball loss"

    alpha: float = 0.5

    def __post_init__(self) -> None:
        check_unit_range("alpha", self.alpha, "(0, 1)")

    def losses(self, y: np.ndarray, predicted: np.ndarray) -> np.ndarray:
        """What predictions are too low by, times alpha; or too high by, times the rest."""
        off = y - predicted
        return np.asarray(np.where(off > 0, self.alpha * off, (self.alpha - 1) * off))

    def best_constant(self, target: Numbers) -> float:
        """The quantile itself."""
        return target.quantile(self.alpha)
