"""No race costs much more than full runs, whoever schedules it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers.base import Scheduler, candidates, spent_below

#: What probes below the full size may cost, as a part of all full runs, if all are needed.
MOST_ABOVE = 0.08
#: Part of the full runs of excluded candidates that may be spent besides: they may come back.
RELIED_ON = 0.9


class Capped:
    """Another scheduler, until its probes would cost more than they can save.

    If every candidate still ends in a full run, all that was spent on samples comes on
    top. So samples may cost a part of all full runs, and most of what the full runs of
    excluded candidates would have cost. A probe that would go beyond that is replaced by
    a full run, of the current winner first and then by falling test score.

    Parameters
    ----------
    scheduler : Scheduler
        Whose probes are made as long as there is a budget for them.
    """

    def __init__(self, scheduler: Scheduler) -> None:
        self.scheduler = scheduler
        self.asks_forecast = bool(getattr(scheduler, "asks_forecast", False))

    def __repr__(self) -> str:
        return f"Capped({self.scheduler!r})"

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """At most `free` probes, of which those below the full size are within the budget."""
        asked = self.scheduler.ask(race, running, free)
        if not race.all_probed or race.more_to_come:  # a search goes on with small samples
            return asked
        left = budget(race) - sum(_below(race, task) for task in running)
        found: list[Task] = []
        for task in asked:
            cost = _below(race, task)
            left -= cost
            if not cost or left >= 0:
                found.append(task)
        busy = [*running, *found]
        while len(found) < len(asked):
            task_in_full = _next_full_run(race, busy)
            if task_in_full is None:
                break
            found.append(task_in_full)
            busy.append(task_in_full)
        return found


def budget(race: Race) -> float:
    """What probes below the full size may still cost; all candidates have been probed."""
    full = {
        name: model.low_full_run(race.plan.full_size(name), race.plan.n_test)
        for name, track in race.tracks.items()
        if track.failure is None and (model := race.cost_model(name)) is not None
    }
    saved = sum(full[name] for name in race.rule.excluded(race) if not race.exhausted(name))
    return MOST_ABOVE * sum(full.values()) + RELIED_ON * saved - spent_below(race)


def _below(race: Race, task: Task) -> float:
    """What a probe should cost if it is below the full size, and nothing if it is not."""
    name = task.configuration
    if task.n_train == race.plan.full_size(name) or not race.tracks[name].probes:
        return 0.0
    return race.expected_cost(task)


def _next_full_run(race: Race, running: Collection[Task]) -> Task | None:
    """The current winner's, or that of the candidate with the best test score."""
    waiting = candidates(race, running)
    if not waiting:
        return None
    winner = race.winner
    best = max(waiting, key=lambda t: (t.name == winner, t.probes[-1].test_score))
    task = race.task(best.name, race.plan.full_size(best.name))
    return replace(task, keep_from=float("-inf"))
