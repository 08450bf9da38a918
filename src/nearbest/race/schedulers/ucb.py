"""Upper confidence bound scheduling."""

from __future__ import annotations

from collections.abc import Collection

from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers.base import by_promise, candidates, next_task


class UCB:
    """Probe the contender with the highest upper bound (the paper's appendix).

    With nearbest's bounds and pruning this is the paper's enhanced DAUB.
    """

    def __repr__(self) -> str:
        return "UCB()"

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """The `free` most promising contenders that are not running."""
        ranked = sorted(candidates(race, running), key=by_promise)
        return [next_task(race, track) for track in ranked[:free]]
