"""The contract of a scheduler, and what schedulers share."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Protocol

from nearbest.observation import Task
from nearbest.plan import FINE_GROWTH
from nearbest.race import Race, Track

#: `growth="auto"` keeps the factor between two sizes within these limits.
SMALLEST_STEP, LARGEST_STEP = FINE_GROWTH, 4.0


class Scheduler(Protocol):
    """Decides which configuration to probe next, and on how many rows."""

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """At most `free` tasks to start now, none for a configuration in `running`."""


def candidates(race: Race, running: Collection[Task]) -> list[Track]:
    """Contenders that can be probed further and are not being probed."""
    busy = {task.configuration for task in running}
    return [
        race.tracks[name]
        for name in race.contenders
        if name not in busy and not race.exhausted(name)
    ]


def by_promise(track: Track) -> tuple[float, int]:
    """Sort key: highest upper bound first, and the least probed among equals."""
    return (-track.interval.upper, len(track.sizes))


def next_task(race: Race, track: Track) -> Task:
    """The next probe of this configuration: the next size, or as times suggest."""
    ahead = race.next_sizes(track.name)
    if race.plan.growth != "auto" or not track.sizes:
        return race.task(track.name, ahead[0])
    limit = max(track.sizes) * time_fitted_step(track)
    within = [size for size in ahead if size <= limit * 1.01]  # sizes are rounded
    return race.task(track.name, within[-1] if within else ahead[0])


def time_fitted_step(track: Track) -> float:
    """The paper's optimal step c = 2^(1/α) for training times that grow like s^α.

    α comes from the last two probes; before there are two, it is taken to be 1.
    """
    if len(track.probes) < 2:
        return 2.0
    earlier, last = track.probes[-2:]
    if min(earlier.seconds, last.seconds) <= 0:
        return 2.0
    alpha = math.log(last.seconds / earlier.seconds) / math.log(last.n_train / earlier.n_train)
    if alpha <= 0:  # fixed costs still dominate
        return LARGEST_STEP
    return min(max(2 ** min(1 / alpha, 2.0), SMALLEST_STEP), LARGEST_STEP)
