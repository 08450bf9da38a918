"""Hyperband over the sample size, with successive halving or with races in its brackets."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from nearbest.baselines.outcome import Outcome, ranked
from nearbest.baselines.rungs import (
    NEARLY,
    Once,
    check_factor,
    first_rows,
    largest_of,
    n_steps,
    standing,
    task_of,
)
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation, Probe, Task
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import GradientCI
from nearbest.running.executors import Serial
from nearbest.running.loop import run
from nearbest.running.workers.execution import Execution
from nearbest.running.workers.kept_models import Keeper


@dataclass(frozen=True, slots=True)
class Bracket:
    """Configurations that begin on the same number of rows."""

    names: tuple[str, ...]
    rows: float


def hyperband(
    plan: Plan, probe: Probe, *, start: int | None = None, factor: float = 3.0
) -> Outcome:
    """Successive halving from several first sizes (Li et al., 2018).

    Brackets that begin on few rows have many configurations, and those that begin on
    many rows have few. The best score at the largest size is chosen.

    Parameters
    ----------
    plan, probe
        As in `successive_halving`.
    start : int, optional
        Rows that the first bracket begins on; by default the plan's fewest.
    factor : float, default=3
        How many times fewer configurations and more rows from one rung to the next.

    Notes
    -----
    Hyperband draws as many configurations as its brackets ask for. Here they are given,
    and shared out among the brackets in the same proportions.
    """
    once = Once(plan, probe)
    for bracket in brackets(plan, start, factor):
        _halve(once, bracket, factor, largest_of(plan))
    return Outcome(_best(once.history), once.history)


def raced_hyperband(
    plan: Plan, probe: Probe, *, start: int | None = None, factor: float = 3.0
) -> Outcome:
    """Hyperband with a race to ε in the place of successive halving.

    Each bracket races those that begin on its rows against the winner so far, until the
    proof decides; δ is shared by the brackets.
    """
    found = brackets(plan, start, factor)
    history: list[Observation] = []
    winner: str | None = None
    for bracket in found:
        names = bracket.names if winner is None else (winner, *bracket.names)
        sizes = {name: plan.sizes[name] for name in names}
        race = Race(replace(plan, sizes=sizes, delta=plan.delta / len(found)), Exact())
        for observation in history:
            if observation.configuration == winner:
                race.tell(observation)
        known = len(race.history)
        where = Execution(probe, Serial(), 1, Keeper())
        run(race, BeginningAt(bracket.rows), where)
        history += [observation for observation, _ in race.history[known:]]
        winner = race.winner
    return Outcome(winner or plan.names[0], tuple(history))


@dataclass(frozen=True, slots=True)
class BeginningAt:
    """`GradientCI`, but for first probes, which are made on at least so many rows."""

    rows: float

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """At most `free` tasks to start now."""
        return [
            task
            if race.tracks[task.configuration].probes
            else race.task(
                task.configuration, task_of(race.plan, task.configuration, self.rows).n_train
            )
            for task in GradientCI().ask(race, running, free)
        ]


def brackets(plan: Plan, start: int | None, factor: float) -> list[Bracket]:
    """All configurations, in their order, shared out as Hyperband's brackets ask."""
    check_factor(factor)
    first = first_rows(plan, start)
    most = n_steps(plan, first, factor)
    asked = [math.ceil((most + 1) / (s + 1) * factor**s) for s in range(most, -1, -1)]
    counts = _shared_out(len(plan.names), asked)
    found, taken = [], 0
    for step, count in enumerate(counts):
        rows = largest_of(plan) / factor ** (most - step)
        if count:
            found.append(Bracket(plan.names[taken : taken + count], rows))
        taken += count
    return found


def _shared_out(n: int, asked: Sequence[int]) -> list[int]:
    """`n` split in the proportions of `asked`, the largest remainders rounded up."""
    exact = [n * part / sum(asked) for part in asked]
    counts = [int(share) for share in exact]
    by_rest = sorted(range(len(asked)), key=lambda k: counts[k] - exact[k])
    for k in by_rest[: n - sum(counts)]:
        counts[k] += 1
    return counts


def _halve(once: Once, bracket: Bracket, factor: float, largest: int) -> None:
    """Probe one bracket, up to the full size of those that get there."""
    remaining, rows = list(bracket.names), bracket.rows
    while True:
        rung = [once(name, rows) for name in remaining]
        if rows >= largest * NEARLY or all(o.status == "failed" for o in rung):
            return
        remaining = standing(rung)[: max(int(len(remaining) / factor), 1)]
        rows = min(rows * factor, largest)


def _best(history: Sequence[Observation]) -> str:
    """The best score on the most rows that anybody was scored at."""
    largest = max((o.n_train for o in history if o.status == "ok"), default=0)
    at_largest = [o for o in history if o.n_train == largest]
    return ranked(at_largest or list(history))[0].configuration
