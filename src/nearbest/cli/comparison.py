"""Is the altered configuration better? An answer in words, from two intervals."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from nearbest.race.interval import Interval
from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers import Scheduler
from nearbest.race.score import ACCURACY, Scale, as_tolerated
from nearbest.running.settings.tolerance import tolerance

Answer = Literal["better", "worse", "equal", "unknown"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How B compares with A, as far as their intervals tell.

    Examples
    --------
    >>> from nearbest.race.interval import Interval
    >>> found = Comparison("old", Interval(0.70, 0.72), "new", Interval(0.75, 0.78), 0.01)
    >>> found.answer
    'better'
    >>> print(found)
    new is better than old: by 0.0300 to 0.0800.
    """

    a: str
    of_a: Interval
    b: str
    of_b: Interval
    epsilon: float
    scores: Scale = ACCURACY

    @property
    def difference(self) -> Interval:
        """Where the score of B minus that of A lies; larger scores are better."""
        return Interval(self.of_b.lower - self.of_a.upper, self.of_b.upper - self.of_a.lower)

    @property
    def answer(self) -> Answer:
        """Equal only where neither can be ahead by more than ε."""
        low, high = self.difference.lower, self.difference.upper
        if -self.epsilon <= low and high <= self.epsilon:
            return "equal"
        if low > 0:
            return "better"
        return "worse" if high < 0 else "unknown"

    def __str__(self) -> str:
        low, high = self.difference.lower, self.difference.upper
        n = self.scores.number
        match self.answer:
            case "better":
                return f"{self.b} is better than {self.a}: by {n(low)} to {n(high)}."
            case "worse":
                return f"{self.b} is worse than {self.a}: by {n(-high)} to {n(-low)}."
            case "equal":
                return (
                    f"{self.b} and {self.a} are equal within {as_tolerated(self.epsilon)}: "
                    f"{self.b} is at most {n(max(-low, 0))} worse and at most "
                    f"{n(max(high, 0))} better."
                )
        return f"Not known yet: {self._what_is_known()}"

    def _what_is_known(self) -> str:
        low, high = self.difference.lower, self.difference.upper
        n = self.scores.number
        if high <= self.epsilon:
            return (
                f"{self.b} is not better than {self.a} by more than {n(max(high, 0))}, but "
                f"may be equal, or worse by up to {n(-low)}."
            )
        if low >= -self.epsilon:
            return (
                f"{self.b} is not worse than {self.a} by more than {n(max(-low, 0))}, but may "
                f"be equal, or better by up to {n(high)}."
            )
        return (
            f"{self.b} may be worse than {self.a} by up to {n(-low)}, or better by up to "
            f"{n(high)}."
        )


def comparison_of(race: Race, epsilon: float) -> Comparison:
    """How the second configuration of a race compares with the first."""
    a, b = race.plan.names
    return Comparison(
        a, race.tracks[a].interval, b, race.tracks[b].interval, epsilon, race.plan.scale
    )


@dataclass(frozen=True, slots=True)
class UntilAnswered:
    """A scheduler that asks for no more probes once the question is answered.

    `epsilon` is as the user wrote it: a share of what a constant has, too, or nothing.
    """

    scheduler: Scheduler
    epsilon: float | str | None

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """What the scheduler asks for, or nothing."""
        epsilon = tolerance(self.epsilon, race.plan.scale, race.plan.constant)
        if comparison_of(race, epsilon).answer != "unknown":
            return []
        return self.scheduler.ask(race, running, free)
