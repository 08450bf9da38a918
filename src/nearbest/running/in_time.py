"""Probes that should end before time is up, instead of those that would be given up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers import Scheduler
from nearbest.running.time_limit import TimeLimit

#: A probe on fewer rows than were asked for takes at most this part of the time left, so
#: that others come after it.
PART = 0.5


@dataclass(frozen=True)
class InTime:
    """Another scheduler, as far as its probes should end in time.

    A probe that would be given up when time is up is made on fewer rows. Where none is
    small enough, it is the turn of whoever the scheduler asks for next.
    """

    scheduler: Scheduler
    limit: TimeLimit

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """At most `free` probes that should end in time."""
        asked = self.scheduler.ask(race, running, free)
        if not self.limit.is_set:
            return asked
        found = self._in_time(race, running, asked)
        if len(found) < len(asked):
            asked = self.scheduler.ask(race, running, len(race.tracks))
            found = self._in_time(race, running, asked)
        return found[:free]

    def _in_time(
        self, race: Race, running: Collection[Task], asked: Collection[Task]
    ) -> list[Task]:
        each = (_fitting(race, running, task, self.limit) for task in asked)
        return [task for task in each if task is not None]


def _fitting(
    race: Race, running: Collection[Task], task: Task, limit: TimeLimit
) -> Task | None:
    """The task, or one on the most rows that should end in time; None if there is none."""
    name = task.configuration
    model = race.tracks[name].cost
    if model is None:
        return task
    left = limit.for_probes(race, [*running, task])
    if model.of_task(task).seconds <= left:
        return task
    fewer = (race.task(name, size) for size in race.next_sizes(name) if size < task.n_train)
    left = PART * limit.for_probes(race, running)
    return max(
        (task for task in fewer if model.of_task(task).seconds <= left),
        key=lambda task: task.n_train,
        default=None,
    )
