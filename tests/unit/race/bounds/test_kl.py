"""Bounds for means over rows of values in a known range."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.special import rel_entr
from scipy.stats import binom

from nearbest.data.target import Classes, Numbers
from nearbest.race.bounds import KL, Exact
from nearbest.race.bounds.kl import (
    divergence,
    highest_mean,
    highest_mean_stratified,
    highest_whole,
)
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import ACCURACY, Scale, Score

SIZES = (1_000, 2_000, 4_000, 8_000)
LOSS = Scale("loss", low=-4.0, high=0.0, kind="row means")
UNIT = Scale("unit", low=0.0, high=1.0, kind="row means")
MEANS = (0.0, 1e-9, 0.01, 0.3, 0.5, 0.9, 0.999, 1 - 1e-12, 1.0)


def observe(size, train, test, plan, prefixes=None):
    sizes = [s for s in plan.sizes["a"] if s <= size]
    values = [train] * len(sizes) if prefixes is None else (*prefixes, train)
    n_test = plan.n_test_for("a", size)
    return Observation(
        "a",
        size,
        n_test,
        Score(train, size),
        Score(test, n_test),
        tuple(Score(v, s) for v, s in zip(values, sizes, strict=True)),
    )


def plan_of(scale, sizes=SIZES, **options):
    return Plan({"a": sizes, "b": sizes}, n_test=8_000, scale=scale, **options)


def estimate(bounds, plan, *probes):
    return bounds.estimator(plan)(probes)


class TestTails:
    @pytest.mark.parametrize("a", [0.0, 0.2, 0.5, 1.0])
    @pytest.mark.parametrize("b", [1e-6, 0.2, 0.7, 1 - 1e-9])
    def test_the_divergence_is_that_of_two_bernoullis(self, a, b):
        """As the sum of relative entropies has it."""
        expected = rel_entr(a, b) + rel_entr(1 - a, 1 - b)
        assert divergence(a, b) == pytest.approx(expected, rel=1e-12, abs=1e-15)

    @pytest.mark.parametrize(("a", "b"), [(0.5, 0.0), (0.5, 1.0), (1.0, 0.0), (0.0, 1.0)])
    def test_what_cannot_have_been_drawn_is_infinitely_far(self, a, b):
        """Rows of another value exist in the sample, but not in the whole."""
        assert divergence(a, b) == math.inf

    @pytest.mark.parametrize("n_rows", [10**3, 10**9])
    def test_close_means_of_many_rows_keep_their_digits(self, n_rows):
        """Near a, KL(a‖b) is (b − a)² / 2a(1 − a), of which subtraction loses half."""
        step = 1 / math.sqrt(n_rows)
        assert divergence(0.3, 0.3 + step) == pytest.approx(step**2 / 0.42, rel=2 * step)

    @pytest.mark.parametrize("mean", MEANS)
    @pytest.mark.parametrize("s", [1, 100, 10**9])
    def test_the_whole_is_where_the_divergence_is_used_up(self, mean, s):
        """The largest μ with s·KL(mean‖μ) ≤ ln(1/α), from above."""
        whole = highest_whole(mean, s, 0.01)
        assert mean <= whole <= 1
        if whole < 1:
            assert s * divergence(mean, whole) == pytest.approx(math.log(100), rel=1e-5)

    @pytest.mark.parametrize(("s", "t"), [(100, 100), (100, 900), (900, 100), (5, 10**6)])
    def test_the_highest_mean_rises_with_the_mean(self, s, t):
        """Fitness gives a mean at least as high, so the bound may not fall with it."""
        found = [highest_mean(mean, s, t, 0.001) for mean in np.linspace(0, 1, 500)]
        assert all(a <= b + 1e-12 for a, b in pairwise(found))
        assert found[-1] == 1

    def test_the_smaller_part_is_the_sample(self):
        """Taking the larger one instead would be wider where it is much larger."""
        as_larger = ((1_000) * highest_whole(0.5, 900, 0.01) - 900 * 0.5) / 100
        assert highest_mean(0.5, 900, 100, 0.01) < as_larger - 0.1

    def test_nothing_left_says_nothing(self):
        """Without other rows, or with all at the top, there is nothing to bound."""
        assert highest_mean(0.3, 10, 0, 0.05) == 1
        assert highest_mean(1.0, 10, 10, 0.05) == 1
        assert highest_mean_stratified(0.3, 10, 0, 0.05, 0.0) == 1

    def test_missing_rows_of_classes_widen_it(self):
        """By their share of the sample, carried over to the other rows."""
        even, uneven = (highest_mean_stratified(0.5, 100, 900, 0.05, b) for b in (0.0, 2.0))
        assert uneven - even == pytest.approx(1_000 / 900 * 2 / 100)

    def test_the_tail_covers_the_worst_case(self):
        """Rows drawn from a great many of mean μ: the bound misses μ at most α often."""
        s, alpha, mu = 60, 0.05, 0.7
        bounds = np.array([highest_whole(x / s, s, alpha) for x in range(s + 1)])
        missed = binom.pmf(np.arange(s + 1), s, mu)[bounds < mu].sum()
        assert 0 < missed <= alpha


class TestIntervals:
    def test_a_range_of_four_is_four_times_as_wide(self):
        """Scores are scaled to [0, 1] and back."""
        unit, loss = plan_of(UNIT), plan_of(LOSS)
        here = estimate(
            KL(), unit, observe(1_000, 0.8, 0.7, unit), observe(2_000, 0.8, 0.7, unit)
        )
        there = estimate(
            KL(), loss, observe(1_000, -0.8, -1.2, loss), observe(2_000, -0.8, -1.2, loss)
        )
        assert there.interval.lower == pytest.approx(4 * here.interval.lower - 4)
        assert there.interval.upper == pytest.approx(4 * here.interval.upper - 4)

    def test_nothing_is_known_before_the_first_probe(self):
        """The interval is all of the scale, and its top before the second probe."""
        plan = plan_of(LOSS)
        assert estimate(KL(), plan).interval == LOSS.unknown
        assert estimate(KL(), plan, observe(1_000, -0.5, -0.6, plan)).interval.upper == 0.0

    def test_a_full_run_is_a_point(self):
        """All of D_te was scored."""
        plan = plan_of(LOSS)
        found = estimate(KL(), plan, observe(8_000, -0.5, -0.6, plan)).interval
        assert (found.lower, found.upper) == (-0.6, -0.6)

    def test_a_later_model_that_fits_better_raises_the_bound(self):
        """The self-check works with scores as it does with counts."""
        plan = plan_of(UNIT)
        first = observe(1_000, 0.6, 0.55, plan)
        kept = observe(2_000, 0.6, 0.55, plan, prefixes=(0.6,))
        better = observe(2_000, 0.6, 0.55, plan, prefixes=(0.65,))
        calm, raised = estimate(KL(), plan, first, kept), estimate(KL(), plan, first, better)
        assert raised.interval.upper == pytest.approx(calm.interval.upper + 0.05 * 2)
        (seen,) = raised.violations
        assert seen.magnitude == pytest.approx(0.05)
        assert not calm.violations

    def test_without_the_check_one_probe_is_enough(self):
        """The bound is then the rigorous one under fitness."""
        plan = plan_of(UNIT)
        found = estimate(KL(self_check=False), plan, observe(1_000, 0.6, 0.55, plan))
        assert found.interval.upper < 0.75

    def test_delta_is_spent_on_the_events_of_the_plan(self):
        """Lower ones at 1,000 and 2,000 rows, upper ones at 2,000 and 4,000, twice."""
        plan = plan_of(UNIT, delta=0.08)
        assert KL().estimator(plan).levels["a"].alpha == pytest.approx(0.01)
        assert KL(self_check=False).estimator(plan).levels["b"].alpha == pytest.approx(0.008)

    def test_counts_are_means_too_but_exact_tails_are_narrower(self):
        """`Exact` uses what counts say about the variance."""
        plan = plan_of(ACCURACY)
        probes = [observe(1_000, 0.9, 0.88, plan), observe(2_000, 0.9, 0.88, plan)]
        exact, kl = (estimate(bounds, plan, *probes).interval for bounds in (Exact(), KL()))
        assert kl.lower < exact.lower
        assert exact.upper < kl.upper


class TestDelegation:
    @pytest.mark.parametrize("self_check", [True, False])
    def test_exact_bounds_row_means_as_kl_does(self, self_check):
        """Users keep one name for the bounds that fit their score."""
        plan = plan_of(LOSS)
        probes = [observe(1_000, -0.5, -0.6, plan), observe(2_000, -0.5, -0.6, plan)]
        exact, kl = Exact(self_check=self_check), KL(self_check=self_check)
        assert estimate(exact, plan, *probes) == estimate(kl, plan, *probes)
        assert exact.assumptions(plan) == kl.assumptions(plan)
        assert exact.confidence(plan) == kl.confidence(plan)

    def test_prunings_do_not_matter(self):
        """The intervals hold all at once."""
        plan = plan_of(UNIT)
        probe, estimator = observe(1_000, 0.6, 0.55, plan), KL().estimator(plan)
        before = estimator([probe])
        estimator.note_pruning()
        assert estimator([probe]) == before

    def test_what_kl_supports(self):
        """Means over rows of a known range, of whatever target."""
        classes, numbers = Classes.of(np.array([0, 1])), Numbers(0.0, 1.0, 0.5, 0.1)
        assert KL().supports(LOSS, classes)
        assert KL().supports(LOSS, numbers)
        assert KL().supports(ACCURACY, classes)
        assert not KL().supports(Scale("any", -math.inf, 0.0, "row means"), numbers)
        assert not KL().supports(Scale("AUC", 0.0, 1.0, "pairs"), classes)
