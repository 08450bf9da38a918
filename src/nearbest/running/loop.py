"""The loop: ask, submit, wait, journal, tell.

The only place where waiting, time and journalling happen.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from typing import Any

from nearbest.errors import CannotRead
from nearbest.race.observation import Limit, Observation, Task
from nearbest.race.race import Race
from nearbest.race.schedulers import Scheduler
from nearbest.running.ctrl_c import SECONDS_UNNOTICED, Pressed, noticing_ctrl_c
from nearbest.running.executors import is_fault_of_pool, was_killed
from nearbest.running.in_time import InTime
from nearbest.running.searching.arrivals import Arrivals
from nearbest.running.time_limit import NO_LIMIT, TimeLimit
from nearbest.running.workers.execution import Execution

logger = logging.getLogger("nearbest")

#: Sees the race and the probes in flight whenever either changes.
Watcher = Callable[[Race, Collection[Task]], None]

#: Killing a worker costs the start of a new one: probes shorter than this may end.
SECONDS_WORTH_A_KILL = 5.0

INTERRUPTED = (
    "Interrupted: finishing with the current winner. Press Ctrl-C again to skip its training."
)


def run(
    race: Race,
    scheduler: Scheduler,
    where: Execution,
    *,
    limit: TimeLimit = NO_LIMIT,
    clock: Callable[[], float] = time.perf_counter,
    journal: Callable[[Observation], None] | None = None,
    watch: Watcher | None = None,
    arrivals: Arrivals | None = None,
) -> float:
    """Probe until the race is decided, nothing is left, or time is up.

    Ctrl-C does the same as a timeout, once there is an observation to go by. Samples that
    cannot be read end the run with `CannotRead`. Time is up when the rest of `limit` is
    needed to train the winner. Returns the seconds spent, those of earlier calls on the
    same race included.
    """
    earlier, start, scheduler = race.elapsed, clock(), InTime(scheduler, limit)
    listener = Listener(race, where, lambda: earlier + clock() - start, journal, arrivals)
    running: dict[Future[Any], Task] = {}
    lost: set[Task] = set()
    try:
        with noticing_ctrl_c(at_once=False) as pressed:
            while race.ending is None and limit.for_probes(race, running.values()) > 0:
                tasks = _next_tasks(race, scheduler, where, running.values(), limit, arrivals)
                for task in tasks:
                    if watch is not None:
                        watch(race, [*running.values(), task])
                    with pressed.raising(where.in_this_thread):  # in the probe, not after it
                        running[where.submit(task)] = task
                if not running:
                    break
                left = limit.for_probes(race, running.values())
                for future in first_ended(running, left, pressed):
                    task = running.pop(future)
                    if task not in lost and _was_lost(future, where):
                        lost.add(task)  # once: the second time it counts against the probe
                        running[where.submit(task)] = task
                        continue
                    listener.take_in(task, future)
                    if watch is not None:
                        watch(race, running.values())
                _cancel_useless(race, running)
    except KeyboardInterrupt:
        if race.incumbent is None:
            raise
        logger.warning(INTERRUPTED)
        _finish_training(race, running, listener, limit, watch)
    finally:
        where.stop(running, needed_again=limit.trains_after(race))
    _name_unprobed(race, running.values())
    return listener.elapsed()


@dataclass(frozen=True)
class Listener:
    """Takes in what came of probes: journal first, then race, search and models.

    `elapsed` tells the seconds of the run so far.
    """

    race: Race
    where: Execution
    elapsed: Callable[[], float]
    journal: Callable[[Observation], None] | None
    arrivals: Arrivals | None

    def take_in(self, task: Task, future: Future[Any]) -> None:
        """Let a probe that has ended count."""
        observation, model = _outcome(task, future, self.where)
        observation = replace(observation, elapsed=self.elapsed())
        if self.journal is not None:
            self.journal(observation)  # durable before it decides
        self.race.tell(observation)
        if self.arrivals is not None:
            self.arrivals.tell(self.race, observation)
        self.where.keeper.offer(self.race, observation, model)


def _finish_training(
    race: Race,
    running: dict[Future[Any], Task],
    listener: Listener,
    limit: TimeLimit,
    watch: Watcher | None,
) -> None:
    """Let the winner's full run end that is under way in a worker, unless Ctrl-C comes again.

    It would be begun anew for delivery.
    """
    for future, task in list(running.items()):
        if not race.plan.is_full(task) or task.configuration != race.winner or future.done():
            continue
        if watch is not None:
            watch(race, [replace(task, for_delivery=True)])
        with noticing_ctrl_c(at_once=False) as pressed:
            ended = first_ended([future], limit.left, pressed)
        if ended and not _was_lost(future, listener.where):
            del running[future]
            listener.take_in(task, future)


def _next_tasks(
    race: Race,
    scheduler: Scheduler,
    where: Execution,
    running: Collection[Task],
    limit: TimeLimit,
    arrivals: Arrivals | None,
) -> list[Task]:
    """What to start now; newcomers are let in where it is their turn, or nobody else's."""
    free = where.n_workers - len(running)
    due = limit.to_confirm(race, running) if free else None
    if due is not None:
        return [due]
    if arrivals is None or not race.more_to_come:
        return scheduler.ask(race, running, free)
    if arrivals.go_first(race):
        tasks = arrivals.tasks(race, running, free, where)
        if arrivals.go_alone(race):
            return tasks
        return tasks + scheduler.ask(race, [*running, *tasks], free - len(tasks))
    tasks = scheduler.ask(race, running, free)
    return tasks + arrivals.tasks(race, [*running, *tasks], free - len(tasks), where)


def first_ended(
    running: Collection[Future[Any]], seconds: float, pressed: Pressed
) -> set[Future[Any]]:
    """The first that end, if one does within `seconds`; Ctrl-C is raised here."""
    end = time.perf_counter() + seconds
    while True:
        pressed.check()
        left = max(0.0, end - time.perf_counter())
        ended = wait(running, min(left, SECONDS_UNNOTICED), FIRST_COMPLETED).done
        pressed.check()  # workers of others may have heard it too, and failed of it
        if ended or not left:
            return ended


def _cancel_useless(race: Race, running: dict[Future[Any], Task]) -> None:
    """Cancel long probes of configurations that are out of play meanwhile."""
    if not running:
        return
    in_play = set(race.rule.in_play(race))
    for future, task in list(running.items()):
        out = task.configuration not in in_play and not task.for_search
        useless = race.ending is not None or out
        seconds = race.tracks[task.configuration].expected_seconds(task)
        if useless and seconds >= SECONDS_WORTH_A_KILL and future.cancel():
            del running[future]


def _name_unprobed(race: Race, given_up: Collection[Task]) -> None:
    """Say whose first probe did not end: nothing else would tell that it hangs."""
    for name in dict.fromkeys(task.configuration for task in given_up):
        if not race.tracks[name].probes and race.tracks[name].failure is None:
            logger.warning("%s was still at its first probe when the race was stopped.", name)


def _was_lost(future: Future[Any], where: Execution) -> bool:
    """Whether the executor failed, not the probe, which returns its failures.

    A worker process of ours that dies while probing is the probe's failure.
    """
    if future.cancelled():
        return where.elsewhere
    error = future.exception()
    return error is not None and (where.elsewhere or is_fault_of_pool(error))


def _outcome(task: Task, future: Future[Any], where: Execution) -> tuple[Observation, Any]:
    """The probe's observation, but for the time; a probe that was lost is a failure too.

    Samples that cannot be read are the run's failure, not the candidate's.
    """
    try:
        observation, model = future.result()
    except CannotRead:
        raise
    except BaseException as error:  # Ctrl-C was checked for: this is what the probe raised
        observation = Observation.failed(
            task, where.reason(error), _broken(error, where.limits)
        )
        model = None
    return replace(observation, for_search=task.for_search), model


def _broken(error: BaseException, limits: Mapping[str, float | None]) -> Limit | None:
    """The limit that a lost probe went beyond, as far as can be told.

    Native code that gets no memory often ends its process.
    """
    for name, is_broken in (
        ("probe_timeout", isinstance(error, TimeoutError)),
        ("probe_memory", was_killed(error)),
    ):
        value = limits.get(name)
        if is_broken and value is not None:
            return name, value
    return None
