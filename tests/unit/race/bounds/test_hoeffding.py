"""The paper's bounds, checked against its formulas by hand."""

from math import log, sqrt

import pytest

from nearbest.race.bounds import Hoeffding
from nearbest.race.interval import UNKNOWN, Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan

SIZES = (1_000, 2_000, 4_000, 8_000)
PLAN = Plan(dict.fromkeys("abcde", SIZES), n_test=5_000, delta=0.1)


def observe(size, train, test, n_test=None, name="a"):
    n_test = n_test or PLAN.n_test_for(name, size)
    return Observation.of_counts(name, size, n_test, round(train * size), round(test * n_test))


def estimate(*probes, plan=PLAN):
    return Hoeffding().estimator(plan)(probes)


def estimate_after_pruning(before, *probes):
    """The estimate where someone was pruned when only `before` had been probed."""
    estimator = Hoeffding().estimator(PLAN)
    estimator([before])
    estimator.note_pruning()
    return estimator([before, *probes])


def test_theorems_1_and_2():
    """Both ends are training and test accuracy plus the paper's terms, n = 5 and δ = 0.1."""
    interval = estimate(observe(1_000, 0.8, 0.75)).interval
    upper = 0.8 + sqrt(log(4 * 25 / 0.1) / 2_000) + sqrt(log(4 * 25 / 0.1) / 10_000)
    lower = 0.75 - sqrt(log(2 * 25 / 0.1) / 4_000)
    assert interval.upper == pytest.approx(upper, abs=1e-12)
    assert interval.lower == pytest.approx(lower, abs=1e-12)
    assert interval.upper == pytest.approx(0.8850526, abs=1e-6)
    assert interval.lower == pytest.approx(0.7105834, abs=1e-6)


def test_only_the_last_probe_counts():
    """Without a snapshot in between, an earlier and tighter interval is forgotten."""
    first, second = observe(1_000, 0.7, 0.69), observe(2_000, 0.9, 0.6)
    assert estimate(first, second).interval == estimate(second).interval


def test_the_interval_is_kept_inside_that_of_the_last_snapshot():
    """Algorithm 3: each end is replaced by the snapshot's where it reaches beyond it."""
    first = observe(1_000, 0.8, 0.75)
    held = estimate(first).interval
    falls, rises, within = (
        observe(2_000, *scores) for scores in ((0.8, 0.7), (0.9, 0.75), (0.8, 0.75))
    )
    free = {probe: estimate(probe).interval for probe in (falls, rises, within)}
    assert free[falls].lower < held.lower
    assert free[rises].upper > held.upper
    for probe, alone in free.items():
        assert estimate_after_pruning(first, probe).interval == alone & held


def test_ends_beyond_0_and_1_are_cut():
    """Before any snapshot an accuracy lies from 0 to 1."""
    assert estimate(observe(1_000, 1.0, 0.01)).interval == Interval(0.0, 1.0)


def test_a_full_run_is_the_point_itself():
    """At the full training and test data the interval collapses, whatever came before."""
    full = observe(8_000, 1.0, 0.7)
    for asked in (estimate, estimate_after_pruning):
        assert asked(observe(4_000, 1.0, 0.72), full).interval == Interval(0.7, 0.7)


def test_all_training_rows_but_not_all_test_rows_are_no_full_run():
    """Only with all of D_te the accuracy is known exactly."""
    assert estimate(observe(8_000, 0.8, 0.8, n_test=1_000)).interval.width > 0.05


def test_an_empty_interval_gives_up_its_upper_end_and_is_reported():
    """Test rows far above training rows contradict the assumptions, by their distance."""
    found = estimate(observe(4_000, 0.5, 0.9))
    lower = 0.9 - sqrt(log(2 * 25 / 0.1) / 10_000)
    upper = 0.5 + sqrt(log(4 * 25 / 0.1) / 8_000) + sqrt(log(4 * 25 / 0.1) / 10_000)
    assert found.interval == Interval(pytest.approx(lower), 1.0)
    (seen,) = found.violations
    assert seen.assumption == "fitness or exploitativeness"
    assert seen.magnitude == pytest.approx(lower - upper)


@pytest.mark.parametrize(
    ("accuracy", "assumption"), [(0.95, "fitness"), (0.6, "exploitativeness")]
)
def test_a_full_run_outside_the_last_snapshot_is_reported(accuracy, assumption):
    """The full run contradicts the interval that pruned others."""
    sample, full = observe(4_000, 0.8, 0.8), observe(8_000, 1.0, accuracy)
    held = estimate(sample).interval
    (seen,) = estimate_after_pruning(sample, full).violations
    assert seen.assumption == assumption
    assert seen.magnitude == pytest.approx(max(accuracy - held.upper, held.lower - accuracy))


@pytest.mark.parametrize(
    ("accuracy", "assumption"), [(0.95, "fitness"), (0.6, "exploitativeness")]
)
def test_a_full_run_outside_the_interval_held_before_it_is_reported(accuracy, assumption):
    """A wrong bound is never silent, whether a snapshot was taken of it or not."""
    found = estimate(observe(4_000, 0.8, 0.8), observe(8_000, 1.0, accuracy))
    assert [seen.assumption for seen in found.violations] == [assumption]


def test_a_full_run_where_it_was_expected_is_not_reported():
    """No violation where the full run lies in the interval before it."""
    assert estimate(observe(4_000, 0.8, 0.8), observe(8_000, 0.8, 0.8)).violations == ()


def test_the_sample_with_the_highest_lower_bound_of_its_own_is_named():
    """A snapshot may have kept its bound; after a full run it still stands for a sample."""
    first, second, full = (
        observe(1_000, 0.8, 0.9),
        observe(2_000, 0.8, 0.8),
        observe(8_000, 0.8, 0.8),
    )
    assert estimate(first).attained_at == 1_000
    assert estimate(first, second).attained_at == 1_000
    assert estimate(first, second, full).attained_at == 1_000
    assert estimate(full).attained_at == 8_000


def test_nothing_observed_is_nothing_known():
    """Without a probe the interval is [0, 1]."""
    assert estimate().interval == UNKNOWN


def test_the_confidence_is_the_papers_where_its_union_holds():
    """With at least as many configurations as sizes n·M looks cost at most δ."""
    assert Hoeffding().confidence(PLAN) == pytest.approx(0.9)
    assert len(Hoeffding().assumptions(PLAN)) == 3


def test_the_confidence_falls_to_what_holds_where_sizes_outnumber_configurations():
    """With M > n the union over the looks gives δ·M/n, and the assumptions say so."""
    plan = Plan({"a": SIZES, "b": SIZES[:2]}, n_test=5_000, delta=0.1)
    assert Hoeffding().confidence(plan) == pytest.approx(1 - 0.1 * 4 / 2)
    assert "does not cover" in Hoeffding().assumptions(plan)[-1]


def test_the_confidence_counts_the_looks_of_each_batch():
    """A batch of one that came later has four looks at n = 1, for its part δ/6."""
    plan = Plan(dict.fromkeys("abcde", SIZES), n_test=5_000, delta=0.1, batches=(4, 1))
    spent = 0.1 / 2 * 4 / 4 + 0.1 / 6 * 4 / 1
    assert Hoeffding().confidence(plan) == pytest.approx(1 - spent)


def test_the_confidence_is_never_negative():
    """A hopeless plan promises nothing."""
    plan = Plan({"a": SIZES}, n_test=5_000, delta=0.5)
    assert Hoeffding().confidence(plan) == 0
