"""Data allocation by upper bounds, as first published."""

from __future__ import annotations

import math

import numpy as np

from nearbest.baselines.outcome import Outcome, ranked
from nearbest.baselines.rungs import Once, check_factor, first_rows
from nearbest.race.observation import Observation, Probe
from nearbest.race.plan import Plan

#: Everybody is probed so often before bounds are projected, and so many probes count.
N_PROJECTED_FROM = 3


def daub(plan: Plan, probe: Probe, *, start: int | None = None, factor: float = 2.0) -> Outcome:
    """Give more rows to whoever has the largest projected score (Sabharwal et al., 2016).

    A configuration's bound on the full data is the line through its last three test
    scores, prolonged to the full size, and no more than its training score. The race is
    over when the largest bound belongs to one that was trained in full. The line bounds
    learning curves that bend downwards; noise is not accounted for, and nothing is
    promised.

    Parameters
    ----------
    plan, probe
        As in `successive_halving`.
    start : int, optional
        Rows of the first probe; by default the plan's fewest.
    factor : float, default=2
        How many times more rows a configuration gets each time; the authors take 1.5.
    """
    check_factor(factor)
    rows = first_rows(plan, start)
    tracks: dict[str, list[Observation]] = {name: [] for name in plan.names}
    once = Once(plan, probe)
    for k in range(N_PROJECTED_FROM):
        for name in plan.names:
            if not _is_done(plan, tracks[name]):
                tracks[name].append(once(name, rows * factor**k))
    while True:
        bounds = {name: projected(plan.full_size(name), t) for name, t in tracks.items()}
        name = max(bounds, key=lambda each: bounds[each])
        if bounds[name] == -math.inf or _is_done(plan, tracks[name]):
            break
        tracks[name].append(once(name, _more(plan, tracks[name][-1], factor)))
    full = [o for o in once.history if plan.is_full(o)]
    return Outcome(ranked(full or list(once.history))[0].configuration, once.history)


def projected(full: int, probes: list[Observation]) -> float:
    """The largest score that a configuration may reach on all rows, if its curve bends down.

    Examples
    --------
    >>> curve = [
    ...     Observation.of_counts("a", n, 100, train_correct=n, test_correct=c)
    ...     for n, c in [(100, 60), (200, 70), (300, 80)]
    ... ]
    >>> round(projected(400, curve), 2)
    0.9
    """
    known = [o for o in probes if o.status == "ok"][-N_PROJECTED_FROM:]
    if not known or probes[-1].status == "failed":
        return -math.inf
    last = known[-1]
    if last.n_train == full or len(known) == 1:
        return last.test_score
    slope = np.polyfit([o.n_train for o in known], [o.test_score for o in known], 1)[0]
    line = last.test_score + max(float(slope), 0.0) * (full - last.n_train)
    return max(min(line, last.train_score), last.test_score)


def _more(plan: Plan, last: Observation, factor: float) -> float:
    """Rows of the next probe: at least the next planned size."""
    ahead = [size for size in plan.sizes[last.configuration] if size > last.n_train]
    return max(last.n_train * factor, ahead[0])


def _is_done(plan: Plan, probes: list[Observation]) -> bool:
    """Whether nothing is left to train: it failed, or has all rows."""
    if not probes:
        return False
    last = probes[-1]
    return last.status == "failed" or plan.is_full(last)
