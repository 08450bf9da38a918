"""Asynchronous successive halving."""

from __future__ import annotations

from nearbest.baselines.outcome import Outcome, ranked
from nearbest.baselines.rungs import Once, check_factor, first_rows, n_steps
from nearbest.race.observation import Observation, Probe
from nearbest.race.plan import Plan


def asha(plan: Plan, probe: Probe, *, start: int | None = None, factor: float = 4.0) -> Outcome:
    """Promote whoever is in the top 1/`factor` of a rung, else begin another (Li et al., 2020).

    It does not wait for a rung to be full. This is what one worker does. It ends when all
    have begun and nobody is left to promote; the best score on the highest rung is chosen.

    Parameters
    ----------
    plan, probe
        As in `successive_halving`.
    start : int, optional
        Rows of the lowest rung; by default the plan's fewest.
    factor : float, default=4
        How many times more rows a rung has than the one below it.
    """
    check_factor(factor)
    first = first_rows(plan, start)
    rows = [first * factor**k for k in range(n_steps(plan, first, factor) + 1)]
    rungs: list[list[Observation]] = [[] for _ in rows]
    promoted: list[set[str]] = [set() for _ in rows]
    once, waiting = Once(plan, probe), list(plan.names)
    while True:
        found = _promotable(rungs, promoted, factor)
        if found is None and not waiting:
            return Outcome(_best(rungs), once.history)
        level, name = found if found is not None else (0, waiting.pop(0))
        if level:
            promoted[level - 1].add(name)
        rungs[level].append(once(name, rows[level]))


def _promotable(
    rungs: list[list[Observation]], promoted: list[set[str]], factor: float
) -> tuple[int, str] | None:
    """The rung and name of the next promotion, highest rungs first; None if there is none."""
    for level in range(len(rungs) - 2, -1, -1):
        ok = [o for o in rungs[level] if o.status == "ok"]
        if len(ok) < factor:
            continue
        for observation in ranked(ok)[: int(len(ok) / factor)]:
            if observation.configuration not in promoted[level]:
                return level + 1, observation.configuration
    return None


def _best(rungs: list[list[Observation]]) -> str:
    """The best of the highest rung that has a score."""
    for rung in reversed(rungs):
        if any(o.status == "ok" for o in rung):
            return ranked(rung)[0].configuration
    return ranked(rungs[0])[0].configuration  # raises, with the causes
