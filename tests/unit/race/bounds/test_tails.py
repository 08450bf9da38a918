"""Exact tails against brute force and against an independent sum."""

from fractions import Fraction
from math import comb, inf

import numpy as np
import pytest
from scipy.special import logsumexp
from scipy.stats import binom

from nearbest.race.bounds.tails import most, most_stratified

#: No tail of a small hypergeometric equals one of these, so that no tie is left to rounding.
ALPHAS = (0.4871, 0.0503, 0.00971, 1.03e-4, 1.7e-7)


def brute_force(x, s, t, alpha):
    """`most` by exact integer arithmetic."""
    largest = 0
    for y in range(t + 1):
        marked, drawn = x + y, comb(s + t, s)
        below = sum(comb(marked, k) * comb(s + t - marked, s - k) for k in range(x + 1))
        if Fraction(below, drawn) > Fraction(alpha):
            largest = y
    return largest


def log_tail(x, s, t, y):
    """Log P[Hyp(s + t, x + y, s) ≤ x] from ratios of neighbouring terms alone."""
    marked, unmarked = x + y, s + t - x - y
    k = np.arange(max(0, s - unmarked), min(s, marked) + 1, dtype=float)
    before, after = k[:-1], k[1:]
    steps = np.log(marked - before) + np.log(s - before)
    steps -= np.log(after) + np.log(unmarked - s + after)
    terms = np.concatenate([[0.0], np.cumsum(steps)])
    return logsumexp(terms[k <= x]) - logsumexp(terms) if (k <= x).any() else -inf


@pytest.mark.parametrize("alpha", ALPHAS)
def test_most_is_what_brute_force_finds_on_every_small_case(alpha):
    """`most` equals the largest y by exact integer arithmetic for all x ≤ s ≤ 9, t ≤ 9."""
    for s in range(1, 10):
        for t in range(10):
            for x in range(s + 1):
                assert most(x, s, t, alpha) == brute_force(x, s, t, alpha), (x, s, t)


@pytest.mark.parametrize(
    ("x", "s", "t"),
    [
        (0, 30, 90),
        (1, 30, 90),
        (15, 30, 90),
        (28, 30, 90),
        (29, 30, 90),
        (40, 80, 11),
        (70, 80, 3),
    ],
)
@pytest.mark.parametrize("alpha", ALPHAS)
def test_most_is_what_brute_force_finds_on_middling_cases(x, s, t, alpha):
    """It agrees near the ends and where the sample is larger than the rest."""
    assert most(x, s, t, alpha) == brute_force(x, s, t, alpha)


@pytest.mark.parametrize("alpha", [0.05, 1e-4, 1e-7, 1e-10])
@pytest.mark.parametrize(
    ("share", "s", "t"),
    [
        (0.8, 16_000, 2_000_000),
        (0.995, 1_000, 1_000_000_000),
        (0.5, 100_000, 1_000_000_000),
        (0.9, 1_000_000, 200_000_000),
        (0.01, 64_000, 999_936_000),
        (0.7, 1_000_000, 30_000),
    ],
)
def test_most_sits_where_an_independent_sum_crosses_alpha(share, s, t, alpha):
    """On up to 10⁹ rows the tail is above α just below `most` and below α just above it."""
    x = round(share * s)
    y = most(x, s, t, alpha)
    shift = max(1, round(0.001 * (y - x * t / s)))
    assert log_tail(x, s, t, y - shift) > np.log(alpha)
    assert log_tail(x, s, t, y + shift) <= np.log(alpha)


def test_a_sample_that_is_all_marked_excludes_nothing():
    """A memorizer's training count bounds nothing: all other rows may be marked."""
    assert most(1_000, 1_000, 5_000, 0.05) == 5_000


def test_no_other_rows_are_no_rows():
    """With t = 0 the answer is 0."""
    assert most(3, 10, 0, 0.05) == 0
    assert most_stratified(3, 10, 0, 0.05, 0.0) == 0


def test_smaller_alpha_admits_more():
    """The more certain one wants to be, the more rows can be marked."""
    counts = [most(700, 1_000, 9_000, alpha) for alpha in (0.5, 0.1, 1e-2, 1e-4, 1e-8)]
    assert counts == sorted(counts)
    assert len(set(counts)) == 5


@pytest.mark.parametrize(("x", "s", "t"), [(0, 50, 200), (25, 50, 200), (480, 500, 70)])
@pytest.mark.parametrize("alpha", [0.05, 1e-4])
def test_stratified_rows_are_bounded_by_the_binomial(x, s, t, alpha):
    """At the bound's share of all rows, a binomial is as small as x with probability α."""
    unseen = most_stratified(x, s, t, alpha, 0.0)
    share = (x + unseen) / (s + t)
    if unseen < t:
        assert binom.cdf(x, s, share) == pytest.approx(alpha, rel=1e-6)
    else:
        assert binom.cdf(x, s, share) >= alpha


def test_stratified_is_never_tighter_than_uniform():
    """The binomial's price is up to √(1 + s/t), and it is never negative."""
    for x in (10, 50, 90):
        for s, t in ((100, 50), (100, 1_000)):
            assert most_stratified(x, s, t, 0.01, 0.0) > most(x, s, t, 0.01) - 1


def test_unequal_allocation_widens_the_stratified_bound_by_its_share():
    """Each missing row of a class counts (s + t)/s rows."""
    even = most_stratified(500, 1_000, 9_000, 0.05, 0.0)
    assert most_stratified(500, 1_000, 9_000, 0.05, 3.0) == pytest.approx(even + 30)


def test_the_stratified_bound_stays_within_the_rows_there_are():
    """However unequal the classes, no more than t rows can be marked."""
    assert most_stratified(900, 1_000, 100, 0.05, 500.0) == 100
    assert most_stratified(1_000, 1_000, 100, 0.05, 0.0) == 100
