"""Seconds as people read them."""

from __future__ import annotations

from nearbest.race.cost import Seconds

#: Units of a rough time, the largest first, each with the seconds from which it is used.
UNITS = (("h", 3600, 5400), ("min", 60, 90), ("s", 1, 0))

#: Where the range of a time is wider than this, no single time is told: it would be off by more
#: than a factor of 2 too often (`make bench-plan`).
WIDEST = 8.0
#: A range that ends below one of these seconds is told by it alone: nobody plans by less.
SOON = (1, 2, 5)


def duration(seconds: float) -> str:
    """Seconds in the unit that fits.

    Examples
    --------
    >>> [duration(s) for s in (0.0, 0.0042, 3.21, 26.8, 561, 9000)]
    ['0 s', '4 ms', '3.2 s', '27 s', '9 min 21 s', '2 h 30 min']
    """
    if seconds <= 0:
        return "0 s"
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


def about(expected: Seconds, then: str = "") -> str:
    """An expected time with its spread, without digits that nobody knows.

    `then` stands between the two. Of a time that nobody knows there is the range alone.

    Examples
    --------
    >>> about(Seconds(230, 120, 420)), about(Seconds(230, 120, 420), " left")
    ('about 4 min (2 to 7)', 'about 4 min left (2 to 7)')
    >>> about(Seconds(5000, 1000, 10_000)), about(Seconds(47, 20, 90)), about(Seconds(7, 7, 7))
    ('17 to 170 min', 'about 47 s (20 to 90)', 'about 7 s')
    >>> about(Seconds(0.3, 0.1, 0.8)), about(Seconds(2, 1, 4.3), " left")
    ('less than 1 s', 'less than 5 s left')
    """
    soon = next((limit for limit in SOON if expected.high <= limit), None)
    if soon is not None and expected.low < expected.high:
        return f"less than {soon} s{then}"
    unit, size, _ = next(u for u in UNITS if expected.seconds >= u[2])
    low, middle, high = (
        _two_digits(max(value / size, 0.0))
        for value in (expected.low, expected.seconds, expected.high)
    )
    if expected.high > WIDEST * expected.low and low != high:
        return f"{low} to {high} {unit}{then}"
    spread = "" if low == high else f" ({low} to {high})"
    return f"about {middle} {unit}{then}{spread}"


def _two_digits(value: float) -> str:
    """At least 1, and no more than two digits that count."""
    if value < 0.5:
        return "1"
    if value < 100:
        return f"{value:.0f}"
    return f"{float(f'{value:.2g}'):.0f}"
