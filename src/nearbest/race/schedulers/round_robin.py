"""Even scheduling."""

from __future__ import annotations

from collections.abc import Collection

from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers.base import candidates, next_task


class RoundRobin:
    """Probe the contender with the fewest probes (the paper's appendix)."""

    def __repr__(self) -> str:
        return "RoundRobin()"

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """The `free` least probed contenders that are not running."""
        ranked = sorted(candidates(race, running), key=lambda track: len(track.sizes))
        return [next_task(race, track) for track in ranked[:free]]
