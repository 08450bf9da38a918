"""Rows by time."""

import datetime

import numpy as np
import pandas as pd
import pytest

from nearbest.data.time_order import checked_time, timed
from nearbest.errors import InvalidInput, InvalidType

RNG = np.random.default_rng


def test_the_last_rows_are_the_test_data():
    """All of them later than any training row, and either side shuffled."""
    time = RNG(0).permutation(1_000)
    found = timed(time, 200, RNG(1))
    assert sorted(time[found.test]) == list(range(800, 1_000))
    assert sorted(time[found.train]) == list(range(800))
    assert list(time[found.train][:5]) != sorted(time[found.train][:5])
    assert np.corrcoef(np.arange(800), time[found.train])[0, 1] < 0.2


@pytest.mark.parametrize(
    ("time", "n_test", "expected"),
    [
        ([1, 2, 2, 2, 3], 2, [1, 2, 3, 4]),  # rows of one moment stay together
        ([1, 1, 1, 2], 2, [3]),  # as many as there can be
        ([1, 2, 3, 4], 1, [3]),
    ],
)
def test_rows_of_one_moment_stay_together(time, n_test, expected):
    """On the test side, unless that left nothing to train on."""
    found = timed(np.array(time), n_test, RNG(0))
    assert sorted(found.test) == expected
    assert len(found.train) == len(time) - len(expected)


def test_one_moment_cannot_be_split():
    """There is no past then."""
    with pytest.raises(InvalidInput, match="at least two different times"):
        timed(np.ones(5), 1, RNG(0))


DAYS = [datetime.date(2024, 1, day) for day in (3, 1, 2)]


@pytest.mark.parametrize(
    "time",
    [
        [3, 1, 2],
        np.array([0.3, 0.1, 0.2]),
        pd.to_datetime(DAYS),
        pd.Series(pd.to_datetime(DAYS)),
        DAYS,
        pd.to_datetime(DAYS).tz_localize("UTC"),
    ],
)
def test_dates_and_numbers_are_times(time):
    """Of any type that can be sorted."""
    assert np.argsort(checked_time(time, 3)).tolist() == [1, 2, 0]


@pytest.mark.parametrize(
    ("time", "error", "sentence"),
    [
        (["a", "b", "c"], InvalidType, "must be dates or numbers.*to_datetime"),
        (["2024-01-01"] * 3, InvalidType, "must be dates or numbers"),
        ([1, 2], InvalidInput, "a value for each of the 3 rows; got 2"),
        ([1, np.nan, 3], InvalidInput, "must not be missing; it is in 1 of 3 rows"),
        (pd.to_datetime(["2024-01-01", None, None]), InvalidInput, "in 2 of 3 rows"),
        (object(), InvalidType, "must be dates or numbers"),
    ],
)
def test_what_is_no_time_is_refused(time, error, sentence):
    """In one sentence, with the way out."""
    with pytest.raises(error, match=sentence):
        checked_time(time, 3)
