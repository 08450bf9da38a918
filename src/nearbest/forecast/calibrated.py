"""The calibrated forecast: joint draws of final scores, held against a calibrated level."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from nearbest.forecast.beliefs import Beliefs
from nearbest.forecast.calibration import UNCONFIRMED, Levels
from nearbest.forecast.coverage import Coverage
from nearbest.forecast.features import KINDS, features
from nearbest.forecast.outlay import Outlay
from nearbest.forecast.pasts import LOWEST
from nearbest.forecast.prefixes import as_every_kind, prefix_of
from nearbest.forecast.quantiles import QuantileForecaster
from nearbest.forecast.reached import Reached
from nearbest.forecast.shipped import shipped_forecaster
from nearbest.race.cost import Cost
from nearbest.race.forecaster import World
from nearbest.race.interval import Interval
from nearbest.race.kinds import LearnerKind
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.tuning import Tuning
from nearbest.race.verdict import Verdict, judge

OTHER = KINDS.index("other")
#: A forecast is held against what came only if it knew so many probes.
TESTED_FROM = 2
#: The draw of one that failed: below every score.
FAILED = LOWEST - 1.0


class GainLeft(NamedTuple):
    """What is left to gain: centre, and spread below and above."""

    centre: float
    below: float
    above: float


class CalibratedOutlook:
    """Draws of the score that each configuration reaches on the full data.

    Errors on one dataset go together, and forecasts learn from surprises during the
    race. How sure the draws must be is calibrated on past datasets.

    Parameters
    ----------
    plan : Plan
    forecaster : QuantileForecaster, optional
    levels : Levels, optional
        By default the forecaster that ships for the score, and the levels that ship with
        those of the user's own recordings.
    tuning : Tuning, optional
        How the race goes; what ships, with the plan's ε, if not given.
    cost : {"seconds", "rows"}, default="seconds"
        What probes are held to cost, as in the race.
    """

    def __init__(
        self,
        plan: Plan,
        forecaster: QuantileForecaster | None = None,
        levels: Levels | None = None,
        tuning: Tuning | None = None,
        cost: Cost = "seconds",
    ) -> None:
        self._covering = Coverage.of(plan, levels)
        self._past, self._unit = self._covering.past, self._covering.unit
        self._forecaster = forecaster or shipped_forecaster(self._past)
        self.tuning, self._cost = tuning or Tuning(), cost
        self.admit(plan)

    def admit(self, plan: Plan) -> None:
        """Begin anew with the configurations of this plan."""
        n = plan.n_configurations
        self.plan = plan
        self._without_level = self._covering.without_level(plan, plan.epsilon)
        epsilon, self.stop_level = self._covering.level(plan, plan.epsilon)
        self.tuning = replace(self.tuning, epsilon=epsilon)
        self._kinds = np.array([_code(plan.kind(name)) for name in plan.names], dtype=int)
        self._beliefs = Beliefs(
            self._kinds,
            self._forecaster.residuals,
            self.tuning,
            np.random.default_rng(n),
            self._covering.lowest,
        )
        self._covered, self._failed = np.zeros((2, n), bool)
        self._n_told, self._reached = np.zeros(n, int), Reached(n)
        self._declined: dict[int, str] = {}
        self._outlay = Outlay(plan, self._cost)
        self._room = np.empty_like(self._beliefs.residuals)  # new memory costs time, too
        self._drawn: np.ndarray | None = None
        self._best: str | None = None
        self._verdict: Verdict | None = None
        self._predictions: dict[tuple[str, float | None], Prediction] = {}

    @property
    def refusal(self) -> str | None:
        """Why nobody can have a forecast: the score, ε and δ, or too few rows."""
        plan = self.plan
        most = max(map(plan.full_size, plan.names), default=math.inf)
        return self._without_level or self._covering.too_few_rows(most)

    def update(self, name: str, probes: Sequence[Observation], proved: Interval) -> None:
        """Forecast one configuration anew, from each probe since the last time in turn."""
        i = self.plan.index[name]
        self._forget_draws()
        self._outlay.tell(name, probes)
        why = self._without_level or self._covering.refusal(probes, self.plan.full_size(name))
        self._covered[i] = why is None
        self._declined.pop(i, None)
        if why is not None:
            self._declined[i] = why
            return
        for k in range(int(self._n_told[i]) + 1, len(probes) + 1):
            score = self._unit.told(probes[k - 1].test_score)
            found = self._look_ahead(name, probes[:k])
            tested = k > TESTED_FROM
            self._beliefs.tell(i, score + found.centre, found.below, found.above, tested)
            self._reached.tell(i, probes[k - 1].n_train, self.plan.full_size(name), score)
        self._n_told[i] = len(probes)

    def forget(self, name: str) -> None:
        """Leave a configuration out of account: it failed."""
        i = self.plan.index[name]
        self._forget_draws()
        self._failed[i], self._covered[i] = True, True
        self._reached.leave_out(i)
        self._declined.pop(i, None)

    @property
    def best(self) -> str:
        """Who is to be chosen by the forecasts there are."""
        if self._best is None:
            draws = np.where(self._covered[:, None], self._draws, FAILED)
            self._best = self.plan.names[judge(draws, self.tuning).winner]
        return self._best

    @property
    def is_complete(self) -> bool:
        """Whether there is a verdict, which takes its time: all in the race have a forecast."""
        return bool(self._covered.all() and not self._failed.all())

    @property
    def verdict(self) -> Verdict | None:
        """What the draws say; None while a configuration in the race has no forecast."""
        if self._verdict is None and self.is_complete:
            found = judge(self._draws, self.tuning)
            lagging = self._lagging(found.winner)
            self._verdict = replace(found, lagging=lagging, unit=self._unit.size)
        return self._verdict

    def prediction(self, name: str, measured: float | None = None) -> Prediction:
        """How surely this one is within ε of the best, and how sure it must be."""
        asked = name, measured
        if asked not in self._predictions:
            self._predictions[asked] = self._predicted(name, measured)
        return self._predictions[asked]

    def _predicted(self, name: str, measured: float | None) -> Prediction:
        i, draws = self.plan.index[name], self._draws
        told = None if measured is None else self._unit.told(measured)
        own = draws[i] if told is None else told
        others = draws[:i], draws[i + 1 :]  # with thousands of candidates a copy is large
        rivals = np.maximum(*(each.max(axis=0, initial=FAILED) for each in others))
        n_missing = int(np.count_nonzero(~self._covered))
        lead = (own + self.tuning.epsilon - rivals) / self.tuning.smooth
        surely = 0.0 if n_missing else float(ndtr(lead).mean())
        n_to_follow = int(self._lagging(i, told).sum())
        is_too_early = not n_missing and self._is_too_early(name, surely)
        if n_to_follow or is_too_early:
            surely = min(surely, UNCONFIRMED)
        gap = float(np.quantile(rivals - own, 1 - self.plan.delta)) * self._unit.size
        return Prediction(
            surely,
            self.plan.scale.width if n_missing else max(gap, 0.0),
            self._notes,
            level=1 - self.plan.delta,
            n_missing=n_missing,
            n_datasets=self._covering.levels.n_datasets,
            needed=self.stop_level,
            n_to_follow=n_to_follow,
            is_too_early=is_too_early,
        )

    @property
    def _notes(self) -> tuple[str, ...]:
        """Who has no forecast, and why; a reason that all share is told once."""
        reasons = set(self._declined.values())
        if len(reasons) == 1 and len(self._declined) + self._failed.sum() == len(self._failed):
            return (f"No forecast: {reasons.pop()}.",)
        return tuple(
            f"{self.plan.names[i]}: {why}; no forecast." for i, why in self._declined.items()
        )

    def threats(self, name: str) -> np.ndarray:
        """For each configuration, how probably it is better by more than ε."""
        ahead = self._draws > self._draws[self.plan.index[name]] + self.tuning.epsilon
        threats: np.ndarray = np.where(self._covered, ahead.mean(axis=1), 1.0)
        return threats

    def imagine(self, draw: int, epsilon: float) -> World | None:
        """What it would say of further probes, if final scores were those of one draw.

        None where no level is known for ε: a forecast does not end a race there.
        """
        from nearbest.forecast.imagined import Imagined  # which is one of these

        is_known = self._covering.without_level(self.plan, epsilon) is None
        return Imagined(self, draw, epsilon) if is_known and self.is_complete else None

    def covers(self, name: str) -> bool:
        """Whether there is a forecast of this configuration, or none is needed: it failed."""
        return bool(self._covered[self.plan.index[name]])

    def interval(self, name: str) -> Interval:
        """Where the score of a configuration is expected with probability 1 − δ."""
        i, tail = self.plan.index[name], self.plan.delta / 2
        if not self._covered[i]:
            return self.plan.scale.unknown
        low, high = np.quantile(self._draws[i], [tail, 1 - tail])
        return Interval(self._unit.score(float(low)), self._unit.score(float(high)))

    def _is_too_early(self, winner: str, surely: float) -> bool:
        """Whether so little was spent that it would have to be surer.

        The winner's own training has to be paid for in any case, so that as long as probes
        cost little beside it, more of them are cheap.
        """
        if surely >= self.tuning.plain:
            return False
        return self._outlay.relative_to(winner) < self.tuning.outlay

    def _lagging(self, winner: int, score: float | None = None) -> np.ndarray:
        """Rivals that might win and were hardly probed."""
        leads = self._beliefs.leads(winner, score)
        return self._reached.lagging(winner, leads, self.tuning)

    @property
    def _draws(self) -> np.ndarray:
        if self._drawn is None:
            self._drawn = self._beliefs.draws(out=self._room)
            self._drawn[self._failed] = FAILED
        return self._drawn

    def _forget_draws(self) -> None:
        self._drawn = self._verdict = self._best = None
        self._predictions.clear()

    def _look_ahead(self, name: str, probes: Sequence[Observation]) -> GainLeft:
        """What this configuration still gains after some probes."""
        if self.plan.is_full(probes[-1]):
            return GainLeft(0.0, 0.0, 0.0)
        if self.plan.kind(name) == "late":  # samples say nothing: it may become perfect
            return GainLeft(0.0, 1.0, 1.0)
        kind = int(self._kinds[self.plan.index[name]])
        prefix = prefix_of(probes, self.plan, kind, self._past, self._unit)
        if self.plan.kind(name) != "unknown":
            return GainLeft(*map(float, self._forecaster(features(prefix))[:, 0]))
        # it may be any kind, so that its spread reaches as far as that of any
        found = self._forecaster(features(as_every_kind(prefix)))
        centre = float(np.median(found[0]))
        low, high = (found[0] - found[1]).min(), (found[0] + found[2]).max()
        return GainLeft(centre, centre - float(low), float(high) - centre)


def _code(kind: LearnerKind) -> int:
    return KINDS.index(kind) if kind in KINDS else OTHER
