"""Coverage of one event: drawn rows against the bound for the others."""

import numpy as np
import pytest

from nearbest.race.bounds.tails import most, most_stratified

from .chance import assert_rare, most_misses

RUNS = 20_000


def draws(share, s, t, n_rows=2_000, seed=0):
    """Marked rows in two disjoint uniform samples of the same rows."""
    rng = np.random.default_rng(seed)
    marked = round(share * n_rows)
    x = rng.hypergeometric(marked, n_rows - marked, s, RUNS)
    y = rng.hypergeometric(marked - x, n_rows - marked - (s - x), t)
    return x.tolist(), y.tolist()


def count_misses(x, y, bound):
    return sum(there > bound(here) for here, there in zip(x, y, strict=True))


@pytest.mark.parametrize("alpha", [0.05, 0.001])
@pytest.mark.parametrize(("s", "t"), [(100, 400), (400, 100), (300, 1_000)])
@pytest.mark.parametrize("share", [0.5, 0.8, 0.97])
def test_more_rows_than_most_are_as_rare_as_alpha(share, s, t, alpha):
    """P[Y > most(X)] ≤ α for disjoint samples, whatever the share and the sizes."""
    misses = count_misses(*draws(share, s, t), lambda x: most(x, s, t, alpha))
    assert_rare(misses, RUNS, alpha)


@pytest.mark.parametrize(("s", "t"), [(100, 400), (300, 1_000)])
@pytest.mark.parametrize("share", [0.5, 0.8])
def test_most_is_not_wider_than_it_needs_to_be(share, s, t):
    """At α = 0.05 more than a bound for α = 0.02 would miss are missed."""
    misses = count_misses(*draws(share, s, t), lambda x: most(x, s, t, 0.05))
    assert misses > most_misses(RUNS, 0.02)


def test_an_alpha_that_is_too_large_is_caught():
    """The check fails for a bound that is ten thousand times too sure."""
    misses = count_misses(*draws(0.8, 300, 1_000), lambda x: most(x, 300, 1_000, 0.1))
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(misses, RUNS, 1e-5)


def pairs(s, seed=1):
    """One row of each of s classes of two in either sample, one of the two marked."""
    x = np.random.default_rng(seed).binomial(s, 0.5, RUNS)
    return x.tolist(), (s - x).tolist()


def test_stratified_samples_are_covered_by_the_binomial():
    """With classes of two rows, one in the sample and one in D_te, the bound holds."""
    misses = count_misses(*pairs(500), lambda x: most_stratified(x, 500, 500, 0.01, 0.0))
    assert_rare(misses, RUNS, 0.01)


def test_stratified_samples_are_not_covered_by_the_hypergeometric():
    """The same check catches the bound for uniform samples on the same draws."""
    misses = count_misses(*pairs(500), lambda x: most(x, 500, 500, 0.01))
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(misses, RUNS, 0.01)
