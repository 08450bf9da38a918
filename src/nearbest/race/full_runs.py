"""Whether a race turned out to be a matter of full runs."""

from __future__ import annotations

from collections.abc import Collection

from nearbest.race.observation import Task
from nearbest.race.race import Race

#: With fewer candidates nobody expects to be spared full runs.
FEWEST_CANDIDATES = 3


def full_runs_note(race: Race, running: Collection[Task] = ()) -> str | None:
    """What to tell the user once most candidates had, or are having, their full run."""
    alive = {name for name, track in race.tracks.items() if track.failure is None}
    in_full = {name for name in alive if race.exhausted(name)}
    in_full |= {
        task.configuration
        for task in running
        if task.n_train == race.plan.full_size(task.configuration) and not task.for_delivery
    }
    if len(alive) < FEWEST_CANDIDATES or 2 * len(in_full) <= len(alive):
        return None
    return (
        f"full runs are the better way here: {len(in_full)} of {len(alive)} candidates need one"
    )
