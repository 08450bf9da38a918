"""Scheduling by upper confidence bound."""

from nearbest.race.observation import Task
from nearbest.race.schedulers import UCB

from .scripted import asked, race_of, tell


def test_the_highest_upper_bound_is_probed():
    """The most promising contender comes first, whatever it costs."""
    race = race_of("abc")
    tell(race, "a", (0.1, 0.8, 1))
    tell(race, "b", (0.1, 0.9, 1_000))
    tell(race, "c", (0.3, 0.7, 1))
    assert asked(UCB(), race) == [("b", 200)]


def test_several_workers_get_the_most_promising_by_rank():
    """With two workers the two highest upper bounds are probed."""
    race = race_of("abc")
    tell(race, "a", (0.1, 0.8, 1))
    tell(race, "b", (0.1, 0.9, 1))
    tell(race, "c", (0.1, 0.7, 1))
    assert asked(UCB(), race, free=2) == [("b", 200), ("a", 200)]
    assert asked(UCB(), race, [Task("b", 200, 400)], free=1) == [("a", 200)]


def test_among_equal_upper_bounds_the_least_probed_comes_first():
    """Two memorizers take turns."""
    race = race_of("ab")
    tell(race, "a", (0.1, 1.0, 1), (0.2, 1.0, 1))
    tell(race, "b", (0.1, 1.0, 1))
    assert asked(UCB(), race) == [("b", 200)]


def test_it_has_a_name():
    """The scheduler prints as one would write it."""
    assert repr(UCB()) == "UCB()"
