"""Numbers as people read them."""

from __future__ import annotations

from nearbest.race.interval import Interval
from nearbest.race.prediction import chance
from nearbest.race.score import ACCURACY, Scale


def bounds(interval: Interval, scale: Scale = ACCURACY) -> str:
    """An interval with an en dash between its ends, or the point that it is.

    Examples
    --------
    >>> bounds(Interval(0.8, 0.85)), bounds(Interval(0.8, 0.8))
    ('0.8000 – 0.8500', '0.8000')
    """
    shown = scale.shown_interval(interval)
    if shown.lower == shown.upper:
        return scale.number(shown.lower)
    return f"{scale.number(shown.lower)} – {scale.number(shown.upper)}"


def short_chance(probability: float) -> str:
    """A forecast probability where there is little room.

    Examples
    --------
    >>> short_chance(0.9683), short_chance(1.0), short_chance(0.0)
    ('0.96', '> 0.99', '< 0.01')
    """
    return chance(probability).replace("above", ">").replace("below", "<")


def times(factor: float) -> str:
    """A factor with as many digits as it deserves.

    Examples
    --------
    >>> times(19.87), times(1.64)
    ('20×', '1.6×')
    """
    return f"{factor:.0f}×" if factor >= 9.95 else f"{factor:.1f}×"
