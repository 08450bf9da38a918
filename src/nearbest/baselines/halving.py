"""Successive halving over the sample size."""

from __future__ import annotations

import math

from nearbest.baselines.outcome import Outcome
from nearbest.baselines.rungs import check_factor, first_rows, largest_of, standing, task_of
from nearbest.race.observation import Probe
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
    check_factor(factor)
    rows, largest = first_rows(plan, start), largest_of(plan)
    remaining, history = list(plan.names), []
    while True:
        rung = [probe(task_of(plan, name, rows))[0] for name in remaining]
        history += rung
        order = standing(rung)
        if any(observation.status == "ok" for observation in rung):
            keep = math.ceil(len(remaining) / factor) if rows < largest else 1
            order = order[: min(keep, len(order) - 1) or 1]
            if len(order) == 1:
                return Outcome(order[0], tuple(history))
        remaining = order
        rows = min(rows * factor, largest)
