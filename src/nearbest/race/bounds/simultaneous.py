"""Intervals that hold all at once, over events that are fixed in advance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nearbest.data.target import Target
from nearbest.race.bounds.base import (
    Estimate,
    IntervalEstimator,
    Violation,
    contradictions,
    is_measured,
    shared_assumptions,
    without_empty,
)
from nearbest.race.bounds.fitness import fitness_violations, repaired_scores, trend
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan, Share
from nearbest.race.score import Scale, Score


@dataclass(frozen=True)
class Levels:
    """The error level of one event, and that of a first step of two."""

    alpha: float
    first_step: float = 0.0


@dataclass(frozen=True)
class SimultaneousBounds(ABC):
    """What bounds have in common that spend δ over all configurations and sizes.

    Parameters
    ----------
    self_check : bool, default=True
        As in `Exact`.
    """

    self_check: bool = True

    @abstractmethod
    def supports(self, scale: Scale, target: Target) -> bool:
        """Whether scores on this scale can be bounded."""

    @abstractmethod
    def estimator(self, plan: Plan) -> IntervalEstimator:
        """Spend δ over the events of this plan and return its estimator."""

    def assumptions(self, plan: Plan) -> tuple[str, ...]:
        """Fitness, exploitativeness and the split."""
        return shared_assumptions(plan)

    def confidence(self, plan: Plan) -> float:
        """1 − δ."""
        return 1 - plan.delta


@dataclass(frozen=True)
class SimultaneousIntervals(ABC):
    """Calling it estimates one configuration; what is left to others are the tails.

    δ is spent over all events of the plan, so that the intervals of all configurations
    hold together, at all sizes and in whatever order they are looked at.
    """

    plan: Plan
    self_check: bool

    def __call__(self, probes: Sequence[Observation]) -> Estimate:
        """Where the score of one configuration lies, by its probes so far."""
        if not probes:
            return Estimate(self.plan.scale.unknown)
        name, last = probes[0].configuration, probes[-1]
        before = [probe for probe in probes if not is_measured(probe, self.plan)]
        lowers = {probe.n_train: self.lower_of(probe) for probe in before}
        attained_at = max(lowers, key=lambda size: (lowers[size], -size), default=None)
        lower = self.plan.scale.low if attained_at is None else lowers[attained_at]
        upper, seen = self._upper(before)
        interval = Interval(lower, upper)
        if is_measured(last, self.plan):
            point = Interval(last.test_score, last.test_score)
            seen += contradictions(name, last.test_score, interval, self.plan.scale)
            return Estimate(point, attained_at or last.n_train, seen)
        interval, empty = without_empty(name, interval, self.plan.scale)
        return Estimate(interval, attained_at, seen + empty)

    def note_pruning(self) -> None:  # noqa: B027, as there is nothing to do
        """Nothing: these bounds hold for all sizes at once."""

    @abstractmethod
    def lower_of(self, probe: Observation) -> float:
        """Theorem 2: at least this on all of D_te, by the score on a sample of it."""

    @abstractmethod
    def upper_of(self, probe: Observation, score: Score) -> float:
        """Theorem 1: at most this on D_te, by a score on the probe's training sample."""

    def _upper(self, probes: Sequence[Observation]) -> tuple[float, tuple[Violation, ...]]:
        """Theorem 1 over all probes, corrected by the self-check of fitness."""
        scale = self.plan.scale
        if not probes or (self.self_check and len(probes) < 2):
            return scale.high, ()
        sizes = self.plan.sizes[probes[0].configuration]
        if not self.self_check:
            return min(self.upper_of(probe, probe.train) for probe in probes), ()
        repaired = repaired_scores(probes, sizes)
        bound = min(
            (
                self.upper_of(probe, score)
                for probe, score in zip(probes, repaired, strict=True)
                if probe.n_train > sizes[0]
            ),
            default=scale.high,
        )
        bound = min(scale.high, bound + trend(probes, sizes))
        return bound, fitness_violations(probes, repaired, scale)

    @cached_property
    def levels(self) -> Mapping[str, Levels]:
        """The error levels of each configuration; δ is spent batch by batch."""
        return _LevelsOnDemand(self)

    def spend(self, share: Share) -> Levels:
        """δ evenly over the events of all configurations of a batch.

        No upper event where none is issued (first size under the self-check, full
        size); no lower event where all of D_te is scored.
        """
        events = sum(
            self.n_lower_events(name) + len(self.upper_sizes(name)) for name in share.names
        )
        return Levels(share.delta / max(events, 1))

    def n_lower_events(self, name: str) -> int:
        """At how many sizes this configuration's lower bound may fail."""
        return sum(
            self.plan.n_test_for(name, size) < self.plan.n_test
            for size in self.plan.sizes[name]
        )

    def upper_sizes(self, name: str) -> tuple[int, ...]:
        """The sizes at which this configuration gets an upper bound."""
        return self.plan.sizes[name][1 if self.self_check else 0 : -1]

    def training_shortfall(self, n_train: int) -> float:
        """`shortfall` of a stratified training sample, seen beside all of D_te."""
        if self.plan.strata is None:
            return 0.0
        strata = self.plan.strata
        return shortfall(strata.train_counts(n_train), strata.test_counts(self.plan.n_test))

    def test_shortfall(self, n_test: int) -> float:
        """`shortfall` of a stratified test sample, seen beside the rest of D_te."""
        if self.plan.strata is None:
            return 0.0
        here = self.plan.strata.test_counts(n_test)
        return shortfall(here, self.plan.strata.test_counts(self.plan.n_test) - here)


class _LevelsOnDemand(dict[str, Levels]):
    """The levels of a batch are worked out when one of it is asked for.

    Plans grow where configurations arrive, and most of them are not looked at again.
    """

    def __init__(self, intervals: SimultaneousIntervals) -> None:
        self._intervals = intervals

    def __missing__(self, name: str) -> Levels:
        share = self._intervals.plan.shares[name]
        levels = self._intervals.spend(share)
        self.update(dict.fromkeys(share.names, levels))
        return levels


def shortfall(here: np.ndarray, there: np.ndarray) -> float:
    """Rows by which a stratified sample's classes fall short of proportional shares.

    Examples
    --------
    >>> shortfall(np.array([5, 5]), np.array([50, 50]))
    0.0
    >>> shortfall(np.array([4, 6]), np.array([51, 49]))
    1.0
    """
    s, t = here.sum(), there.sum()
    return float(np.maximum(0, s * (here + there) / (s + t) - here).sum())
