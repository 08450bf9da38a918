"""Successive halving over the sample size."""

from __future__ import annotations

import math

from nearbest.baselines.outcome import Outcome, ranked
from nearbest.errors import InvalidInput
from nearbest.race.observation import Observation, Probe, Task
from nearbest.race.plan import Plan


def successive_halving(
    plan: Plan, probe: Probe, *, start: int | None = None, factor: float = 2.0
) -> Outcome:
    """Keep the best 1/`factor` at each size, then multiply the size by `factor`.

    Ranks by point estimates and promises nothing.

    Parameters
    ----------
    plan : Plan
    probe : callable
        A `Prober`, or recorded curves.
    start : int, optional
        First sample size; by default the smallest of the plan, which with the plan's
        growth as factor is the paper's variant with identical sizes.
    factor : float, default=2
        How many times fewer configurations and more rows from one rung to the next.

    Notes
    -----
    A rung takes each configuration's smallest planned size that is no smaller than
    the rung's, so that recorded curves can serve. Once at the full size the best is
    chosen at once.
    """
    if not factor > 1:
        raise InvalidInput(f"`factor` must be above 1; got {factor!r}.")
    smallest = min(sizes[0] for sizes in plan.sizes.values())
    largest = max(sizes[-1] for sizes in plan.sizes.values())
    rows = float(start if start is not None else smallest)
    if not 1 <= rows <= largest:
        raise InvalidInput(f"`start` must lie between 1 and {largest:,} rows; got {start!r}.")
    remaining, history = list(plan.names), []
    while True:
        rung = [probe(_task(plan, name, rows))[0] for name in remaining]
        history += rung
        order = _standing(rung)
        if any(observation.status == "ok" for observation in rung):
            keep = math.ceil(len(remaining) / factor) if rows < largest else 1
            order = order[: min(keep, len(order) - 1) or 1]
            if len(order) == 1:
                return Outcome(order[0], tuple(history))
        remaining = order
        rows = min(rows * factor, largest)


def _task(plan: Plan, name: str, rows: float) -> Task:
    size = next((s for s in plan.sizes[name] if s >= rows * 0.999), plan.full_size(name))
    return Task(name, size, plan.n_test_for(name, size))


def _standing(rung: list[Observation]) -> list[str]:
    """Names by falling test score; samples too small for a learner come last."""
    small = [o.configuration for o in rung if o.status == "too small"]
    if small and not any(o.status == "ok" for o in rung):
        return small
    return [o.configuration for o in ranked(rung)] + small
