"""Configurations that arrive while a race runs, where that was announced."""

import numpy as np
import pytest

from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Arriving, Plan
from nearbest.race.race import Race
from nearbest.race.score import Scale

SIZES = (1_000, 2_000, 4_000)


def open_race(**more):
    return Race(Plan({}, 8_000, arriving=Arriving(SIZES, slots=10), **more), Exact())


def probe(name, size, correct=0.8):
    n_test = min(8_000, 2 * size)
    return Observation.of_counts(name, size, n_test, int(correct * size), int(correct * n_test))


def test_nothing_said_before_changes():
    """Each has its part of δ whoever else comes."""
    race = open_race()
    race.admit({"a": SIZES})
    race.tell(probe("a", 1_000))
    race.tell(probe("a", 2_000))
    before = race.tracks["a"].interval
    for k in range(30):
        race.admit({f"late-{k}": SIZES})
    assert race.tracks["a"].interval == before
    race.tell(probe("late-29", 1_000, 0.9))
    late = race.tracks["late-29"].interval
    assert late.lower < 0.9
    assert race.incumbent == "late-29"


def test_intervals_are_those_of_the_whole_race_told_anew():
    """Joining is quicker than beginning again, and the same."""
    race = open_race()
    for name in "abc":
        race.admit({name: SIZES})
        race.tell(probe(name, 1_000))
        race.tell(probe(name, 2_000))
    anew = Race(race.plan, Exact())
    for observation, _ in race.history:
        anew.tell(observation)
    assert {n: t.interval for n, t in race.tracks.items()} == {
        n: t.interval for n, t in anew.tracks.items()
    }
    assert race.contenders == anew.contenders


def test_all_parts_of_delta_add_up_to_delta():
    plan = Plan({}, 8_000, delta=0.1, arriving=Arriving(SIZES, slots=7))
    plan = plan.extended({str(k): SIZES for k in range(1_000)})
    spent = sum(share.delta for share in plan.shares.values())
    assert 0.09 < spent <= 0.1
    levels = Exact().estimator(plan).levels
    n_events = 2 + 1  # two lower bounds below all test rows, one upper bound
    assert sum(level.alpha for level in levels.values()) * n_events == pytest.approx(spent)


def test_it_has_not_ended_while_more_are_to_come():
    race = open_race()
    race.admit({"a": SIZES})
    race.tell(probe("a", 4_000))
    race.more_to_come = True
    assert race.ending is None
    race.more_to_come = False
    assert race.ending == "proved"


def test_two_steps_are_not_taken():
    """Which bound is used must not depend on how many arrive."""
    names = {str(k): tuple(500 * 2**i for i in range(12)) for k in range(1_000)}
    assert Exact().estimator(Plan(names, 2_000_000)).uses_two_steps
    arriving = Arriving(next(iter(names.values())), slots=1_000)
    assert not Exact().estimator(Plan(names, 2_000_000, arriving=arriving)).uses_two_steps


def test_who_came_is_of_its_kind():
    race = open_race(scale=Scale("AUC", 0, 1, "pairs"), n_test_pairs=500)
    race.admit({"a": SIZES}, {"a": "tree"})
    assert race.plan.kinds == {"a": "tree"}
    assert np.isclose(race.tracks["a"].interval.upper, 1)
