"""What counts of a journal in which probes were made again."""

from dataclasses import replace

import pytest

from nearbest.race.observation import Observation, latest

SLOW = Observation("svm", 100, 50, status="failed", broke=("probe_timeout", 60.0))
FAILED = Observation("tree", 100, 50, status="failed", message="ValueError")
OK = Observation("svm", 100, 50, 90, 40)


@pytest.mark.parametrize(
    ("limits", "counts"),
    [
        (None, True),
        ({"probe_timeout": 60.0}, True),
        ({"probe_timeout": 30.0, "probe_memory": None}, True),
        ({"probe_timeout": 61.0}, False),
        ({"probe_timeout": None}, False),
        ({}, False),
    ],
)
def test_a_limit_counts_until_it_is_raised_or_removed(limits, counts):
    assert latest([SLOW, FAILED], limits) == ([SLOW, FAILED] if counts else [FAILED])


@pytest.mark.parametrize("limits", [None, {"probe_timeout": 60.0}, {}])
def test_the_second_try_takes_the_place_of_the_first(limits):
    """It comes where it was made, so that later ones see what the race saw."""
    assert latest([SLOW, FAILED, OK], limits) == [FAILED, OK]


def test_the_second_try_may_break_a_limit_too():
    again = replace(SLOW, broke=("probe_timeout", 90.0))
    assert latest([SLOW, again], {"probe_timeout": 90.0}) == [again]
    assert latest([SLOW, again], {"probe_timeout": 100.0}) == []


def test_other_repetitions_change_nothing():
    """The first counts, as in the race."""
    assert latest([OK, replace(OK, test_correct=1)]) == [OK]


def test_the_limit_survives_the_journal():
    assert Observation.from_json(SLOW.to_json() | {"broke": ["probe_timeout", 60.0]}) == SLOW
