"""What a search has learnt of a candidate."""

import pytest

from nearbest.forecast.expected import expected_score
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import Score
from nearbest.running.searching.learnt import Learnt

PLAN = Plan({"a": (1_000, 4_000, 16_000)}, 8_000)


def probe(n_train, search):
    return Observation(
        "a",
        n_train,
        2_000,
        Score.of_count(n_train, n_train),
        Score.of_count(1_000, 2_000),
        search=Score(search, 1_000),
        fit_time=n_train / 1_000,
        score_time=0.5,
    )


def test_estimates_are_kept_by_size():
    learnt = Learnt("a")
    for size in PLAN.sizes["a"]:
        learnt.note(probe(size, 0.8), PLAN)
    assert list(learnt.estimates) == list(PLAN.sizes["a"])
    assert learnt.estimates[16_000] == 0.8


def test_gains_that_are_far_away_count_for_less():
    """Over four doublings, half of what past curves promise."""
    learnt = Learnt("a")
    for size, trust in ((1_000, 0.5), (4_000, 1.0)):
        learnt.note(probe(size, 0.8), PLAN)
        gain = expected_score(learnt.probes, PLAN) - 0.8
        assert gain > 0
        assert learnt.estimates[size] == pytest.approx(0.8 + trust * gain)


def test_times():
    """A full run scores all test rows and those of the search, any other as the last."""
    learnt = Learnt("a")
    learnt.note(probe(1_000, 0.8), PLAN)
    learnt.note(probe(4_000, 0.8), PLAN)
    assert learnt.fitting(16_000).seconds == pytest.approx(16.0, rel=0.1)
    assert learnt.fitting(16_000).low < 16
    assert learnt.scoring(8_000) == 0.5
    assert learnt.scoring(16_000) == pytest.approx(0.5 * 9_000 / 7_000)


def test_a_failure_has_no_estimate():
    learnt = Learnt("a")
    learnt.note(Observation("a", 1_000, 2_000, status="failed"), PLAN)
    assert (learnt.failed, learnt.tried, learnt.estimates) == (True, {1_000}, {})
