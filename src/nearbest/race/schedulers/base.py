"""The contract of a scheduler, and what schedulers share."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from typing import Protocol

from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.sizes import ROUNDED
from nearbest.race.track import Track

#: `growth="auto"` takes no larger step between two sizes.
LARGEST_STEP = 4.0
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
    if race.plan.is_full(task):
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
    """Rows of the next probe."""
    return next(steps_ahead(race, track))


def steps_ahead(race: Race, track: Track) -> Iterator[int]:
    """Sizes to be probed from here on: all, or with growth "auto" as costs suggest."""
    ahead, now = race.next_sizes(track.name), max(track.sizes, default=0)
    while ahead:
        now = _step(race, track, now, ahead) if race.plan.growth == "auto" else ahead[0]
        yield now
        ahead = tuple(size for size in ahead if size > now)


def _step(race: Race, track: Track, now: int, ahead: tuple[int, ...]) -> int:
    """The largest size at which a probe costs no more than twice that of now.

    For costs that grow like s^α this is the paper's optimal step c = 2^(1/α). Before the
    first probe that succeeded, cost is taken to be in proportion to rows.
    """
    model = race.cost_model(track.name)

    def cost(size: int) -> float:
        n_test = race.plan.n_test_for(track.name, size)
        return float(size) if model is None else model.probe(size, n_test).seconds

    farthest, dearest = LARGEST_STEP * now * ROUNDED, 2 * cost(now) * ROUNDED if now else 0.0
    within = [size for size in ahead if size <= farthest and cost(size) <= dearest]
    return within[-1] if within else ahead[0]


def expected_cost(race: Race, task: Task) -> float:
    """What a probe should cost, never nothing."""
    return max(race.expected_cost(task), LEAST_COST)
