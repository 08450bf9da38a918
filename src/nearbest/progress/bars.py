"""Intervals and the certified gap as bars of characters."""

from __future__ import annotations

import math
from dataclasses import replace

from nearbest.race.interval import Interval
from nearbest.race.score import ACCURACY, Scale

#: The gap's bar ends at this share where ε is 0, as a logarithm has no other end.
SMALLEST_EPSILON = 1e-4


def bar(interval: Interval, scale: Interval, width: int = 30) -> str:
    """An interval drawn on a scale.

    Examples
    --------
    >>> from nearbest.race.interval import Interval
    >>> bar(Interval(0.8, 0.9), Interval(0.8, 1.0), width=10)
    '█████·····'
    """
    first = min(position(interval.lower, scale, width), width - 1)
    last = max(position(interval.upper, scale, width), first + 1)
    return "·" * first + "█" * (last - first) + "·" * (width - last)


def position(score: float, scale: Interval, width: int) -> int:
    """Where a score stands on a scale of so many characters, cut at its ends."""
    if math.isinf(score):
        return width if score > 0 else 0
    span = scale.width or 1.0
    return min(max(round((score - scale.lower) / span * width), 0), width)


def ruler(scale: Interval, mark: float | None, width: int, scores: Scale = ACCURACY) -> str:
    """The ends of a scale, with ▾ where an upper bound must fall to be excluded.

    The better end is at the right, of a loss the smaller one.

    Examples
    --------
    >>> from nearbest.race.interval import Interval
    >>> ruler(Interval(0.5, 1.0), 0.75, width=21)
    '0.500      ▾    1.000'
    """
    low, high = ends(scale, scores)
    characters = list(low + " " * (width - len(low) - len(high)) + high)
    if mark is not None and scale.lower <= mark <= scale.upper:
        place = min(position(mark, scale, width), width - 1)
        if characters[place] == " ":
            characters[place] = "▾"
    return "".join(characters)


def ends(scale: Interval, scores: Scale) -> tuple[str, str]:
    """The ends of a scale as users write them, with a digit less where there is little room.

    Examples
    --------
    >>> ends(Interval(0.5, 1.0), ACCURACY)
    ('0.500', '1.000')
    """
    rough = replace(scores, decimals=max(scores.decimals - 1, 0))
    return rough.text(scale.lower), rough.text(scale.upper)


def gap_bar(gap: float, epsilon: float, width: int = 20, widest: float = 1.0) -> str:
    """How far the certified gap has come from the `widest` to ε, on a logarithmic scale.

    Where there is no widest, as the range of scores is not known, from a hundred times ε.

    Examples
    --------
    >>> gap_bar(0.1, 0.01, width=10), gap_bar(0.01, 0.01, width=10)
    ('━━━━━─────', '━━━━━━━━━━')
    """
    if math.isinf(widest):
        widest = 100 * epsilon or 1.0
    goal = math.log(max(epsilon / widest, SMALLEST_EPSILON))
    share = math.log(min(max(gap / widest, SMALLEST_EPSILON), 1.0)) / goal if goal else 1.0
    return share_bar(share, width)


def share_bar(share: float, width: int = 20) -> str:
    """How much is done, from 0 to 1.

    Examples
    --------
    >>> share_bar(0.25, width=8)
    '━━──────'
    """
    done = min(int(share * width + 1e-9), width)
    return "━" * done + "─" * (width - done)
