"""The paper's bounds, as printed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from nearbest.data.target import Classes, Target
from nearbest.race.bounds.base import (
    Estimate,
    IntervalEstimator,
    contradictions,
    is_measured,
    shared_assumptions,
    without_empty,
)
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import Scale

PAPERS_CONFIDENCE = (
    "the paper states the confidence 1 − δ; its union over snapshots does not cover that, and "
    "the confidence given here is the one that holds"
)


class Hoeffding:
    """Theorems 1 and 2 of the paper with Algorithm 3's snapshot rule.

    For reproduction and as a reference; `Exact` is tighter and its union bound is
    sound. Each side of each interval gets δ/(2n²). The interval is that of the last
    probe alone, kept inside the interval of the last snapshot (the last time when a
    configuration was pruned).

    Notes
    -----
    Theorem 3 of the paper takes a union bound over the snapshots. A snapshot is the
    random time at which an interval prunes, so this does not cover what it claims:
    with n = 2, ε = 0 and M looks, P(wrong) can be 1 − (1 − δ/8)^M, which is 0.57
    for δ = 0.5 and M = 13. A union over all n·M looks holds and gives δ·M/n; that is
    what `confidence` reports where M > n.

    Examples
    --------
    >>> from nearbest.race.bounds import Hoeffding
    >>> from nearbest.race.observation import Observation
    >>> from nearbest.race.plan import Plan
    >>> plan = Plan({"tree": (1_000, 8_000), "svm": (1_000, 8_000)}, n_test=2_000)
    >>> probe = Observation.of_counts("svm", 1_000, 2_000, 800, 1_580)
    >>> print(Hoeffding().estimator(plan)([probe]).interval)
    [0.7544, 0.8917]
    """

    def __repr__(self) -> str:
        return "Hoeffding()"

    def supports(self, scale: Scale, target: Target) -> bool:
        """Accuracy, as in the paper."""
        return scale.kind == "counts" and isinstance(target, Classes)

    def estimator(self, plan: Plan) -> IntervalEstimator:
        """Theorems 1 and 2 with n and δ of this plan."""
        return _HoeffdingIntervals(plan)

    def assumptions(self, plan: Plan) -> tuple[str, ...]:
        """Those of the paper, and what its Theorem 3 leaves open."""
        if self.confidence(plan) == 1 - plan.delta:
            return shared_assumptions(plan)
        return (*shared_assumptions(plan), PAPERS_CONFIDENCE)

    def confidence(self, plan: Plan) -> float:
        """1 − δ, or 1 − δ·M/n where there are more sizes M than configurations n.

        Where candidates came in batches, M/n is weighted by each batch's part of δ.
        """
        batches = dict.fromkeys(plan.shares.values())
        spent = sum(share.delta / len(share.names) for share in batches)
        return max(0.0, 1 - max(plan.delta, _looks(plan) * spent))


class _HoeffdingIntervals:
    """`Hoeffding` for one plan; calling it estimates one configuration.

    It keeps the last interval of each configuration, and those of the last snapshot.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._latest: dict[str, Interval] = {}
        self._snapshot: dict[str, Interval] = {}

    def __call__(self, probes: Sequence[Observation]) -> Estimate:
        if not probes:
            return Estimate(self.plan.scale.unknown)
        name = probes[-1].configuration
        snapshot = self._snapshot.get(name, self.plan.scale.unknown)
        estimate = self._within(probes, snapshot)
        self._latest[name] = estimate.interval
        return estimate

    def note_pruning(self) -> None:
        """Take Algorithm 3's snapshot."""
        self._snapshot = dict(self._latest)

    def _within(self, probes: Sequence[Observation], snapshot: Interval) -> Estimate:
        """The estimate from the last probe, kept inside the last snapshot."""
        if not probes:
            return Estimate(self.plan.scale.unknown)
        last = probes[-1]
        if is_measured(last, self.plan):
            point = Interval(last.test_score, last.test_score)
            before = self._within(probes[:-1], snapshot)
            sample, held = before.attained_at or last.n_train, before.interval & snapshot
            return Estimate(
                point, sample, contradictions(last.configuration, last.test_score, held)
            )
        interval, violations = without_empty(
            last.configuration, Interval(self._lower(last), self._upper(last)) & snapshot
        )
        return Estimate(interval, max(probes, key=self._lower).n_train, violations)

    def _upper(self, probe: Observation) -> float:
        """Theorem 1."""
        share = self.plan.shares[probe.configuration]
        log_term = math.log(4 * len(share.names) ** 2 / share.delta)
        return (
            probe.train_score
            + _deviation(probe.n_train, log_term)
            + _deviation(self.plan.n_test, log_term)
        )

    def _lower(self, probe: Observation) -> float:
        """Theorem 2."""
        share = self.plan.shares[probe.configuration]
        log_term = math.log(2 * len(share.names) ** 2 / share.delta)
        return probe.test_score - _deviation(probe.n_test, log_term)


def _looks(plan: Plan) -> int:
    """M, the most sizes that a configuration has."""
    return max(len(sizes) for sizes in plan.sizes.values())


def _deviation(n_rows: int, log_term: float) -> float:
    """Hoeffding's term √(log_term / 2n)."""
    return math.sqrt(log_term / (2 * n_rows))
