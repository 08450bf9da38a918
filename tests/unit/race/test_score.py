"""Scores and their scales."""

import math
import pickle
from dataclasses import replace

import numpy as np
import pytest

from nearbest.race.interval import Interval
from nearbest.race.score import ACCURACY, UNMEASURED, Scale, Score

LOSS = Scale("log loss", low=-8.0, high=0.0, kind="row means", shown_negated=True)


@pytest.mark.parametrize("n_rows", [1, 3, 7, 49, 1_000, 999_983])
def test_a_count_comes_back_from_its_share(n_rows):
    """Dividing by the rows and multiplying again loses no row."""
    for n_right in {0, 1, n_rows // 3, n_rows // 2, n_rows - 1, n_rows}:
        assert Score.of_count(n_right, n_rows).count == n_right


def test_a_count_of_a_billion_rows_comes_back():
    """So does one that is much larger than what a test can try in full."""
    for n_right in range(10**9 // 7, 10**9 // 7 + 1_000):
        assert Score.of_count(n_right, 10**9).count == n_right


def test_a_scale_maps_to_shares_and_back():
    """The worst score is 0, the best 1."""
    assert LOSS.share(-8.0) == 0
    assert LOSS.share(0.0) == 1
    assert LOSS.at(LOSS.share(-3.0)) == -3.0
    assert LOSS.unknown == Interval(-8.0, 0.0)
    assert LOSS.width == 8.0


def test_accuracy_is_its_own_share():
    """Bit for bit: bounds and replays of accuracy must not move by a rounding error."""
    for value in (0.1, 1 / 3, 0.7, 0.999999):
        assert ACCURACY.share(value) == value
        assert ACCURACY.at(value) == value


def test_a_loss_is_shown_as_users_write_it():
    """An accuracy stays what it is."""
    assert LOSS.shown(-0.3) == 0.3
    assert ACCURACY.shown(0.3) == 0.3
    assert LOSS.shown_interval(Interval(-0.5, -0.2)) == Interval(0.2, 0.5)
    assert ACCURACY.shown_interval(Interval(0.2, 0.5)) == Interval(0.2, 0.5)


def test_no_loss_is_less_than_nothing():
    """A perfect model has a loss of 0, not of -0."""
    assert f"{LOSS.shown(0.0):.4f}" == "0.0000"
    assert str(LOSS.shown_interval(Interval(-0.1, 0.0))) == "[0.0000, 0.1000]"


def test_words_have_the_direction_of_the_score():
    """At best a loss is as low as its lower bound, and a score as high as its upper one."""
    assert (ACCURACY.better_bound, LOSS.better_bound) == ("upper bound", "lower bound")
    assert (ACCURACY.line, LOSS.line) == (
        "largest lower bound + ε",
        "smallest upper bound − ε",
    )


def test_a_recorded_accuracy_becomes_the_nearest_count():
    """Other scores stay as they were recorded."""
    assert ACCURACY.score(0.8333, 6) == Score.of_count(5, 6)
    assert LOSS.score(-0.8333, 6) == Score(-0.8333, 6)


def test_the_rise_of_counts_has_no_rounding_error():
    """One row of a thousand is 0.001, though 0.801 − 0.8 is not."""
    later, earlier = Score.of_count(801, 1_000), Score.of_count(800, 1_000)
    assert later.value - earlier.value != 0.001
    assert ACCURACY.rise(later, earlier) == 0.001
    assert LOSS.rise(Score(-1.0, 10), Score(-1.5, 10)) == 0.5


def test_a_score_without_a_range_is_not_bounded():
    """A squared error may be as large as it likes."""
    assert not Scale("mean squared error", -math.inf, 0.0, "approximate").is_bounded
    assert LOSS.is_bounded


def test_what_was_not_measured_stays_equal_to_itself_elsewhere():
    """Observations travel from worker processes and are compared there and here."""
    assert pickle.loads(pickle.dumps(UNMEASURED)) == UNMEASURED
    assert not UNMEASURED.is_measured
    assert UNMEASURED.count == 0


RMSE = Scale("RMSE", -50.0, 0.0, "row means", shown_negated=True, is_root=True, decimals=2)


def test_the_root_of_a_mean_maps_to_its_share_and_back():
    """An error of half the range is a quarter of the greatest squared one."""
    assert RMSE.share(-25.0) == 0.75
    assert RMSE.at(0.75) == -25.0
    assert RMSE.share(-50.0) == 0
    assert RMSE.share(0.0) == 1
    assert RMSE.at(1 + 1e-16) == 0


def test_numbers_have_as_many_digits_as_tell_something():
    """Of losses of any size, and without a minus."""
    assert RMSE.text(-12.345) == "12.35"
    assert RMSE.text(0.0) == RMSE.number(-0.001) == "0.00"
    assert RMSE.number(1_234.5) == "1,234.50"
    assert replace(RMSE, decimals=0).text(-1_234_567.8) == "1,234,568"
    assert replace(RMSE, decimals=12).text(-1.2346e-9) == "1.235e-09"
    assert RMSE.interval_text(Interval(-12.0, -9.5)) == "[9.50, 12.00]"
    assert ACCURACY.interval_text(Interval(0.5, 0.75)) == str(Interval(0.5, 0.75))


def test_rows_may_spread_beyond_the_scale():
    """A mean of rows that reach below the worst score errs by as much as they spread."""
    rare = replace(ACCURACY, kind="row means", row_low=-49.0)  # a row of a class of 2 %
    rng = np.random.default_rng(0)
    rows = np.where(rng.random((1_000, 10_000)) < 0.004, -49.0, 1.0)
    expected = rare.standard_error(Score(rows.mean(), 10_000))
    assert expected == pytest.approx(rows.mean(axis=1).std(), rel=0.1)


def test_the_error_of_a_root():
    """Of RMSE it is that of the mean of squares, over twice the root."""
    root = Scale("RMSE", -10.0, 0.0, "row means", shown_negated=True, is_root=True)
    rng = np.random.default_rng(0)
    squares = np.where(rng.random((1_000, 10_000)) < 0.2, 100.0, 0.0)
    scores = -np.sqrt(squares.mean(axis=1))
    expected = root.standard_error(Score(scores.mean(), 10_000))
    assert expected == pytest.approx(scores.std(), rel=0.1)
