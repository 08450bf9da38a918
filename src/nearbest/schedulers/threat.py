"""Scheduling by forecast."""

from __future__ import annotations

from collections.abc import Collection

from nearbest.observation import Task
from nearbest.race import Race, Track
from nearbest.schedulers.base import candidates, expected_cost, next_size, next_task
from nearbest.schedulers.gradient import GradientCI


class ThreatFirst:
    """Probe whoever most threatens the forecast's best guess, for the cost of it.

    The threat of a rival is its predicted probability to be better than the guess by
    more than ε; that of the guess is what its own uncertainty adds to all of these.
    Every configuration is probed once before. Where the forecast sees no threat, and a
    proof is wanted, `GradientCI` goes on.
    """

    def __repr__(self) -> str:
        return "ThreatFirst()"

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """The `free` largest threats for their cost among those that are not running."""
        if free < 1:
            return []
        waiting = candidates(race, running)
        new = [track for track in waiting if not track.probes]
        if new or race.incumbent is None:
            return [next_task(race, track) for track in new[:free]]
        threats = race.outlook.threats(race.outlook.best)
        worth = {
            track.name: float(threat) / _cost(race, track)
            for track in waiting
            if (threat := threats[race.plan.index[track.name]]) > 0
        }
        if not worth:
            return GradientCI().ask(race, running, free)
        ranked = sorted(worth, key=worth.__getitem__, reverse=True)
        return [next_task(race, race.tracks[name]) for name in ranked[:free]]


def _cost(race: Race, track: Track) -> float:
    """What the next probe should cost, never nothing."""
    return max(expected_cost(race, track, next_size(race, track)), 1e-3)
