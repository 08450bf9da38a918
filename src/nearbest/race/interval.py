"""A closed interval of scores."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """The scores from `lower` to `upper`, both included.

    Examples
    --------
    >>> from nearbest.race.interval import Interval
    >>> narrow = Interval(0.7, 0.9) & Interval(0.8, 1.0)
    >>> narrow
    Interval(lower=0.8, upper=0.9)
    >>> 0.85 in narrow, 0.95 in narrow
    (True, False)
    >>> (Interval(0.0, 0.2) & Interval(0.5, 1.0)).is_empty
    True
    """

    lower: float = 0.0
    upper: float = 1.0

    def __and__(self, other: Interval) -> Interval:
        return Interval(max(self.lower, other.lower), min(self.upper, other.upper))

    def __contains__(self, score: float) -> bool:
        return self.lower <= score <= self.upper

    def __str__(self) -> str:
        return f"[{self.lower:.4f}, {self.upper:.4f}]"

    @property
    def width(self) -> float:
        """`upper` − `lower`; negative where the interval is empty."""
        return self.upper - self.lower

    @property
    def is_empty(self) -> bool:
        """Whether no score lies in it."""
        return self.lower > self.upper


#: Where an accuracy lies before anything is known of it; of any score, `Scale.unknown`.
UNKNOWN = Interval()


def finite_span(intervals: Iterable[Interval]) -> Interval:
    """From the lowest to the highest end that is a finite number, for what is drawn.

    Scores whose range is not known begin with intervals without ends.

    Examples
    --------
    >>> finite_span([Interval(0.5, math.inf), Interval(0.4, 0.8)])
    Interval(lower=0.4, upper=0.8)
    """
    ends = [end for i in intervals for end in (i.lower, i.upper) if math.isfinite(end)]
    return Interval(min(ends), max(ends)) if ends else UNKNOWN
