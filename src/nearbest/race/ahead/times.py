"""What probes to come should take, as past times of such learners had it.

Schedulers weigh costs by a candidate's own times alone (`race/cost.py`). From few probes these
are off in the same direction for all learners of a kind, which is known and taken off here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from nearbest.race.kinds import LearnerKind
from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.track import Track

#: By so many doublings the cost model is too high per doubling of the rows, whatever is
#: known, and besides, divided by the number of probes. Fitted to the recorded times of 54
#: datasets (docs/decisions/019).
TOO_HIGH: Mapping[LearnerKind, tuple[float, float]] = {
    "bayes": (-0.10, 0.32),
    "boosting": (0.01, 0.26),
    "forest": (-0.19, 0.25),
    "kernel": (-1.14, 0.20),
    "linear": (-0.13, 0.36),
    "neighbours": (-0.13, 0.42),
    "network": (-0.07, 0.15),
    "online": (-0.04, 0.33),
    "tree": (-0.14, 0.14),
}
#: The same of kinds without recorded times: nothing after a few probes.
USUALLY = (0.0, 0.15)


def too_high(kind: LearnerKind, n_probes: int, doublings: float) -> float:
    """By which factor a time is too high that was expected from so many probes.

    Examples
    --------
    >>> round(too_high("boosting", 1, 6), 1), round(too_high("boosting", 4, 2), 1)
    (3.1, 1.1)
    """
    always, at_first = TOO_HIGH.get(kind, USUALLY)
    return float(2 ** ((always + at_first / n_probes) * doublings))


def seconds_of(race: Race, task: Task) -> float:
    """What a probe should take; nothing before the candidate's first."""
    track = race.tracks[task.configuration]
    if track.cost is None:
        return 0.0
    return track.cost.of_task(task).seconds / _too_high(race, track, task.n_train)


def seconds_of_full_run(race: Race, track: Track) -> float:
    """What a full run should take; nothing before the first probe."""
    return seconds_of(race, race.task(track.name, race.plan.full_size(track.name)))


def own_full_run(race: Race, winner: str) -> float:
    """The same of the winner; nothing once it was made."""
    return 0.0 if race.exhausted(winner) else seconds_of_full_run(race, race.tracks[winner])


def _too_high(race: Race, track: Track, n_train: int) -> float:
    doublings = max(math.log2(n_train / track.probes[-1].n_train), 0.0)
    return too_high(race.plan.kind(track.name), len(track.probes), doublings)
