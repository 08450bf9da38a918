"""What is known of a target of numbers."""

import numpy as np
import pytest

from nearbest.data import numbers
from nearbest.data.numbers import Numbers


def test_the_range_is_that_of_the_table_and_the_rest_that_of_the_test_rows():
    """Whatever the split, no label lies outside the range."""
    found = Numbers.of(np.array([0, 1, -5, 9]), np.array([1, 9]))
    assert (found.low, found.high, found.nearest_zero) == (-5.0, 9.0, 0.0)
    assert (found.mean, found.variance) == (5.0, 16.0)
    assert found.points == (1.0, 9.0)
    assert found.weights == (0.5, 0.5)


def test_a_test_set_of_its_own_widens_the_range():
    """Its labels are known, too."""
    found = Numbers.of(np.array([2.0, 3.0]), np.array([1.0, 4.0]))
    assert (found.low, found.high, found.nearest_zero) == (1.0, 4.0, 1.0)


def test_variance_is_taken_piece_by_piece(monkeypatch):
    """Of more rows than are looked at together, and far from 0."""
    y = 1e9 + np.random.default_rng(0).normal(size=10_000)
    monkeypatch.setattr(numbers, "MOST_SORTED", 999)
    assert Numbers.of(y).variance == pytest.approx(y.var(), rel=1e-6)


@pytest.mark.parametrize("share", [0.001, 0.1, 0.5, 0.9, 0.999])
def test_quantiles(share):
    """Of few rows exactly, of many nearly."""
    few = np.array([3.0, 1.0, 2.0, 10.0])
    assert Numbers.of(few).quantile(share) == np.quantile(few, share, method="inverted_cdf")
    many = np.random.default_rng(0).exponential(size=100_000)
    rank = (many <= Numbers.of(many).quantile(share)).mean()
    assert rank == pytest.approx(share, abs=0.002)


def test_quantiles_where_rows_weigh_differently():
    """One row of weight 10 beside nine of weight 1."""
    y = np.arange(1.0, 11.0)
    assert Numbers.of(y).quantile(0.5, weigh=lambda v: np.where(v == 1, 10.0, 1.0)) == 1.0


def test_expectations_keep_the_extremes():
    """They are kept one by one, so that a mean over heavy tails is nearly right."""
    y = np.random.default_rng(0).lognormal(sigma=2, size=200_000)
    found = Numbers.of(y)
    assert sum(found.weights) == pytest.approx(1)
    assert found.expected(np.square) == pytest.approx((y**2).mean(), rel=0.01)
    assert found.expected(lambda v: v) == pytest.approx(y.mean(), rel=1e-9)


def test_a_range_may_be_widened_so_that_nothing_is_clipped():
    """Where a score is wanted for its own sake, not to be bounded."""
    found = Numbers.of(np.array([1.0, 2.0])).reaching(np.array([-3.0, 1.5]))
    assert (found.low, found.high) == (-3.0, 2.0)


def test_few_test_rows_without_a_difference():
    """Then the variance is that of the table, so that there is a unit to measure in."""
    found = Numbers.of(np.array([0.0, 4.0, 2.0, 2.0]), np.array([2.0, 2.0]))
    assert (found.mean, found.variance) == (2.0, 2.0)
