"""Sizes that a plan has, for baselines that ask for sizes of their own."""

from __future__ import annotations

import math

from nearbest.baselines.outcome import ranked
from nearbest.errors import InvalidInput
from nearbest.race.observation import Observation, Probe, Task
from nearbest.race.plan import Plan

#: Sizes are rounded; rungs are met more closely than the race asks, as their methods do.
NEARLY = 0.999


def task_of(plan: Plan, name: str, rows: float) -> Task:
    """The smallest planned probe on at least so many rows, so that recorded curves serve."""
    size = next((s for s in plan.sizes[name] if s >= rows * NEARLY), plan.full_size(name))
    return Task(name, size, plan.n_test_for(name, size))


class Once:
    """Makes a probe the first time it is asked for, and remembers it after that.

    Rungs may lie closer together than planned sizes.
    """

    def __init__(self, plan: Plan, probe: Probe) -> None:
        self._plan, self._probe = plan, probe
        self._known: dict[tuple[str, int], Observation] = {}

    def __call__(self, name: str, rows: float) -> Observation:
        """What the smallest planned probe on at least so many rows shows."""
        task = task_of(self._plan, name, rows)
        asked = name, task.n_train
        if asked not in self._known:
            self._known[asked] = self._probe(task)[0]
        return self._known[asked]

    @property
    def history(self) -> tuple[Observation, ...]:
        """All probes that were made, in their order."""
        return tuple(self._known.values())


def smallest_of(plan: Plan) -> int:
    """The fewest rows that anybody is probed on."""
    return min(sizes[0] for sizes in plan.sizes.values())


def largest_of(plan: Plan) -> int:
    """The most rows that anybody is probed on."""
    return max(sizes[-1] for sizes in plan.sizes.values())


def standing(rung: list[Observation]) -> list[str]:
    """Names by falling test score; samples too small for a learner come last."""
    small = [o.configuration for o in rung if o.status == "too small"]
    if small and not any(o.status == "ok" for o in rung):
        return small
    return [o.configuration for o in ranked(rung)] + small


def first_rows(plan: Plan, start: int | None) -> float:
    """Rows of the first rung: the plan's fewest unless `start` says otherwise."""
    largest = largest_of(plan)
    rows = float(start if start is not None else smallest_of(plan))
    if not 1 <= rows <= largest:
        raise InvalidInput(f"`start` must lie between 1 and {largest:,} rows; got {start!r}.")
    return rows


def n_steps(plan: Plan, rows: float, factor: float) -> int:
    """How often `rows` can be multiplied by `factor` up to the largest size."""
    return math.floor(math.log(largest_of(plan) / rows) / math.log(factor) + 1e-9)


def check_factor(factor: float) -> None:
    """Raise unless a rung is larger than the one below it."""
    if not factor > 1:
        raise InvalidInput(f"`factor` must be above 1; got {factor!r}.")
