"""Observations, their form in the journal, and which count where probes were made again."""

import json
from dataclasses import replace

import pytest

from nearbest.race.observation import Observation, latest
from nearbest.race.score import Score

SLOW = Observation("svm", 100, 50, status="failed", broke=("probe_timeout", 60.0))
AUC = Score(0.8, 1_000, n_effective=30)
FAILED = Observation("tree", 100, 50, status="failed", message="ValueError")
OK = Observation.of_counts("svm", 100, 50, 90, 40)


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
    assert latest([OK, replace(OK, test=Score.of_count(1, 50))]) == [OK]


def test_the_limit_survives_the_journal():
    assert Observation.from_json(SLOW.to_json() | {"broke": ["probe_timeout", 60.0]}) == SLOW


@pytest.mark.parametrize(
    "observation",
    [
        Observation.of_counts("a", 200, 400, 150, 290, (80, 150), (100, 200), fit_time=0.5),
        Observation("a", 200, 400, status="failed", message="no", warnings=("w",)),
        SLOW,
        Observation("a", 1_000, 1_000, AUC, AUC, (AUC,), converged=False),
        Observation("a", 1_000, 1_000, AUC, AUC, search=AUC, for_search=True),
        Observation("a", 9, 9, Score(0.5, 9, stderr=0.1), Score(0.25, 9, stderr=0.2)),
    ],
    ids=["counts", "failed", "too slow", "pairs", "for a search", "approximate"],
)
def test_the_journal_gives_back_what_it_was_given(observation):
    """Scores, what the bounds need of them, and their absence survive JSON."""
    plain = json.loads(json.dumps(observation.to_json()))
    assert Observation.from_json(plain) == observation


def test_counts_are_scores_on_their_sizes():
    """Each prefix is scored on the planned size it belongs to, the last on all rows."""
    observation = Observation.of_counts("a", 200, 400, 150, 290, (80, 150), (100, 200, 400))
    assert observation.prefixes == (Score(0.8, 100), Score(0.75, 200))
    assert (observation.train, observation.test) == (Score(0.75, 200), Score(0.725, 400))
    assert observation.prefix_correct == (80, 150)
    assert (observation.train_correct, observation.test_correct) == (150, 290)


def test_a_count_too_many_is_refused():
    """Counts that do not belong to planned sizes would be scored on wrong ones."""
    with pytest.raises(ValueError, match="zip"):
        Observation.of_counts("a", 200, 400, 150, 290, (80, 150), (50, 100, 200))


def test_rows_of_a_search_are_scored_too():
    """Else each row would seem to take longer than it does."""
    assert OK.n_scored == 150
    assert replace(OK, search=Score(0.8, 1_000)).n_scored == 1_150
