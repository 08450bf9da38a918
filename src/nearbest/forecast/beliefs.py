"""What is believed of all final scores together: forecasts, and what they share."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Self

import numpy as np
from scipy.special import ndtr

from nearbest.race.blocks import blocks
from nearbest.race.tuning import Tuning

#: Forecasts tell the quantiles of 10 % and 90 %, so many standard deviations away.
PROBIT = 1.2816
#: A forecast that hardly got narrower is not held to have been tested hard.
MOST_ALIKE = 0.85
#: No spread is taken to be narrower, lest something be divided by 0.
NARROWEST = 1e-9
#: Residuals in units of the spread, from kinds and probabilities.
Shapes = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Beliefs:
    """Joint draws of the final scores of all candidates.

    A forecast is a centre with a spread below and above. Errors of candidates on one
    dataset go together (a factor for all and one for each kind of learner), and a
    forecast that moved by more than it should widens and shifts those of others.

    Parameters
    ----------
    kinds : ndarray of int
        The kind of learner of each candidate.
    shapes : callable
    tuning : Tuning
    rng : Generator
    lowest : float, default=0.0
        The worst score there can be; the best is 1.
    """

    def __init__(
        self,
        kinds: np.ndarray,
        shapes: Shapes,
        tuning: Tuning,
        rng: np.random.Generator,
        lowest: float = 0.0,
    ) -> None:
        n = len(kinds)
        self.tuning, self._lowest = tuning, lowest
        drawn = shapes(kinds, ndtr(_factors(kinds, tuning, rng)))
        self.residuals = np.clip(drawn, -tuning.cut, tuning.cut)
        self.centre, self.below, self.above = np.zeros((3, n))
        self._told = np.zeros(n, bool)
        self._kinds = kinds
        self._sum, self._squares, self._count = np.zeros((3, n))

    def branch(self, n_draws: int) -> Self:
        """The same beliefs, to go on beside these, with the first of the draws."""
        new = copy(self)
        new.residuals = self.residuals[:, :n_draws]
        for name in ("centre", "below", "above", "_told", "_sum", "_squares", "_count"):
            setattr(new, name, getattr(self, name).copy())
        return new

    def tell(self, i: int, centre: float, below: float, above: float, test: bool) -> None:
        """A new forecast of candidate `i`; `test` if the one before is held against it."""
        if test and self._told[i]:
            self._learn(i, self._surprise(i, centre, below + above))
        self.centre[i], self.below[i], self.above[i] = centre, below, above
        self._told[i] = True

    def draws(self, out: np.ndarray | None = None) -> np.ndarray:
        """Final scores, a row per candidate; written into `out` where that is given."""
        s = self.tuning
        bias = self._sum / (self._count + s.prior_bias) / PROBIT
        width = np.sqrt((self._squares + s.prior_width) / (self._count + s.prior_width))
        width = np.clip(width, s.narrowest, s.widest)
        drawn = np.empty_like(self.residuals) if out is None else out
        for rows in blocks(len(drawn)):  # with thousands of candidates it is the loop's time
            z = self.residuals[rows] * width[rows, None]
            z += bias[rows, None]
            high = np.maximum(z, 0, out=drawn[rows])
            high *= self.above[rows, None]
            low = np.minimum(z, 0, out=z)
            low *= self.below[rows, None]
            high += low
            high += self.centre[rows, None]
            np.clip(high, self._lowest, 1, out=high)
        return drawn

    def leads(self, winner: int, score: float | None = None) -> np.ndarray:
        """How far the winner is ahead of each one, plus ε, in spreads of that one's forecast.

        `score` is the winner's final score, if it is known.
        """
        own = self.centre[winner] if score is None else score
        ahead = own + self.tuning.epsilon - self.centre
        leads: np.ndarray = ahead / np.maximum(self.above, NARROWEST)
        return leads

    def _surprise(self, i: int, centre: float, width: float) -> float:
        """By how many standard deviations a forecast moved, of those it could move."""
        above, below = self.above[i], self.below[i]
        moved = centre - self.centre[i]
        scale = (above if moved > 0 else below) / PROBIT
        share = min(width / (above + below), MOST_ALIKE)
        limit = self.tuning.largest_surprise
        return float(np.clip(moved / (scale * np.sqrt(1 - share**2)), -limit, limit))

    def _learn(self, i: int, surprise: float) -> None:
        weight = np.where(self._kinds == self._kinds[i], 1.0, self.tuning.other_kind)
        weight[i] = self.tuning.own_past
        self._sum += weight * surprise
        self._squares += weight * surprise**2
        self._count += weight


def _factors(kinds: np.ndarray, s: Tuning, rng: np.random.Generator) -> np.ndarray:
    """Standard normal draws that go together as errors on one dataset do."""
    own = max(1 - s.shared - s.shared_by_kind, 0.0)
    by_kind = rng.normal(size=(int(kinds.max(initial=0)) + 1, s.n_draws))
    factors: np.ndarray = (
        np.sqrt(s.shared) * rng.normal(size=(1, s.n_draws))
        + np.sqrt(s.shared_by_kind) * by_kind[kinds]
        + np.sqrt(own) * rng.normal(size=(len(kinds), s.n_draws))
    )
    return factors
