"""What the rest of a race takes, as past races had it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from nearbest.race.cost import Seconds
from nearbest.race.kinds import LearnerKind
from nearbest.race.race import Race
from nearbest.race.track import Track

#: The logarithm of the time, as a share of all full runs, is a line: its level, what it
#: rises by with the logarithm of what is needed, and per doubling of time from the winner's
#: last probe to its full run. Fitted to races on 34 datasets (docs/decisions/019), whose
#: second probes had twice the rows of the first, not four times as today.
LEVEL, SLOPE, PER_DOUBLING = 1.67, 0.79, -0.17
#: The level of winners of these kinds beside that of others: the times of boosting grow
#: more slowly than its first probes let expect, and it seldom wins late.
BY_KIND: Mapping[LearnerKind, float] = {
    "boosting": -1.79,
    "forest": -0.42,
    "network": -0.80,
    "linear": -0.50,
}
#: The line was fitted where at least this share of all full runs is needed.
SMALLEST_SHARE = 1e-5
#: Between these multiples of it lies what four of five of these races took, and 79 % where
#: the line was fitted to other datasets.
SOONEST, LATEST = 0.33, 2.6


@dataclass(frozen=True, slots=True)
class Rest:
    """What there is to know of the rest of a race.

    Attributes
    ----------
    needed : float
        Seconds of the winner's full run, unless it was made, and of those of its rivals as
        often as they beat it by more than ε.
    in_all : float
        Seconds of all full runs.
    kind : LearnerKind
        Of the winner.
    doublings : float
        Of the time of the winner's last probe until that of its full run.

    Examples
    --------
    >>> rest = Rest(needed=60.0, in_all=600.0, kind="forest", doublings=3.0)
    >>> round(rest.left.seconds)
    163
    """

    needed: float
    in_all: float
    kind: LearnerKind
    doublings: float

    @classmethod
    def of(cls, race: Race, winner: str, needed: float) -> Rest:
        """Of a race whose candidates have all been probed, or have failed."""
        tracks = [track for track in race.tracks.values() if track.probes]
        own, doublings = race.tracks[winner], 0.0
        last = own.probes[-1].seconds
        if not race.exhausted(winner) and last > 0:
            doublings = math.log2(max(full_run(race, own) / last, 1.0))
        in_all = sum(full_run(race, track) for track in tracks)
        return cls(needed, in_all, race.plan.kind(winner), doublings)

    @property
    def left(self) -> Seconds:
        """What it should take."""
        if self.in_all <= 0:
            return Seconds(0.0, 0.0, 0.0)
        share = math.log2(self.needed / self.in_all + SMALLEST_SHARE)
        level = LEVEL + BY_KIND.get(self.kind, 0.0) + PER_DOUBLING * self.doublings
        seconds = self.in_all * 2 ** (level + SLOPE * share)
        return Seconds(seconds, SOONEST * seconds, LATEST * seconds)


def full_run(race: Race, track: Track) -> float:
    """Seconds that a full run should take; nothing before the first probe."""
    model, full = track.cost, race.plan.full_size(track.name)
    return 0.0 if model is None else model.full_run(full, race.plan.n_test).seconds


def own_full_run(race: Race, winner: str) -> float:
    """The same of the winner; nothing once it was made."""
    return 0.0 if race.exhausted(winner) else full_run(race, race.tracks[winner])
