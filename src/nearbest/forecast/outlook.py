"""What is to be expected of all configurations together."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from functools import cache, cached_property

import numpy as np
from scipy.special import ndtri

from nearbest.forecast.analogs import Analogs, Point
from nearbest.forecast.library import Library
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.score import ACCURACY
from nearbest.race.tuning import Tuning
from nearbest.race.verdict import Verdict, judge

logger = logging.getLogger("nearbest")

#: Draws of every configuration's final accuracy.
N_DRAWS = 600
#: Draws are of single precision: exactly ε apart is within ε.
SINGLE_PRECISION = 1e-6
#: Why there is no forecast of any other score.
OTHER_SCORE = "the curves behind `stop_at='stated'` are of accuracy only"


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
        self._given = analogs
        self.admit(plan)

    def admit(self, plan: Plan) -> None:
        """Begin anew with the configurations of this plan.

        Where arrivals were announced, what is known of the earlier ones stays.
        """
        n, before = plan.n_configurations, self._drawn_before(plan)
        self.plan = plan
        low, high = plan.scale.low, plan.scale.high
        self._low = np.full((n, N_DRAWS), low, np.float32)  # of a configuration as the choice
        self._high = np.full((n, N_DRAWS), high, np.float32)  # and as a rival
        self._below_all = low - plan.scale.width
        if before is None:
            self._declined: dict[int, str] = {}
            self._seen: dict[str, tuple[int, Interval]] = {}  # probes and proof by then
        else:
            self._low[: len(before[0])], self._high[: len(before[1])] = before
        self._epsilon = np.float32(plan.epsilon + SINGLE_PRECISION)
        self._best: int | None = None  # found anew after an update

    def _drawn_before(self, plan: Plan) -> tuple[np.ndarray, np.ndarray] | None:
        """The draws so far, if the plan only has more configurations than the last one."""
        last = getattr(self, "plan", None)
        if last is None or not plan.is_open or plan.names[: len(last.names)] != last.names:
            return None
        return self._low, self._high

    @cached_property
    def _analogs(self) -> Analogs:
        return self._given or default_analogs()

    @property
    def refusal(self) -> str | None:
        """Why nobody can have a forecast: the score."""
        return None if self.plan.scale == ACCURACY else OTHER_SCORE

    def update(self, name: str, probes: Sequence[Observation], proved: Interval) -> None:
        """Forecast one configuration anew from its probes so far."""
        i = self.plan.index[name]
        self._best = None
        if self._seen.get(name) == (len(probes), proved):
            return
        self._seen[name] = len(probes), proved
        self._declined.pop(i, None)
        steps = math.log2(self.plan.full_size(name) / probes[-1].n_train)
        if steps == 0:
            self._low[i] = self._high[i] = probes[-1].test_score
            return
        if self.plan.scale != ACCURACY:
            self._low[i], self._high[i] = proved.lower, proved.upper
            self._declined[i] = f"{name}: {OTHER_SCORE}; no forecast."
            return
        point = Point.of(probes, self.plan.n_test)
        found = self._analogs.gains(point, steps)
        if found is None:
            self._low[i], self._high[i] = proved.lower, proved.upper
            self._declined[i] = (
                f"{name}: {steps:.1f} doublings are left, and past curves go on for "
                f"{self._analogs.reach:.1f}; no forecast."
            )
            return
        rng = np.random.default_rng(i)
        order = np.argsort(found.gains)
        chosen = np.searchsorted(np.cumsum(found.weights[order]), _evenly(rng))
        gains = found.gains[order][np.minimum(chosen, len(order) - 1)]
        noise = point.noise * ndtri(_evenly(rng))
        drawn = np.clip(point.accuracy + gains + noise, self.plan.scale.low, proved.upper)
        self._low[i] = self._high[i] = drawn

    def forget(self, name: str) -> None:
        """Leave a configuration out of account: it failed."""
        i = self.plan.index[name]
        self._best = None
        self._low[i] = self._high[i] = self._below_all
        self._declined.pop(i, None)
        self._seen.pop(name, None)

    @property
    def best(self) -> str:
        """Who is most probably within ε of the best; of equals, the most accurate."""
        if self._best is None:
            within = self._low >= self._high.max(axis=0) - self._epsilon
            chances = np.count_nonzero(within, axis=1)
            low, high = self._low[:, 0], self._high[:, 0]
            # Of those without a forecast, the one with the widest reach.
            i = int(np.argmax(np.where(low < high, high, self._below_all)))
            rivals = self._strongest_rival(i)  # its own upper bound is none
            chances[i] = np.count_nonzero(self._low[i] >= rivals - self._epsilon)
            self._best = int(np.lexsort((self._low.mean(axis=1), chances))[-1])
        return self.plan.names[self._best]

    def prediction(self, name: str, measured: float | None = None) -> Prediction:
        """How probably this configuration is within ε of the best, and within how much.

        Where its model was measured, that score takes the place of its forecast.
        """
        i = self.plan.index[name]
        own = self._low[i] if measured is None else np.float32(measured)
        lead = own - self._strongest_rival(i)
        gap = float(np.quantile(-lead, 1 - self.plan.delta, method="inverted_cdf"))
        within = float(np.mean(lead >= -self._epsilon))
        notes = (*self._analogs.left_out, *self._declined.values())
        return Prediction(
            within,
            max(gap, 0.0),
            notes,
            level=1 - self.plan.delta,
            n_missing=int(np.count_nonzero((self._low != self._high).any(axis=1))),
            n_datasets=self._analogs.n_datasets,
        )

    @property
    def is_complete(self) -> bool:
        """Whether all in the race have a forecast."""
        return bool((self._low == self._high).all())

    @property
    def verdict(self) -> Verdict | None:
        """What the draws say; None while a configuration in the race has no forecast."""
        return judge(self._high, self.tuning) if self.is_complete else None

    @property
    def tuning(self) -> Tuning:
        """What its verdict goes by."""
        return Tuning(epsilon=self.plan.epsilon)

    def imagine(self, draw: int, epsilon: float) -> None:
        """Nothing: only calibrated races are played ahead."""
        return

    def covers(self, name: str) -> bool:
        """Whether there is a forecast of this configuration, or none is needed: it failed."""
        i = self.plan.index[name]
        return bool((self._low[i] == self._high[i]).all())

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
        i, epsilon = self.plan.index[name], self._epsilon
        beaten = self._high > self._low[i] + epsilon
        threats: np.ndarray = np.count_nonzero(beaten, axis=1) / N_DRAWS
        rivals = self._strongest_rival(i)
        expected = np.median(self._low[i] + self._high[i]) / 2
        risk = np.mean(rivals > self._low[i] + epsilon)
        threats[i] = max(0.0, float(risk - np.mean(rivals > expected + epsilon)))
        return threats

    def _strongest_rival(self, i: int) -> np.ndarray:
        others = (self._high[:i], self._high[i + 1 :])
        strongest: np.ndarray = np.maximum(
            *(part.max(axis=0, initial=self._below_all) for part in others)
        )
        return strongest


@cache
def default_analogs() -> Analogs:
    """All past curves at hand, made comparable once in a process."""
    library = Library.default()
    for sentence in library.left_out:
        logger.warning(sentence)
    return Analogs(library)


def _evenly(rng: np.random.Generator) -> np.ndarray:
    """Probabilities spread evenly between 0 and 1, in random order."""
    evenly: np.ndarray = rng.permutation((np.arange(N_DRAWS) + 0.5) / N_DRAWS)
    return evenly
