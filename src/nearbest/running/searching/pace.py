"""What probes should take, by a candidate's own times and by those of others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from nearbest.race.cost import SHORTEST
from nearbest.race.observation import Observation
from nearbest.running.searching.learnt import Learnt


class Pace:
    """How far times were off from what was expected of them, rung by rung.

    Learners of one search are alike: where small samples let expect too much of those
    that went on, they do so of the others too.

    Parameters
    ----------
    rungs : sequence of int
        The sizes that are learnt from.
    """

    def __init__(self, rungs: Sequence[int]) -> None:
        self._slips: dict[int, list[float]] = {size: [] for size in rungs}

    def note(self, known: Learnt, observation: Observation) -> None:
        """Take note of a probe on a rung, before it is learnt from."""
        if known.probes and observation.status == "ok":
            expected = max(known.fitting(observation.n_train).seconds, SHORTEST)
            self._slips[observation.n_train].append(observation.fit_time / expected)

    def n_known(self, rung: int) -> int:
        """How many times on a rung can be compared with what was expected."""
        return len(self._slips[rung])

    def fitting(self, known: Learnt, n_train: int) -> float:
        """What fitting a candidate on so many rows should take."""
        ahead = (s for size, s in self._slips.items() if max(known.tried) < size <= n_train)
        pace = math.prod(median(slips) for slips in ahead if slips)
        return pace * known.fitting(n_train).seconds

    def seconds(self, known: Learnt, n_train: int) -> float:
        """What a probe on so many rows should take."""
        return self.fitting(known, n_train) + known.scoring(n_train)
