"""A closed interval of scores."""

from __future__ import annotations

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
