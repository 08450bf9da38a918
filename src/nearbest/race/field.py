"""All intervals of a race side by side: who leads, and who can still win."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from nearbest.race.interval import Interval
from nearbest.race.score import Scale


class Field:
    """Bounds of every configuration as arrays, by their places in the plan.

    Who leads and who contends is asked far more often than it changes, and is kept until then.

    Examples
    --------
    >>> from nearbest.race.score import ACCURACY
    >>> field = Field(ACCURACY, 3, epsilon=0.01)
    >>> for i, (lower, upper) in enumerate([(0.7, 0.8), (0.6, 0.65), (0.5, 0.9)]):
    ...     field.note(i, Interval(lower, upper))
    >>> field.incumbent, field.contending.tolist()
    (0, [True, False, True])
    """

    def __init__(self, scale: Scale, n: int, epsilon: float) -> None:
        self.scale, self.epsilon = scale, epsilon
        self.lower, self.upper = np.full(n, scale.low), np.full(n, scale.high)
        self.alive, self.probed = np.ones(n, bool), np.zeros(n, bool)

    def join(self, n: int) -> None:
        """Make room for `n` more, of whom nothing is known."""
        more = Field(self.scale, n, self.epsilon)
        for name in ("lower", "upper", "alive", "probed"):
            setattr(self, name, np.append(getattr(self, name), getattr(more, name)))
        self._forget()

    def note(self, i: int, interval: Interval) -> None:
        """Take in the interval of one that was probed."""
        self.lower[i], self.upper[i] = interval.lower, interval.upper
        self.probed[i] = True
        self._forget()

    def leave_out(self, i: int) -> None:
        """One has failed, and cannot win."""
        self.alive[i] = False
        self._forget()

    def _forget(self) -> None:
        for name in ("incumbent", "contending"):
            self.__dict__.pop(name, None)

    @cached_property
    def incumbent(self) -> int | None:
        """The place of the largest lower bound; None before the first."""
        eligible = self.alive & self.probed
        if not eligible.any():
            return None
        return int(np.argmax(np.where(eligible, self.lower, -np.inf)))

    @cached_property
    def contending(self) -> np.ndarray:
        """Who may still beat the incumbent by more than ε, and itself."""
        i = self.incumbent
        if i is None:
            return self.alive.copy()
        in_reach = self.upper - self.lower[i] > self.epsilon
        contending: np.ndarray = self.alive & in_reach
        contending[i] = True
        return contending

    @property
    def papers_guess(self) -> int | None:
        """The incumbent or the highest upper bound, whichever has the smaller gap."""
        i = self.incumbent
        if i is None:
            return None
        eligible = self.contending & self.probed
        most_promising = int(np.argmax(np.where(eligible, self.upper, -np.inf)))
        return min((i, most_promising), key=self.gap)

    def gap(self, i: int) -> float:
        """How much any other may beat this one by."""
        return self.highest_other(i) - float(self.lower[i])

    def highest_other(self, i: int) -> float:
        """The highest upper bound of the others."""
        upper = np.where(self.alive, self.upper, self.scale.low)
        upper[i] = self.scale.low
        return float(upper.max())
