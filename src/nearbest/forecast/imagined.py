"""What a calibrated forecast would say of probes to come, in a world that it holds possible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace

import numpy as np

from nearbest.forecast.beliefs import PROBIT
from nearbest.forecast.calibrated import CalibratedOutlook, GainLeft
from nearbest.race.observation import Observation

#: A world is judged by so many draws: it is one of several, and must be quick.
N_DRAWS = 200
#: What is left to gain falls with this power of the doublings left.
POWER_OF_GAIN = 1.5


class Imagined(CalibratedOutlook):
    """A forecast that goes on towards the final scores of one of its draws.

    With each probe the spread of a forecast falls in proportion to the doublings left, and
    its centre moves as that of an honest forecast does: a part of the way to the final
    score, with an error that the new spread allows.

    Parameters
    ----------
    outlook : CalibratedOutlook
        What is known now; it stays as it is.
    draw : int
        The draw whose scores are final.
    epsilon : float
        Tolerated loss that a level is known for; it may be another than that of the race.
    """

    def __init__(self, outlook: CalibratedOutlook, draw: int, epsilon: float) -> None:
        self.__dict__.update(outlook.__dict__)
        self._rng = np.random.default_rng(draw)
        self._final = outlook._draws[:, draw].copy()
        self._beliefs = outlook._beliefs.branch(N_DRAWS)
        self._room = np.empty_like(self._beliefs.residuals)
        for name in ("_covered", "_failed", "_n_told"):
            setattr(self, name, getattr(outlook, name).copy())
        self._reached, self._declined = deepcopy(outlook._reached), {}
        self._outlay = outlook._outlay.branch()
        self._predictions = {}
        self._forget_draws()
        if epsilon != outlook.plan.epsilon:
            told, self.stop_level = self._covering.level(self.plan, epsilon)
            self.tuning = replace(self.tuning, epsilon=told)

    def score(self, name: str, n_train: int, probes: Sequence[Observation]) -> float:
        """On the way from the last score to the final one."""
        final = float(self._final[self.plan.index[name]])
        share = self._share_left(name, probes[-1].n_train, n_train)
        to_go = (final - self._unit.told(probes[-1].test_score)) * share**POWER_OF_GAIN
        return self._unit.score(min(max(final - to_go, self._covering.lowest), 1.0))

    def _look_ahead(self, name: str, probes: Sequence[Observation]) -> GainLeft:
        """A forecast that is narrower by what the probe told."""
        i, beliefs = self.plan.index[name], self._beliefs
        share = self._share_left(name, probes[-2].n_train, probes[-1].n_train)
        before, below, above = (
            float(each[i]) for each in (beliefs.centre, beliefs.below, beliefs.above)
        )
        to_go = float(self._final[i]) - before
        spread = (above if to_go > 0 else below) / PROBIT
        error = share * math.sqrt(1 - share**2) * spread * self._rng.normal()
        centre = before + (1 - share**2) * to_go + error
        last = self._unit.told(probes[-1].test_score)
        return GainLeft(centre - last, below * share, above * share)

    def _share_left(self, name: str, before: int, now: int) -> float:
        """Doublings left to the full size, of those that were left before."""
        full = self.plan.full_size(name)
        return math.log2(full / now) / math.log2(full / before)
