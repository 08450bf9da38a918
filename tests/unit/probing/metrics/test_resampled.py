import math

import numpy as np
import pytest

from nearbest.data.target import Classes, Numbers
from nearbest.probing.metrics import resampled as module
from nearbest.probing.metrics.resampled import resampled

Y = np.random.default_rng(0).normal(size=2_000)


def mean(rows):
    return float(Y[rows].mean())


def test_standard_errors_are_those_of_a_mean():
    """Within what 40 blocks can tell: about a ninth."""
    for score in resampled(mean, Y, (500, 2_000), Numbers.of(Y)):
        expected = Y[: score.n_rows].std() / math.sqrt(score.n_rows)
        assert score.value == pytest.approx(Y[: score.n_rows].mean())
        assert score.stderr == pytest.approx(expected, rel=0.4)


def test_beyond_the_most_rows_it_falls_with_their_root(monkeypatch):
    """Computing the score forty times on a million rows would take longer than a fit."""
    (few,) = resampled(mean, Y, (500,), Numbers.of(Y))
    monkeypatch.setattr(module, "MOST_ROWS", 500)
    (many,) = resampled(mean, Y, (2_000,), Numbers.of(Y))
    assert many.stderr == pytest.approx(few.stderr / 2)
    assert many.value == pytest.approx(Y.mean())


def test_no_standard_error_where_part_of_the_rows_has_no_score():
    """As where one block holds the only rows of a class."""

    def needs_both(rows):
        if 0 not in rows:
            raise ValueError("the first row is needed")
        return 1.0

    (score,) = resampled(needs_both, Y, (100,), Numbers.of(Y))
    assert score.value == 1.0
    assert score.stderr is None


def test_rows_that_count_are_those_of_the_rarer_class():
    """Of two classes; of more, as many as a class has on average."""
    y = np.array([0] * 90 + [1] * 10)
    assert resampled(lambda rows: 0.0, y, (100,), Classes.of(y))[0].n_effective == 10
    y = np.repeat([0, 1, 2, 3], 25)
    assert resampled(lambda rows: 0.0, y, (100,), Classes.of(y))[0].n_effective == 25
