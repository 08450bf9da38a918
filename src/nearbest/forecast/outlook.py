"""What is to be expected of all configurations together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.special import ndtri

from nearbest.forecast.analogs import Analogs, Point
from nearbest.forecast.library import Library
from nearbest.interval import Interval
from nearbest.observation import Observation
from nearbest.plan import Plan

#: Draws of every configuration's final accuracy.
N_DRAWS = 600
#: A forecast over more doublings than the past knows is refused beyond this many.
STEPS_BEYOND = 1.5


@dataclass(frozen=True, slots=True)
class Prediction:
    """What past learning curves let us expect of the choice. It proves nothing.

    Attributes
    ----------
    probability : float
        That no other candidate is better by more than ε.
    gap : float
        No other candidate is better by more than this, with probability 1 − δ.
    notes : tuple of str
        Where the library of past curves does not reach.
    """

    probability: float
    gap: float
    notes: tuple[str, ...] = ()


class Outlook:
    """Draws of the accuracy that each configuration reaches on the full data.

    A configuration without a forecast counts against every choice: as a rival it is
    taken at its upper bound, as a choice at its lower.

    Parameters
    ----------
    plan : Plan
    analogs : Analogs, optional
        Past curves to compare with; by default all that ship and the user's own.
    """

    def __init__(self, plan: Plan, analogs: Analogs | None = None) -> None:
        n = plan.n_configurations
        self.plan, self._analogs = plan, analogs or default_analogs()
        self._low = np.zeros((n, N_DRAWS), np.float32)  # of a configuration as the choice
        self._high = np.ones((n, N_DRAWS), np.float32)  # and as a rival
        self._declined: dict[int, str] = {}

    def update(self, name: str, probes: Sequence[Observation], proved: Interval) -> None:
        """Forecast one configuration anew from its probes so far."""
        i = self.plan.index[name]
        self._declined.pop(i, None)
        steps = math.log2(self.plan.full_size(name) / probes[-1].n_train)
        if steps == 0:
            self._low[i] = self._high[i] = probes[-1].test_accuracy
        elif steps > self._analogs.reach + STEPS_BEYOND:
            self._low[i], self._high[i] = proved.lower, proved.upper
            self._declined[i] = (
                f"{name}: {steps:.1f} doublings are left, and past curves go on for "
                f"{self._analogs.reach:.1f}; no forecast."
            )
        else:
            point = Point.of(probes, self.plan.n_test)
            found = self._analogs.gains(point, steps)
            rng = np.random.default_rng(i)
            order = np.argsort(found.gains)
            chosen = np.searchsorted(np.cumsum(found.weights[order]), _evenly(rng))
            gains = found.gains[order][np.minimum(chosen, len(order) - 1)]
            noise = point.noise * ndtri(_evenly(rng))
            drawn = np.clip(point.accuracy + gains + noise, 0.0, proved.upper)
            self._low[i] = self._high[i] = drawn

    def forget(self, name: str) -> None:
        """Leave a configuration out of account: it failed."""
        i = self.plan.index[name]
        self._low[i] = self._high[i] = -1.0
        self._declined.pop(i, None)

    @property
    def best(self) -> str:
        """Who is most probably within ε of the best."""
        return self.plan.names[int(np.argmax(self._chances()))]

    def prediction(self, name: str) -> Prediction:
        """How probably this configuration is within ε of the best, and within how much."""
        lead = self._lead(self.plan.index[name])
        gap = float(np.quantile(-lead, 1 - self.plan.delta, method="higher"))
        within = float(np.mean(lead >= -self.plan.epsilon))
        return Prediction(within, max(gap, 0.0), tuple(self._declined.values()))

    def interval(self, name: str) -> Interval:
        """Where the accuracy of a configuration is expected with probability 1 − δ."""
        i, tail = self.plan.index[name], self.plan.delta / 2
        return Interval(
            float(np.quantile(self._low[i], tail)), float(np.quantile(self._high[i], 1 - tail))
        )

    def threats(self, name: str) -> np.ndarray:
        """By how much each configuration keeps the choice `name` from being safe.

        For a rival, the probability that it is better by more than ε. For the choice,
        the part of all such probability that would be gone if its own accuracy were
        known to be the one expected.
        """
        i, epsilon = self.plan.index[name], self.plan.epsilon
        threats: np.ndarray = np.mean(self._high > self._low[i] + epsilon, axis=1)
        rivals = self._strongest_rival(i)
        expected = np.median(self._low[i])
        risk = np.mean(rivals > self._low[i] + epsilon)
        threats[i] = max(0.0, float(risk - np.mean(rivals > expected + epsilon)))
        return threats

    def _lead(self, i: int) -> np.ndarray:
        lead: np.ndarray = self._low[i] - self._strongest_rival(i)
        return lead

    def _strongest_rival(self, i: int) -> np.ndarray:
        rivals = np.delete(self._high, i, axis=0)
        strongest: np.ndarray = rivals.max(axis=0, initial=-1.0)
        return strongest

    def _chances(self) -> np.ndarray:
        """For each configuration, the probability that it is within ε of the best."""
        top = np.partition(self._high, -2, axis=0)[-2:] if len(self._high) > 1 else None
        if top is None:
            return np.ones(1)
        rival = np.where(self._high >= top[1], top[0], top[1])
        chances: np.ndarray = np.mean(self._low >= rival - self.plan.epsilon, axis=1)
        return chances


@cache
def default_analogs() -> Analogs:
    """All past curves at hand, made comparable once in a process."""
    return Analogs(Library.default())


def _evenly(rng: np.random.Generator) -> np.ndarray:
    """Probabilities spread evenly between 0 and 1, in random order."""
    evenly: np.ndarray = rng.permutation((np.arange(N_DRAWS) + 0.5) / N_DRAWS)
    return evenly
