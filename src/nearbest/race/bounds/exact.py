"""Exact tails, spent over events that are fixed in advance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scipy.special import ndtri

from nearbest.data.target import Classes, Target
from nearbest.race.bounds.base import Bounds, IntervalEstimator
from nearbest.race.bounds.kl import KL
from nearbest.race.bounds.normal import Normal
from nearbest.race.bounds.pairs import Pairs
from nearbest.race.bounds.simultaneous import Levels, SimultaneousBounds, SimultaneousIntervals
from nearbest.race.bounds.tails import most, most_stratified
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan, Share
from nearbest.race.score import Kind, Scale, Score
from nearbest.race.thrift import N_LEVELS, PRICE

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
class Exact(SimultaneousBounds):
    """Hypergeometric bounds, simultaneous over all configurations and sizes.

    They are exact for scores that are counts of right rows. Scores that are means over
    rows are bounded by `KL` instead, means over pairs by `Pairs` and all others
    approximately by `Normal`, with the same self-check.

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
    the m rows of S_te. With `most` from `nearbest.race.bounds.tails`,

    - upper: most(x, |S_tr|, |D_te|, α) / |D_te| (Theorem 1, both samplings at once),
    - lower: 1 − (e + most(e, m, |D_te| − m, α)) / |D_te| (Theorem 2).

    α is δ over the number of such events in the plan. docs/decisions has the proofs.

    Examples
    --------
    >>> from nearbest.race.bounds import Exact
    >>> from nearbest.race.observation import Observation
    >>> from nearbest.race.plan import Plan
    >>> sizes = (1_000, 2_000, 4_000)
    >>> plan = Plan({"tree": sizes, "svm": sizes}, n_test=8_000)
    >>> estimate = Exact().estimator(plan)
    >>> probe = Observation.of_counts
    >>> first = probe("svm", 1_000, 2_000, 800, 1_580, (800,))
    >>> second = probe("svm", 2_000, 4_000, 1_590, 3_170, (795, 1_590), sizes)
    >>> print(estimate([first]).interval)
    [0.7704, 1.0000]
    >>> print(estimate([first, second]).interval)
    [0.7814, 0.8187]
    """

    two_steps: bool | None = None

    def supports(self, scale: Scale, target: Target) -> bool:
        """Shares of right rows, and what the bounds for other kinds of scores support."""
        other = self._for_kind(scale.kind)
        return isinstance(target, Classes) if other is None else other.supports(scale, target)

    def estimator(self, plan: Plan) -> IntervalEstimator:
        """Spend δ over the events of this plan and return its estimator."""
        other = self._for_kind(plan.scale.kind)
        if other is None:
            return _ExactIntervals(plan, self.self_check, self.two_steps)
        return other.estimator(plan)

    def assumptions(self, plan: Plan) -> tuple[str, ...]:
        """Fitness, exploitativeness, the split; and a word on two-step bounds."""
        other = self._for_kind(plan.scale.kind)
        if other is not None:
            return other.assumptions(plan)
        found = self.estimator(plan)
        in_two_steps = isinstance(found, _ExactIntervals) and found.uses_two_steps
        return super().assumptions(plan) + ((TWO_STEPS,) if in_two_steps else ())

    def _for_kind(self, kind: Kind) -> Bounds | None:
        """The bounds that take this one's place; None for counts."""
        match kind:
            case "row means":
                return KL(self.self_check)
            case "class means" | "pairs":
                return Pairs(self.self_check)
            case "approximate":
                return Normal(self.self_check)
        return None


@dataclass(frozen=True)
class _ExactIntervals(SimultaneousIntervals):
    """`Exact` for one plan whose scores are counts of right rows."""

    two_steps: bool | None = None

    @property
    def uses_two_steps(self) -> bool:
        """Whether any size is bounded in two steps."""
        return bool(self._in_two_steps)

    def lower_of(self, probe: Observation) -> float:
        """Errors seen in the sample, and the most there can be elsewhere."""
        errors, n_test = probe.n_test - probe.test.count, self.plan.n_test
        rest, alpha = n_test - probe.n_test, self.levels[probe.configuration].alpha
        if probe.n_test < self.plan.n_test_for(probe.configuration, probe.n_train):
            alpha *= PRICE
        if self.plan.strata is None:
            unseen: float = most(errors, probe.n_test, rest, alpha)
        else:
            missing = self.test_shortfall(probe.n_test)
            unseen = most_stratified(errors, probe.n_test, rest, alpha, missing)
        return (n_test - errors - unseen) / n_test

    def upper_of(self, probe: Observation, score: Score) -> float:
        """The most test rows that a model right on so many sample rows can get."""
        s, n_test, correct = probe.n_train, self.plan.n_test, score.count
        levels = self.levels[probe.configuration]
        if score.n_rows < s:  # some rows of the sample stand for all of it
            unseen = most(correct, score.n_rows, s - score.n_rows, PRICE * levels.alpha)
            correct += unseen
        if self.plan.strata is not None:
            missing = self.training_shortfall(s)
            return most_stratified(correct, s, n_test, levels.alpha, missing) / n_test
        full = self.plan.full_size(probe.configuration)
        if (s, full) in self._in_two_steps:
            in_training = correct + most(correct, s, full - s, levels.first_step)
            return most(in_training, full, n_test, levels.alpha) / n_test
        return most(correct, s, n_test, levels.alpha) / n_test

    def spend(self, share: Share) -> Levels:
        """δ over the events of all configurations of a batch.

        Bounding in two steps replaces a configuration's events at those sizes by one,
        its second step; the first step, which only the best configuration needs, is
        paid once for all.
        """
        events, first_steps = 0.0, 0
        for name in share.names:
            full, upper = self.plan.full_size(name), self.upper_sizes(name)
            stepwise = sum((s, full) in self._in_two_steps for s in upper)
            events += self.n_lower_events(name) + len(upper) - stepwise + (stepwise > 0)
            events += self._thrift(name)
            first_steps = max(first_steps, stepwise)
        for_first_steps = FIRST_STEP_SHARE * share.delta if first_steps else 0.0
        alpha = (share.delta - for_first_steps) / max(events, 1.0)
        return Levels(alpha, for_first_steps / max(first_steps, 1))

    def _thrift(self, name: str) -> float:
        """Events of scoring fewer rows: a lower and an upper one for each size and level."""
        if not self.plan.thrifty:
            return 0.0
        n_sizes = len(self.plan.sizes[name]) - 1 + len(self.upper_sizes(name))
        return PRICE * (N_LEVELS - 1) * n_sizes

    @cached_property
    def _in_two_steps(self) -> frozenset[tuple[int, int]]:
        """The pairs (size, full size) bounded in two steps; a function of the plan.

        None unless all full sizes are equal: which configuration is best would else
        depend on which rows come first in the shuffle. None where more may arrive: how
        many there will be is not known.
        """
        full_sizes = {sizes[-1] for sizes in self.plan.sizes.values()}
        if self.two_steps is False or self.plan.strata is not None or len(full_sizes) > 1:
            return frozenset()
        if self.plan.is_open:
            return frozenset()
        return frozenset(
            (s, sizes[-1])
            for name, sizes in self.plan.sizes.items()
            for s in self.upper_sizes(name)
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
