"""The contract of a scheduler, and what schedulers share."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Protocol

from nearbest.race.observation import Task
from nearbest.race.plan import FINE_GROWTH
from nearbest.race.race import Race
from nearbest.race.track import Track

#: `growth="auto"` keeps the factor between two sizes within these limits.
SMALLEST_STEP, LARGEST_STEP = FINE_GROWTH, 4.0
#: Clocks may measure nothing; gains are divided by costs.
LEAST_COST = 1e-3


class Scheduler(Protocol):
    """Decides which configuration to probe next, and on how many rows."""

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """At most `free` tasks to start now, none for a configuration in `running`."""


def needs_forecast(scheduler: Scheduler) -> bool:
    """Whether a scheduler asks the race's forecaster, whatever the race stops at."""
    return bool(getattr(scheduler, "asks_forecast", False))


def candidates(race: Race, running: Collection[Task]) -> list[Track]:
    """Contenders to probe further.

    Left out are those that are being probed, and those that a running probe will
    prune if it turns out as expected.
    """
    busy = {task.configuration for task in running}
    waiting = [
        race.tracks[name]
        for name in race.contenders
        if name not in busy and not race.exhausted(name)
    ]
    if not running:
        return waiting
    expected = max(expected_lower(race, task) for task in running)
    return [t for t in waiting if t.interval.upper - expected > race.plan.epsilon]


def expected_lower(race: Race, task: Task) -> float:
    """The lower bound to expect of a running probe if its test score stays as it is.

    The margin below the test score shrinks with the square root of the test rows, and
    is gone at the full size.
    """
    track = race.tracks[task.configuration]
    if not track.probes:
        return race.plan.scale.low
    last = track.probes[-1]
    if task.n_train == race.plan.full_size(task.configuration):
        return last.test_score
    margin = max(last.test_score - track.interval.lower, 0.0)
    return last.test_score - margin * math.sqrt(last.n_test / task.n_test)


def by_promise(track: Track) -> tuple[float, int]:
    """Sort key: highest upper bound first, and the least probed among equals."""
    return (-track.interval.upper, len(track.sizes))


def next_task(race: Race, track: Track) -> Task:
    """The next probe of this configuration."""
    return race.task(track.name, next_size(race, track))


def next_size(race: Race, track: Track) -> int:
    """Rows of the next probe: the next size, or as times suggest."""
    ahead = race.next_sizes(track.name)
    if race.plan.growth != "auto" or not track.sizes:
        return ahead[0]
    limit = max(track.sizes) * cost_fitted_step(race, track)
    within = [size for size in ahead if size <= limit * 1.01]  # sizes are rounded
    return within[-1] if within else ahead[0]


def cost_fitted_step(race: Race, track: Track) -> float:
    """The paper's optimal step c = 2^(1/α) for training times that grow like s^α.

    α comes from the last two probes; before there are two, it is taken to be 1.
    """
    alpha = cost_exponent(race, track)
    if alpha is None:
        return 2.0
    if alpha <= 0:  # fixed costs still dominate
        return LARGEST_STEP
    return min(max(2 ** min(1 / alpha, 2.0), SMALLEST_STEP), LARGEST_STEP)


def cost_exponent(race: Race, track: Track) -> float | None:
    """α if costs grew like s^α between the last two probes; None if there are none."""
    if len(track.probes) < 2:
        return None
    earlier, last = track.probes[-2:]
    if min(race.cost(earlier), race.cost(last)) <= 0:
        return None
    growth = race.cost(last) / race.cost(earlier)
    return math.log(growth) / math.log(last.n_train / earlier.n_train)


def expected_cost(race: Race, task: Task) -> float:
    """What a probe should cost, never nothing."""
    return max(race.expected_cost(task), LEAST_COST)
