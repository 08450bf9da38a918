"""Exact tails, spent over events that are fixed in advance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import ndtri

from nearbest.race.bounds.base import (
    Estimate,
    Estimator,
    Violation,
    contradictions,
    is_full,
    shared_assumptions,
    without_empty,
)
from nearbest.race.bounds.fitness import fitness_violations, repaired_counts, trend
from nearbest.race.bounds.tails import most, most_stratified
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan, Share

#: The part of δ for the first of two steps, where there are two.
FIRST_STEP_SHARE = 0.35
#: Two steps are taken where they are narrower than the joint bound by this factor.
WORTH_TWO_STEPS = 0.9

TWO_STEPS = (
    "with this many configurations the upper bounds hold with the stated confidence "
    "for the best configuration, which is all the certificate needs, not for all at once; "
    "and which one is best must not depend on the order of the training rows"
)


@dataclass(frozen=True)
class Exact:
    """Hypergeometric bounds, simultaneous over all configurations and sizes.

    Parameters
    ----------
    self_check : bool, default=True
        Correct the upper bound by what the paired check of fitness sees, and trust
        none before the second probe. Without it the bound is the rigorous one under
        fitness and nothing protects against learners that break it.
    two_steps : bool or None, default=None
        Whether small samples are related to D_tr first and D_tr to D_te second, so
        that the first step is paid once for all configurations. None decides by
        which is narrower for the plan at hand.

    Notes
    -----
    Let x be the rows of S_tr that the probe's model gets right and e its errors on
    the m rows of S_te. With `most` from `nearbest.bounds.tails`,

    - upper: most(x, |S_tr|, |D_te|, α) / |D_te| (Theorem 1, both samplings at once),
    - lower: 1 − (e + most(e, m, |D_te| − m, α)) / |D_te| (Theorem 2).

    α is δ over the number of such events in the plan. docs/decisions has the proofs.

    Examples
    --------
    >>> from nearbest.race.bounds import Exact
    >>> from nearbest.race.observation import Observation
    >>> from nearbest.race.plan import Plan, Share
    >>> sizes = (1_000, 2_000, 4_000)
    >>> plan = Plan({"tree": sizes, "svm": sizes}, n_test=8_000)
    >>> estimate = Exact().estimator(plan)
    >>> first = Observation("svm", 1_000, 2_000, 800, 1_580, (800,))
    >>> second = Observation("svm", 2_000, 4_000, 1_590, 3_170, (795, 1_590))
    >>> print(estimate([first]).interval)
    [0.7704, 1.0000]
    >>> print(estimate([first, second]).interval)
    [0.7814, 0.8187]
    """

    self_check: bool = True
    two_steps: bool | None = None

    def estimator(self, plan: Plan) -> Estimator:
        """Spend δ over the events of this plan and return its estimator."""
        return _ExactEstimator(plan, self.self_check, self.two_steps)

    def assumptions(self, plan: Plan) -> tuple[str, ...]:
        """Fitness, exploitativeness, the split; and a word on two-step bounds."""
        in_two_steps = self.estimator(plan).uses_two_steps  # type: ignore[attr-defined]
        return shared_assumptions(plan) + ((TWO_STEPS,) if in_two_steps else ())

    def confidence(self, plan: Plan) -> float:
        """1 − δ."""
        return 1 - plan.delta


@dataclass(frozen=True)
class _Levels:
    """The error level of one event, and that of a first step of two."""

    alpha: float
    first_step: float


@dataclass(frozen=True)
class _ExactEstimator:
    """`Exact` for one plan; calling it estimates one configuration."""

    plan: Plan
    self_check: bool
    two_steps: bool | None

    def __call__(self, probes: Sequence[Observation]) -> Estimate:
        if not probes:
            return Estimate()
        name, last = probes[0].configuration, probes[-1]
        before = [probe for probe in probes if not is_full(probe, self.plan)]
        lower, attained_at = max(
            ((self._lower(probe), -probe.n_train) for probe in before), default=(0.0, 0)
        )
        upper, seen = self._upper(before)
        interval = Interval(lower, upper)
        if is_full(last, self.plan):
            point = Interval(last.test_accuracy, last.test_accuracy)
            seen += contradictions(name, last.test_accuracy, interval)
            return Estimate(point, -attained_at or last.n_train, seen)
        interval, empty = without_empty(name, interval)
        return Estimate(interval, -attained_at, seen + empty)

    def note_pruning(self) -> None:
        """Nothing: these bounds hold for all sizes at once."""

    @property
    def uses_two_steps(self) -> bool:
        """Whether any size is bounded in two steps."""
        return bool(self._in_two_steps)

    def _lower(self, probe: Observation) -> float:
        """Theorem 2 with the exact tail: errors seen, and the most there can be."""
        errors = probe.n_test - probe.test_correct
        rest = self.plan.n_test - probe.n_test
        alpha = self._levels[probe.configuration].alpha
        if self.plan.strata is None:
            unseen: float = most(errors, probe.n_test, rest, alpha)
        else:
            here = self.plan.strata.test_counts(probe.n_test)
            missing = shortfall(here, self.plan.strata.test_counts(self.plan.n_test) - here)
            unseen = most_stratified(errors, probe.n_test, rest, alpha, missing)
        return (self.plan.n_test - errors - unseen) / self.plan.n_test

    def _upper(self, probes: Sequence[Observation]) -> tuple[float, tuple[Violation, ...]]:
        """Theorem 1 over all probes, corrected by the self-check of fitness."""
        if not probes or (self.self_check and len(probes) < 2):
            return 1.0, ()
        name = probes[0].configuration
        sizes = self.plan.sizes[name]
        if not self.self_check:
            return min(self._upper_of(p, p.train_correct) for p in probes), ()
        counts = repaired_counts(probes, sizes)
        bound = min(
            (
                self._upper_of(probe, count)
                for probe, count in zip(probes, counts, strict=True)
                if probe.n_train > sizes[0]
            ),
            default=1.0,
        )
        bound = min(1.0, bound + trend(probes, sizes))
        return bound, fitness_violations(probes, counts)

    def _upper_of(self, probe: Observation, correct: int) -> float:
        """The most test rows that a model right on `correct` sample rows can get."""
        s, n_test = probe.n_train, self.plan.n_test
        levels = self._levels[probe.configuration]
        if self.plan.strata is not None:
            strata = self.plan.strata
            missing = shortfall(strata.train_counts(s), strata.test_counts(n_test))
            return most_stratified(correct, s, n_test, levels.alpha, missing) / n_test
        full = self.plan.full_size(probe.configuration)
        if (s, full) in self._in_two_steps:
            in_training = correct + most(correct, s, full - s, levels.first_step)
            return most(in_training, full, n_test, levels.alpha) / n_test
        return most(correct, s, n_test, levels.alpha) / n_test

    @cached_property
    def _levels(self) -> Mapping[str, _Levels]:
        """The error levels of each configuration; δ is spent batch by batch."""
        return {
            name: levels
            for share in dict.fromkeys(self.plan.shares.values())
            for levels in [self._spend(share)]
            for name in share.names
        }

    def _spend(self, share: Share) -> _Levels:
        """δ over the events of all configurations of a batch.

        No upper event where none is issued (first size under the self-check, full
        size); no lower event where all of D_te is scored. Bounding in two steps
        replaces a configuration's events at those sizes by one, its second step; the
        first step, which only the best configuration needs, is paid once for all.
        """
        events, first_steps = 0, 0
        for name in share.names:
            sizes, upper = self.plan.sizes[name], self._upper_sizes(name)
            lower = sum(self.plan.n_test_for(name, s) < self.plan.n_test for s in sizes)
            stepwise = sum((s, sizes[-1]) in self._in_two_steps for s in upper)
            events += lower + len(upper) - stepwise + (stepwise > 0)
            first_steps = max(first_steps, stepwise)
        for_first_steps = FIRST_STEP_SHARE * share.delta if first_steps else 0.0
        alpha = (share.delta - for_first_steps) / max(events, 1)
        return _Levels(alpha, for_first_steps / max(first_steps, 1))

    @cached_property
    def _in_two_steps(self) -> frozenset[tuple[int, int]]:
        """The pairs (size, full size) bounded in two steps; a function of the plan.

        None unless all full sizes are equal: which configuration is best would else
        depend on which rows come first in the shuffle.
        """
        full_sizes = {sizes[-1] for sizes in self.plan.sizes.values()}
        if self.two_steps is False or self.plan.strata is not None or len(full_sizes) > 1:
            return frozenset()
        return frozenset(
            (s, sizes[-1])
            for name, sizes in self.plan.sizes.items()
            for s in self._upper_sizes(name)
            if self.two_steps or self._narrower_in_two_steps(s, sizes)
        )

    def _narrower_in_two_steps(self, s: int, sizes: Sequence[int]) -> bool:
        """Compare both widths in the normal approximation, at any accuracy.

        Two steps give up that all upper bounds hold at once, so they must be worth it.
        """
        n, full, n_test = self.plan.n_configurations, sizes[-1], self.plan.n_test
        delta, events = self.plan.delta, 2 * n * len(sizes)
        z_joint, z_second, z_first = -ndtri(
            [
                delta / events,
                (1 - FIRST_STEP_SHARE) * delta / events,
                FIRST_STEP_SHARE * delta / len(sizes),
            ]
        )
        joint = z_joint * math.sqrt(1 / s + 1 / n_test)
        first = z_first * math.sqrt(1 / s - 1 / full)
        second = z_second * math.sqrt(1 / full + 1 / n_test)
        return bool(first + second < WORTH_TWO_STEPS * joint)

    def _upper_sizes(self, name: str) -> tuple[int, ...]:
        """The sizes at which this configuration gets an upper bound."""
        return self.plan.sizes[name][1 if self.self_check else 0 : -1]


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
