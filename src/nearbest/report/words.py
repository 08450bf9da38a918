"""Numbers as people read them."""

from __future__ import annotations

from nearbest.race.interval import Interval
from nearbest.race.prediction import chance


def duration(seconds: float) -> str:
    """Seconds in the unit that fits.

    Examples
    --------
    >>> [duration(s) for s in (0.0042, 3.21, 26.8, 561, 9000)]
    ['4 ms', '3.2 s', '27 s', '9 min 21 s', '2 h 30 min']
    """
    if seconds < 0.9995:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 120:
        return f"{whole} s"
    if whole < 7200:
        return f"{whole // 60} min {whole % 60} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min"


def bounds(interval: Interval) -> str:
    """An interval with an en dash between its ends.

    Examples
    --------
    >>> bounds(Interval(0.8, 0.85))
    '0.8000 – 0.8500'
    """
    return f"{interval.lower:.4f} – {interval.upper:.4f}"


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
