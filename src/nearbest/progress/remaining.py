"""An honest estimate of what is left: the most it should take, or nothing."""

from __future__ import annotations

import math
from collections.abc import Collection

from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.track import Track

#: Times seldom grow faster than this power of the rows; two noisy ones may seem to.
STEEPEST = 2.0


def seconds_left(race: Race, running: Collection[Task]) -> float | None:
    """Seconds to probe every contender at all its sizes up to the full one.

    Times grow as they did between a configuration's last two probes, at least in
    proportion to the rows. Pruning can only make it less. None while a contender
    was not probed yet, as nothing can be said of it.
    """
    total = 0.0
    for name in race.contenders:
        track = race.tracks[name]
        if not track.probes:
            return None
        total += sum(seconds_for(track, size) for size in race.next_sizes(name))
    best = race.tracks[race.winner]
    if not race.exhausted(best.name):
        total += seconds_for(best, race.plan.full_size(best.name))  # the model to deliver
    return total / max(len(running), 1)


def seconds_for(track: Track, n_train: int) -> float:
    """How long a probe of this size should take."""
    last = track.probes[-1]
    return float(last.seconds * (n_train / last.n_train) ** _growth(track))


def _growth(track: Track) -> float:
    """The power of the rows with which the times of the last two probes grew."""
    if len(track.probes) < 2:
        return 1.0
    before, last = track.probes[-2:]
    if min(before.seconds, last.seconds) <= 0:
        return 1.0
    power = math.log(last.seconds / before.seconds) / math.log(last.n_train / before.n_train)
    return min(max(power, 1.0), STEEPEST)


def duration(seconds: float) -> str:
    """Seconds the way people say them.

    Examples
    --------
    >>> duration(8.4), duration(95), duration(7_300)
    ('8 s', '1 min 35 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def roughly(seconds: float) -> str:
    """A duration without digits that nobody knows.

    Examples
    --------
    >>> roughly(0.3), roughly(47), roughly(95), roughly(7_300)
    ('1 s', '50 s', '2 min', '2 h')
    """
    if seconds < 10:
        return f"{max(math.ceil(seconds), 1)} s"
    if seconds < 55:
        return f"{math.ceil(seconds / 10) * 10} s"
    if seconds < 55 * 60:
        return f"{round(seconds / 60)} min"
    hours = seconds / 3600
    return f"{hours:.0f} h" if hours >= 2 else f"{hours:.1f} h"
