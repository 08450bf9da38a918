"""Exact bounds: values, the spending of δ, the self-check and the full run."""

from collections import Counter

import numpy as np
import pytest

from nearbest.data.shuffle import Strata
from nearbest.race.bounds import Exact, exact
from nearbest.race.bounds.exact import TWO_STEPS
from nearbest.race.bounds.simultaneous import shortfall
from nearbest.race.bounds.tails import most, most_stratified
from nearbest.race.interval import UNKNOWN, Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.sizes import geometric_sizes

SIZES = (1_000, 2_000, 4_000, 8_000)
#: 2 configurations: lower events at 1,000 and 2,000 rows, where 2·s < 8,000 test rows;
#: upper events at 2,000 and 4,000 rows, and at 1,000 too without the self-check.
PLAN = Plan({"a": SIZES, "b": SIZES}, n_test=8_000)
CHECKED, UNCHECKED = 0.05 / 8, 0.05 / 10


def observe(size, correct, test_correct, prefixes=None, name="a", plan=PLAN):
    """An observation; by default every model gets the same share of all prefixes right."""
    if prefixes is None:
        prefixes = tuple(correct * s // size for s in plan.sizes[name] if s < size)
    counts = (*prefixes, correct)
    n_test, sizes = plan.n_test_for(name, size), plan.sizes[name]
    return Observation.of_counts(name, size, n_test, correct, test_correct, counts, sizes)


def estimate(*probes, bounds=None, plan=PLAN):
    return (bounds or Exact()).estimator(plan)(probes)


def count_events(plan, self_check):
    """Upper and lower events of a plan without two-step bounds, one by one."""
    events = 0
    for name in plan.sizes:
        for position, size in enumerate(plan.sizes[name]):
            is_last = size == plan.sizes[name][-1]
            if not is_last and not (self_check and position == 0):
                events += 1
            if not is_last and 2 * size < plan.n_test:
                events += 1
    return events


UNEQUAL = {
    "a": (1_000, 2_000, 4_000, 8_000, 16_000, 32_000),
    "b": (500, 32_000),
    "c": (32_000,),
    "d": (3_000, 9_000, 27_000),
}
PLANS = [
    PLAN,
    Plan(UNEQUAL, n_test=1_000_000),
    Plan(UNEQUAL, n_test=9_000),
    Plan({"a": SIZES}, n_test=1_500),
    Plan({str(i): SIZES for i in range(40)}, n_test=100_000, delta=0.3),
]


def test_the_lower_bound_counts_errors_seen_and_the_most_there_can_be():
    """Theorem 2 with the exact tail: 420 errors on 2,000 test rows, 6,000 unseen."""
    interval = estimate(observe(1_000, 800, 1_580)).interval
    assert interval.lower == pytest.approx(1 - (420 + most(420, 2_000, 6_000, CHECKED)) / 8_000)


def test_the_upper_bound_relates_the_training_sample_to_the_test_data_at_once():
    """Theorem 1 with the exact tail: 1,590 of 2,000 training rows, 8,000 test rows."""
    found = estimate(observe(1_000, 800, 1_580), observe(2_000, 1_590, 3_170)).interval
    assert found.upper == most(1_590, 2_000, 8_000, CHECKED) / 8_000


def test_intervals_of_all_probes_are_intersected():
    """A later and looser end on either side does not widen the interval."""
    tight = (observe(1_000, 750, 1_580), observe(2_000, 1_400, 3_170))
    loose = observe(4_000, 3_900, 5_600, prefixes=(700, 1_390))
    before, after = estimate(*tight).interval, estimate(*tight, loose).interval
    assert before == after


def test_the_size_that_attained_the_lower_end_is_kept():
    """It is the sample whose model holds the bound; the smaller one among equals."""
    first, second = observe(1_000, 800, 1_700), observe(2_000, 1_590, 3_170)
    assert estimate(first, second).attained_at == 1_000
    full = observe(8_000, 6_400, 6_400)
    assert estimate(first, second, full).attained_at == 1_000
    assert estimate(full).attained_at == 8_000


@pytest.mark.parametrize("self_check", [True, False])
def test_a_full_run_is_the_point_itself(self_check):
    """At the full training and test data both ends are the accuracy that was measured."""
    bounds = Exact(self_check=self_check)
    probes = [observe(1_000, 1_000, 1_500), observe(8_000, 8_000, 6_234)]
    assert estimate(*probes, bounds=bounds).interval == Interval(6_234 / 8_000, 6_234 / 8_000)
    assert estimate(probes[1], bounds=bounds).interval.width == 0


ONE_ERROR = 1


class Spending:
    """Every error level that `Exact` uses on a plan, told apart by what is bounded."""

    def __init__(self, monkeypatch, plan, bounds):
        self.lower, self.joint, self.second, self.first = {}, {}, {}, {}
        self._plan = plan
        monkeypatch.setattr(exact, "most", self._note)
        estimator = bounds.estimator(plan)
        for name, sizes in plan.sizes.items():
            for k in range(1, len(sizes)):
                self._probed = name
                estimator([self._observe(name, s) for s in sizes[:k]])

    def _observe(self, name, size):
        n_test = self._plan.n_test_for(name, size)
        return Observation.of_counts(name, size, n_test, size // 2, n_test - ONE_ERROR)

    def _note(self, x, s, t, alpha):
        name = self._probed
        full = self._plan.full_size(name)
        if x == ONE_ERROR:
            kind, key = self.lower, (name, s)
        elif t == self._plan.n_test:
            kind = self.second if s == full else self.joint
            key = name if s == full else (name, s)
        else:
            assert s + t == full
            kind, key = self.first, (name, s)
        if t:
            assert kind.setdefault(key, alpha) == alpha
        return t // 2

    @property
    def total(self):
        """The first step has to hold for the best configuration alone, at its sizes."""
        first = Counter()
        for (name, _), alpha in self.first.items():
            first[name] += alpha
        own = (*self.lower.values(), *self.joint.values(), *self.second.values())
        return sum(own) + max(first.values(), default=0.0)


@pytest.mark.parametrize("self_check", [True, False])
@pytest.mark.parametrize("plan", PLANS)
def test_delta_is_spent_over_the_events_that_are_issued(plan, self_check, monkeypatch):
    """Each event costs δ over their number, counted independently, and all cost δ."""
    bounds = Exact(self_check=self_check, two_steps=False)
    spending = Spending(monkeypatch, plan, bounds)
    levels = [*spending.lower.values(), *spending.joint.values()]
    assert levels == pytest.approx([plan.delta / count_events(plan, self_check)] * len(levels))
    assert len(levels) == count_events(plan, self_check)
    assert not spending.first


def test_the_bounds_use_the_alpha_that_was_spent():
    """With unequal sizes both ends are those of δ over 8 lower and 5 upper events."""
    plan = PLANS[1]
    assert count_events(plan, True) == 13
    probes = [
        observe(1_000, 800, 1_580, plan=plan),
        observe(2_000, 1_590, 3_170, plan=plan),
    ]
    interval = estimate(*probes, bounds=Exact(two_steps=False), plan=plan).interval
    lower = max(
        10**6 - 420 - most(420, 2_000, 998_000, 0.05 / 13),
        10**6 - 830 - most(830, 4_000, 996_000, 0.05 / 13),
    )
    assert interval.lower == pytest.approx(lower / 10**6, abs=1e-9)
    assert interval.upper == most(1_590, 2_000, 10**6, 0.05 / 13) / 10**6


MANY = geometric_sizes(8_000_000, 1_000, 2)
WIDE_PLANS = {
    "equal": Plan({str(i): MANY for i in range(1_000)}, n_test=2_000_003),
    "small test data": Plan({str(i): MANY for i in range(300)}, n_test=5_000),
    "unequal": Plan({str(i): MANY[i % 9 :] for i in range(500)}, n_test=2_000_003),
    "few have samples": Plan(
        {str(i): MANY if i < 10 else MANY[-1:] for i in range(1_000)}, n_test=2_000_003
    ),
    "one has samples": Plan(
        {str(i): MANY if i == 0 else MANY[-1:] for i in range(1_000)}, n_test=2_000_003
    ),
}


@pytest.mark.parametrize("two_steps", [True, None])
@pytest.mark.parametrize("self_check", [True, False])
@pytest.mark.parametrize("kind", WIDE_PLANS)
def test_bounds_in_two_steps_spend_no_more_than_delta(kind, self_check, two_steps, monkeypatch):
    """M·α₁ + n·α₂ + lower + joint events stay within δ, however unequal the sizes."""
    bounds = Exact(self_check=self_check, two_steps=two_steps)
    spending = Spending(monkeypatch, WIDE_PLANS[kind], bounds)
    assert spending.first or two_steps is None
    assert spending.total <= 0.05 * (1 + 1e-9)


def test_two_steps_leave_no_part_of_delta_unused(monkeypatch):
    """Where all sizes are equal the events cost δ together."""
    spending = Spending(monkeypatch, WIDE_PLANS["equal"], Exact())
    assert spending.total == pytest.approx(0.05)


@pytest.mark.parametrize("two_steps", [True, False])
def test_batches_spend_no_more_than_delta_together(two_steps, monkeypatch):
    """Candidates that come later spend δ/(b(b + 1)) among themselves."""
    sizes = {str(i): MANY for i in range(60)}
    plan = Plan(sizes, n_test=2_000_003, batches=(40, 15, 5))
    spending = Spending(monkeypatch, plan, Exact(two_steps=two_steps))
    assert spending.total <= 0.05 * (1 / 2 + 1 / 6 + 1 / 12) * (1 + 1e-9)
    first, last = spending.lower["0", 2 * MANY[0]], spending.lower["59", 2 * MANY[0]]
    assert first * 40 / (0.05 / 2) == pytest.approx(last * 5 / (0.05 / 12))


def test_two_steps_are_narrower_than_one_for_a_thousand_configurations():
    """At n = 1000, s = 16,000, N_te = 2 and N_tr = 8 million: 0.0106 against 0.0144."""
    sizes = (*(1_000 * 2**k for k in range(13)), 8_000_000)
    plan = Plan({str(i): sizes for i in range(1_000)}, n_test=2_000_000)
    probe = Observation.of_counts("0", 16_000, 32_000, 12_800, 25_600)

    def width(two_steps):
        bounds = Exact(self_check=False, two_steps=two_steps)
        return estimate(probe, bounds=bounds, plan=plan).interval.upper - 0.8

    assert width(False) == pytest.approx(0.0144, abs=1e-4)
    assert width(None) < 0.0120
    assert width(None) <= 0.0107


def test_a_two_step_bound_is_the_two_tails_one_after_the_other(monkeypatch):
    """The most there can be in D_tr, and from that the most there can be in D_te."""
    plan, size = WIDE_PLANS["equal"], MANY[3]
    probe = Observation.of_counts("7", size, 2 * size, 5_000, 9_000)
    upper = estimate(probe, bounds=Exact(self_check=False), plan=plan).interval.upper
    spending = Spending(monkeypatch, plan, Exact(self_check=False))
    in_training = 5_000 + most(5_000, size, MANY[-1] - size, spending.first["7", size])
    assert upper == most(in_training, MANY[-1], 2_000_003, spending.second["7"]) / 2_000_003


def test_few_configurations_or_large_samples_are_bounded_at_once(monkeypatch):
    """Two steps are taken only where they are narrower: small samples of many candidates."""
    assert not Spending(monkeypatch, PLAN, Exact()).first
    stepwise = {s for _, s in Spending(monkeypatch, WIDE_PLANS["equal"], Exact()).first}
    assert stepwise == set(MANY[1 : len(stepwise) + 1])
    assert max(stepwise) < 2_000_000 / 4


def test_different_full_sizes_are_bounded_at_once(monkeypatch):
    """Which configuration is best would else depend on the order of the training rows."""
    sizes = {str(i): MANY if i % 3 else MANY[:-1] for i in range(500)}
    plan = Plan(sizes, n_test=2_000_003)
    spending = Spending(monkeypatch, plan, Exact(two_steps=True))
    assert not spending.first
    assert spending.total == pytest.approx(0.05)


def test_the_certificate_is_told_of_two_steps():
    """Their intervals hold for the best configuration, not for all at once."""
    assert TWO_STEPS in Exact().assumptions(WIDE_PLANS["equal"])
    assert TWO_STEPS not in Exact().assumptions(PLAN)
    assert TWO_STEPS not in Exact(two_steps=False).assumptions(WIDE_PLANS["equal"])


def test_there_is_no_upper_bound_before_the_second_probe():
    """The self-check trusts nothing that it could not check; without it the first counts."""
    first = observe(1_000, 600, 1_200)
    assert estimate(first).interval.upper == 1
    unchecked = estimate(first, bounds=Exact(self_check=False)).interval
    assert unchecked.upper == most(600, 1_000, 8_000, UNCHECKED) / 8_000


def test_the_first_size_never_gives_an_upper_bound_under_the_self_check():
    """No event was spent on it, so a tight first sample does not lower the end."""
    first = observe(1_000, 500, 1_000)
    second = observe(2_000, 1_400, 2_000, prefixes=(500,))
    assert estimate(first, second).interval.upper == most(1_400, 2_000, 8_000, CHECKED) / 8_000


def test_repaired_counts_raise_earlier_upper_bounds():
    """A later model that is better on an earlier sample raises what that sample said."""
    first = observe(1_000, 700, 1_300)
    second = observe(2_000, 1_300, 2_600, prefixes=(650,))
    third = observe(4_000, 3_400, 5_200, prefixes=(700, 1_500))
    before = estimate(first, second).interval.upper
    found = estimate(first, second, third)
    assert before == most(1_300, 2_000, 8_000, CHECKED) / 8_000
    assert found.interval.upper == most(1_500, 2_000, 8_000, CHECKED) / 8_000
    assert found.interval.upper > before + 0.09
    (seen,) = found.violations
    assert (seen.assumption, seen.magnitude) == ("fitness", pytest.approx(0.1))


def test_a_rising_training_score_adds_its_trend():
    """0.03 over the last step is added for each of the two steps left."""
    first = observe(1_000, 700, 1_300)
    second = observe(2_000, 1_400, 2_600, prefixes=(730,))
    assert estimate(first, second).interval.upper == pytest.approx(
        most(1_400, 2_000, 8_000, CHECKED) / 8_000 + 2 * 0.03
    )


def test_the_trend_never_lifts_the_bound_above_1():
    """An accuracy is at most 1."""
    first = observe(1_000, 400, 800)
    second = observe(2_000, 1_400, 2_600, prefixes=(700,))
    assert estimate(first, second).interval.upper == 1


def test_without_the_self_check_later_models_change_nothing():
    """The rigorous bound under fitness takes each sample's own count."""
    probes = [observe(1_000, 700, 1_300), observe(2_000, 1_500, 2_600, prefixes=(760,))]
    found = estimate(*probes, bounds=Exact(self_check=False))
    assert found.interval.upper == most(700, 1_000, 8_000, UNCHECKED) / 8_000
    assert found.violations == ()


def test_an_empty_interval_gives_up_its_upper_end_and_is_reported():
    """Where test rows are far above training rows the lower end is kept, alone."""
    found = estimate(observe(1_000, 500, 1_800), observe(2_000, 1_000, 3_600))
    lower = 1 - (400 + most(400, 4_000, 4_000, CHECKED)) / 8_000
    upper = most(1_000, 2_000, 8_000, CHECKED) / 8_000
    assert found.interval == Interval(pytest.approx(lower), 1.0)
    (seen,) = found.violations
    assert seen.assumption == "fitness or exploitativeness"
    assert seen.magnitude == pytest.approx(lower - upper)


def test_a_full_run_above_the_upper_bound_before_it_is_reported():
    """The point stands, and the excess over the earlier bound is the violation."""
    probes = [observe(1_000, 700, 1_300), observe(2_000, 1_400, 2_600)]
    before = estimate(*probes).interval
    found = estimate(*probes, observe(8_000, 8_000, 7_200))
    assert found.interval == Interval(0.9, 0.9)
    (seen,) = found.violations
    assert (seen.assumption, seen.magnitude) == ("fitness", pytest.approx(0.9 - before.upper))


def test_a_full_run_below_the_lower_bound_before_it_is_reported():
    """More rows gave a worse model."""
    probes = [observe(1_000, 800, 1_600), observe(2_000, 1_600, 3_200)]
    before = estimate(*probes).interval
    (seen,) = estimate(*probes, observe(8_000, 6_000, 5_600)).violations
    assert seen.assumption == "exploitativeness"
    assert seen.magnitude == pytest.approx(before.lower - 0.7)


def test_a_full_run_as_good_as_a_sample_known_exactly_is_no_contradiction():
    """The same count of right test rows is the same accuracy, to the last digit."""
    for correct in range(0, 8_001, 321):
        sample = observe(4_000, 4_000, correct)
        assert estimate(sample).interval.lower == correct / 8_000
        assert estimate(sample, observe(8_000, 8_000, correct)).violations == ()


def test_bounds_that_meet_in_one_count_are_not_empty():
    """An interval of one exact count keeps its upper end, whatever the rounding."""
    for n_test in (3, 7, 15, 49):
        plan = Plan({"a": (1, 2, n_test + 50, n_test + 51)}, n_test=n_test)
        size = n_test + 50
        for correct in range(0, size, 3):
            upper = most(correct, size, n_test, 0.05 / count_events(plan, True))
            first = observe(2, 2, 0, prefixes=(1,), plan=plan)
            exact = observe(size, correct, upper, prefixes=(0, 0), plan=plan)
            found = estimate(first, exact, plan=plan)
            assert not found.violations, (n_test, correct)


def strata_of(train, test):
    """Class positions of two label sequences."""
    kinds = sorted({*train, *test})
    return Strata(
        train=tuple(np.flatnonzero(np.array(train) == kind) for kind in kinds),
        test=tuple(np.flatnonzero(np.array(test) == kind) for kind in kinds),
    )


def test_stratified_samples_get_binomial_bounds():
    """Both ends use `most_stratified` with the classes' shortfall at that size."""
    train = [0, 1] * 50 + [0, 0, 0, 1] * 75
    test = [0, 1, 0] * 200
    plan = Plan({"a": (100, 200, 400)}, n_test=600, strata=strata_of(train, test))
    alpha = 0.05 / 3
    probes = [
        observe(100, 80, 150, plan=plan),
        observe(200, 150, 300, plan=plan),
    ]
    interval = estimate(*probes, plan=plan).interval

    def missing_in_test(m):
        return shortfall(np.bincount(test[:m]), np.bincount(test[m:]))

    in_sample, in_test = np.array([125, 75]), np.array([400, 200])
    missing = 200 * (125 + 400) / 800 - 125
    assert shortfall(in_sample, in_test) == pytest.approx(missing)
    assert interval.upper == pytest.approx(most_stratified(150, 200, 600, alpha, missing) / 600)
    lower = max(
        1 - (errors + most_stratified(errors, m, 600 - m, alpha, missing_in_test(m))) / 600
        for errors, m in ((50, 200), (100, 400))
    )
    assert interval.lower == pytest.approx(lower)


def test_shortfall_is_zero_for_proportional_classes():
    """Even shares fall short of nothing."""
    assert shortfall(np.array([10, 20, 30]), np.array([100, 200, 300])) == 0


def test_shortfall_adds_up_the_classes_that_are_short():
    """Classes that have too many rows do not make up for those that have too few."""
    here, there = np.array([0, 5, 7]), np.array([4, 3, 5])
    expected = sum(max(0.0, 12 * (h + t) / 24 - h) for h, t in zip(here, there, strict=True))
    assert shortfall(here, there) == pytest.approx(expected)
    assert expected == 2


def test_the_confidence_is_what_was_asked_for():
    """All of δ is spent, and no more."""
    assert Exact().confidence(PLAN) == pytest.approx(0.95)


def test_nothing_observed_is_nothing_known():
    """Without a probe the interval is [0, 1]."""
    assert estimate().interval == UNKNOWN


def test_a_memorizer_has_no_upper_bound_until_its_full_run():
    """All training rows right at any size say nothing, and the full run says it all."""
    probes = [observe(s, s, min(2 * s, 8_000) * 3 // 4) for s in SIZES]
    assert [estimate(*probes[:k]).interval.upper for k in (1, 2, 3)] == [1, 1, 1]
    assert estimate(*probes).interval == Interval(0.75, 0.75)
