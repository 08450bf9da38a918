"""Scheduling by forecast."""

from __future__ import annotations

import math
from collections.abc import Collection
from heapq import nlargest

from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers.base import (
    LARGEST_STEP,
    candidates,
    expected_cost,
    next_task,
)
from nearbest.race.schedulers.gradient import GradientCI
from nearbest.race.sizes import ROUNDED
from nearbest.race.track import Track

#: Costs are weighed for so many of the greatest threats, however many there are.
MOST_WEIGHED = 100


class ThreatFirst:
    """Probe whoever most threatens the winner by forecast, for the cost of it.

    The threat of a rival is its predicted probability to be better than the winner by
    more than ε; that of the winner is what its own uncertainty adds to all of these.
    Every configuration is probed once before. Where the forecast sees no threat, and a
    proof is wanted, `GradientCI` goes on.

    Parameters
    ----------
    leap : float, default=inf
        While more doublings than this are left to the full size, steps are fourfold.
    """

    asks_forecast = True

    def __init__(self, leap: float = math.inf) -> None:
        self.leap = leap

    def __repr__(self) -> str:
        return "ThreatFirst()" if math.isinf(self.leap) else f"ThreatFirst(leap={self.leap})"

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """The `free` largest threats for their cost among those that are not running."""
        if free < 1:
            return []
        waiting = candidates(race, running)
        new = [track for track in waiting if not track.probes]
        if new or race.incumbent is None:
            return [next_task(race, track) for track in new[:free]]
        threats = race.forecast.threats(race.forecast.best)
        threat = {track.name: float(threats[race.plan.index[track.name]]) for track in waiting}
        greatest = nlargest(
            MOST_WEIGHED,
            (track for track in waiting if threat[track.name] > 0),
            key=lambda track: threat[track.name],
        )
        if not greatest:
            return GradientCI().ask(race, running, free)
        greatest.sort(key=lambda track: self._cost(race, track) / threat[track.name])
        return [self._next_task(race, track) for track in greatest[:free]]

    def _next_task(self, race: Race, track: Track) -> Task:
        now, full = max(track.sizes, default=0), race.plan.full_size(track.name)
        if now and math.log2(full / now) > self.leap:
            farthest = LARGEST_STEP * now * ROUNDED
            within = [size for size in race.next_sizes(track.name) if size <= farthest]
            if within:
                return race.task(track.name, within[-1])
        return next_task(race, track)

    def _cost(self, race: Race, track: Track) -> float:
        """What the next probe should cost."""
        return expected_cost(race, self._next_task(race, track))
