"""Whether a race turned out to be a matter of full runs, or is about to."""

from __future__ import annotations

from collections.abc import Collection

from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.sizes import begins_in_full

#: With fewer candidates nobody expects to be spared full runs.
FEWEST_CANDIDATES = 3


def full_runs_note(race: Race, running: Collection[Task] = (), n_ahead: int = 0) -> str | None:
    """What to tell the user once most candidates had, are having or should need a full run.

    `n_ahead` full runs are expected of the rest of the race, those that are running among
    them.
    """
    alive = {name for name, track in race.tracks.items() if track.failure is None}
    done = {name for name in alive if race.exhausted(name)}
    now = {task.configuration for task in running if _is_full_run(race, task)}
    if len(alive) < FEWEST_CANDIDATES:
        return None
    better = "full runs are the better way here"
    n_certain = len(done | now)
    if 2 * n_certain > len(alive):
        return f"{better}: {n_certain} of {len(alive)} candidates need one"
    to_come = max(n_ahead, len(_beginning_in_full(race, now) - done))
    if 2 * (len(done) + to_come) > len(alive):
        n_expected = min(len(done) + to_come, len(alive))
        return f"{better}: about {n_expected} of {len(alive)} candidates should need one"
    return None


def _is_full_run(race: Race, task: Task) -> bool:
    return race.plan.is_full(task) and not task.for_delivery


def _beginning_in_full(race: Race, now: Collection[str]) -> set[str]:
    """Those that begin with all rows; none where time is limited, as nobody does there."""
    sizes = race.plan.sizes
    began = {
        name for name in (*race.in_full, *now) if race.tracks[name].sizes <= {sizes[name][-1]}
    }
    if not began:
        return set()
    return {
        name
        for name in race.alive
        if name in now or begins_in_full(sizes[name], race.plan.kind(name))
    }
