"""The paper's bounds, as printed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from nearbest.bounds.base import (
    Estimate,
    Estimator,
    contradictions,
    is_full,
    shared_assumptions,
    without_empty,
)
from nearbest.interval import Interval
from nearbest.observation import Observation
from nearbest.plan import Plan


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
    >>> from nearbest.bounds import Hoeffding
    >>> from nearbest.interval import Interval
    >>> from nearbest.observation import Observation
    >>> from nearbest.plan import Plan
    >>> plan = Plan({"tree": (1_000, 8_000), "svm": (1_000, 8_000)}, n_test=2_000)
    >>> probe = Observation("svm", 1_000, 2_000, train_correct=800, test_correct=1_580)
    >>> print(Hoeffding().estimator(plan)([probe], Interval()).interval)
    [0.7544, 0.8917]
    """

    def __repr__(self) -> str:
        return "Hoeffding()"

    def estimator(self, plan: Plan) -> Estimator:
        """Theorems 1 and 2 with n and δ of this plan."""

        def estimate(probes: Sequence[Observation], snapshot: Interval) -> Estimate:
            if not probes:
                return Estimate()
            last = probes[-1]
            share = plan.shares[last.configuration]
            n, delta = len(share.names), share.delta
            for_upper, for_lower = math.log(4 * n * n / delta), math.log(2 * n * n / delta)

            def lower(probe: Observation) -> float:
                return probe.test_accuracy - _deviation(probe.n_test, for_lower)

            if is_full(last, plan):
                point = Interval(last.test_accuracy, last.test_accuracy)
                sample = max(probes[:-1] or probes, key=lower).n_train
                return Estimate(point, sample, contradictions(last, snapshot))
            upper = (
                last.train_accuracy
                + _deviation(last.n_train, for_upper)
                + _deviation(plan.n_test, for_upper)
            )
            interval, violations = without_empty(
                last.configuration, Interval(lower(last), upper) & snapshot
            )
            return Estimate(interval, max(probes, key=lower).n_train, violations)

        return estimate

    def assumptions(self, plan: Plan) -> tuple[str, ...]:
        """Those of the paper, and what its Theorem 3 leaves open."""
        if self.confidence(plan) == 1 - plan.delta:
            return shared_assumptions(plan)
        return (
            *shared_assumptions(plan),
            f"the paper states confidence {1 - plan.delta:g}; its union over snapshots "
            "does not cover that, and the confidence given here is the one that holds",
        )

    def confidence(self, plan: Plan) -> float:
        """1 − δ, or 1 − δ·M/n where there are more sizes M than configurations n.

        Where candidates came in batches, M/n is weighted by each batch's part of δ.
        """
        batches = dict.fromkeys(plan.shares.values())
        spent = sum(share.delta / len(share.names) for share in batches)
        return max(0.0, 1 - max(plan.delta, _looks(plan) * spent))


def _looks(plan: Plan) -> int:
    """M, the most sizes that a configuration has."""
    return max(len(sizes) for sizes in plan.sizes.values())


def _deviation(n_rows: int, log_term: float) -> float:
    """Hoeffding's term √(log_term / 2n)."""
    return math.sqrt(log_term / (2 * n_rows))
