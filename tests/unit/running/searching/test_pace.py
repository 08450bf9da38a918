"""What others took corrects what a candidate should take."""

import pytest

from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import Score
from nearbest.running.searching.learnt import Learnt
from nearbest.running.searching.pace import Pace

SIZES = (1_000, 4_000, 16_000)
PLAN = Plan({"a": SIZES, "b": SIZES}, 8_000)


def probe(name, n_train, seconds, **more):
    score = Score(0.8, 1_000)
    return Observation(
        name, n_train, 2_000, score, score, search=score, fit_time=seconds, **more
    )


@pytest.fixture
def newcomer():
    """One that takes a second on a thousand rows."""
    known = Learnt("b")
    known.note(probe("b", 1_000, 1.0, score_time=0.5), PLAN)
    return known


def after(*probes):
    """The pace of a candidate with these times, by size."""
    pace, known = Pace(SIZES[1:]), Learnt("a")
    for size, seconds in probes:
        if size > 1_000:
            pace.note(known, probe("a", size, seconds))
        known.note(probe("a", size, seconds), PLAN)
    return pace


def test_own_times_alone(newcomer):
    pace = after((1_000, 1.0))
    assert pace.n_known(4_000) == 0
    assert pace.fitting(newcomer, 4_000) == pytest.approx(4.0)
    assert pace.seconds(newcomer, 4_000) == pytest.approx(4.5)


def test_others_took_half_of_what_was_expected(newcomer):
    """On the rungs that are still ahead."""
    pace = after((1_000, 1.0), (4_000, 2.0))
    assert pace.n_known(4_000) == 1
    assert pace.fitting(newcomer, 4_000) == pytest.approx(2.0)
    assert pace.fitting(newcomer, 16_000) == pytest.approx(8.0)
    newcomer.note(probe("b", 4_000, 4.0), PLAN)
    assert pace.fitting(newcomer, 16_000) == pytest.approx(16.0, rel=0.01)


def test_a_failure_says_nothing(newcomer):
    pace, known = Pace(SIZES[1:]), Learnt("a")
    known.note(probe("a", 1_000, 1.0), PLAN)
    pace.note(known, Observation("a", 4_000, 2_000, status="failed"))
    assert pace.n_known(4_000) == 0
