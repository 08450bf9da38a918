"""Losses of numbers: what a prediction is off by, averaged over rows.

Predictions are clipped to the range of the target, so that a row can lose only so much
and the mean is bounded. Where that much is far more than rows usually lose, as of
targets with heavy tails, the range tells nothing; such scores are bounded approximately.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from nearbest.data.numbers import Numbers
from nearbest.data.target import Target
from nearbest.errors import InvalidInput
from nearbest.probing.output import Needs
from nearbest.race.score import Scale, Score

#: A row may lose so many times what the best constant prediction loses in the mean; where
#: it can lose more, the range of the losses is of no use as a bound.
HEAVY = 400.0


@dataclass(frozen=True)
class MeanLoss:
    """Minus a mean over rows of losses; others say which loss.

    Attributes
    ----------
    scoring : str
        Its name in scikit-learn.
    shown : str
        Its name as printed.
    """

    scoring: ClassVar[str]
    shown: ClassVar[str]

    @property
    def needs(self) -> Needs:
        """Numbers."""
        return "numbers"

    def losses(self, y: np.ndarray, predicted: np.ndarray) -> np.ndarray:
        """What each row loses; convex in the prediction."""
        raise NotImplementedError

    def best_constant(self, target: Numbers) -> float:
        """The number that loses least on D_te if it is predicted everywhere."""
        raise NotImplementedError

    def check(self, target: Numbers) -> None:
        """Raise where the target has no such loss."""

    def limits(self, target: Numbers) -> tuple[float, float]:
        """What predictions are clipped to."""
        return target.low, target.high

    def most(self, target: Numbers) -> float:
        """The most that a row can lose: its label at one end, its prediction at the other."""
        ends = np.array([target.low, target.high])
        return float(max(self.losses(ends, np.full(2, p)).max() for p in self.limits(target)))

    def lost_by_constant(self, target: Numbers) -> float:
        """The mean loss on D_te of the best constant prediction."""
        constant = self.best_constant(target)
        return target.expected(lambda y: self.losses(y, np.full(len(y), constant)))

    def scale(self, target: Target) -> Scale:
        """From what the worst row can lose to nothing."""
        numbers = self.checked(target)
        with np.errstate(over="ignore"):
            lost, most = self.lost_by_constant(numbers), self.most(numbers)
        if not math.isfinite(most):
            raise InvalidInput(
                f"`scoring` {self.scoring!r} needs a target whose losses are finite numbers; "
                f"its values reach from {numbers.low:g} to {numbers.high:g}; divide them by a "
                "constant."
            )
        is_heavy = most > HEAVY * lost
        return self.scale_of(numbers, most, lost, is_heavy)

    def scale_of(self, target: Numbers, most: float, lost: float, is_heavy: bool) -> Scale:
        """The scale, by the most that a row can lose and what a constant loses."""
        return Scale(
            self.shown,
            -most,
            0.0,
            "approximate" if is_heavy else "row means",
            shown_negated=True,
            heavy_tails=is_heavy,
            decimals=decimals_for(lost),
        )

    def constant(self, target: Target) -> float:
        """The score of the constant that loses least on D_te."""
        return self.score_of(self.lost_by_constant(self.checked(target)), target)

    def score_of(self, loss: float, target: Target) -> float:
        """The score of models with this mean loss."""
        return -loss

    def error_of(self, error: float, loss: float, target: Target) -> float:
        """The standard error of the score, by that of the mean loss."""
        return error

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The scores on the first rows; with a standard error where tails are heavy."""
        numbers = self.checked(target)
        predicted = np.clip(checked_numbers(y, output), *self.limits(numbers))
        losses, scale = self.losses(y.astype(float), predicted), self.scale(target)
        found = np.cumsum(losses)[np.asarray(sizes) - 1] / sizes
        values = [max(scale.low, self.score_of(float(loss), target)) for loss in found]
        if scale.kind == "row means":
            return tuple(Score(v, size) for v, size in zip(values, sizes, strict=True))
        return tuple(
            Score(value, size, stderr=self.error_of(error, float(loss), target))
            for value, size, loss in zip(values, sizes, found, strict=True)
            for error in [self._error(losses[:size], numbers)]
        )

    def _error(self, losses: np.ndarray, target: Numbers) -> float:
        """The standard error of the mean of some losses.

        A sample may happen to hold none of the few rows that lose most, and then shows too
        little spread. All labels are known, so what these rows do to a constant prediction
        is, too: relative to their mean, losses are taken to spread as much as its losses.
        """
        constant = self.best_constant(target)
        mean = self.lost_by_constant(target)
        square = target.expected(lambda y: self.losses(y, np.full(len(y), constant)) ** 2)
        relative = math.sqrt(max(square - mean**2, 0.0)) / mean
        spread = max(float(losses.std()), relative * float(losses.mean()))
        return spread / math.sqrt(len(losses))

    def checked(self, target: Target) -> Numbers:
        """The target, which must be one of numbers that have such a loss."""
        if not isinstance(target, Numbers):
            raise InvalidInput(
                f"`scoring` {self.scoring!r} needs numbers to predict; got classes."
            )
        self.check(target)
        return target


def checked_numbers(y: np.ndarray, output: Any) -> np.ndarray:
    """A finite number for each row; ``ValueError`` if there is none."""
    try:
        predicted = np.asarray(output).astype(float)
    except (TypeError, ValueError) as error:
        raise ValueError("predict gave values that are not numbers") from error
    if predicted.ndim == 2 and predicted.shape[1] == 1:  # some libraries give a column
        predicted = predicted.ravel()
    if predicted.shape != y.shape:
        raise ValueError(f"predict gave shape {predicted.shape} for {len(y)} rows")
    if not np.isfinite(predicted).all():
        raise ValueError("predict gave numbers that are NaN or infinite")
    return predicted


def decimals_for(usual: float) -> int:
    """Decimals that show four digits of a usual loss.

    Examples
    --------
    >>> decimals_for(0.49), decimals_for(12.3), decimals_for(250_000.0)
    (4, 2, 0)
    """
    if not usual > 0:
        return 4
    return max(0, 3 - math.floor(math.log10(usual)))
