"""What would be given up when time is up is not begun."""

import pytest

from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.running.in_time import InTime
from nearbest.running.time_limit import NO_LIMIT, TimeLimit

SIZES = tuple(1_000 * 2**k for k in range(6))  # to 32,000


class Asks:
    """A scheduler that asks for full runs, by the order of names."""

    def ask(self, race, running, free):
        busy = {task.configuration for task in running}
        tasks = [race.task(name, SIZES[-1]) for name in race.tracks if name not in busy]
        return tasks[:free]


@pytest.fixture
def race():
    """`slow` takes 4 s per thousand rows, `quick` 0.1 s; each was probed twice."""
    race = Race(Plan({"slow": SIZES, "quick": SIZES}, n_test=4_000), Exact())
    for name, seconds in (("slow", 4.0), ("quick", 0.1)):
        for size in SIZES[:2]:
            n_test = race.plan.n_test_for(name, size)
            counts = round(0.8 * size), round(0.8 * n_test)
            time = seconds * size / 1_000
            race.tell(Observation.of_counts(name, size, n_test, *counts, fit_time=time))
    return race


def asked(race, seconds, free=1, running=()):
    limit = TimeLimit(seconds, 0.0, clock=lambda: 0.0)
    tasks = InTime(Asks(), limit).ask(race, running, free)
    return [(task.configuration, task.n_train) for task in tasks]


def test_without_a_limit(race):
    """What is asked for is what is made."""
    tasks = InTime(Asks(), NO_LIMIT).ask(race, (), 2)
    assert [task.n_train for task in tasks] == [32_000, 32_000]


def test_with_time_enough(race):
    """Two minutes and eight seconds fit into three minutes."""
    assert asked(race, 180.0) == [("slow", 32_000)]


def test_fewer_rows(race):
    """A minute is too short, so that half of it goes to a smaller sample."""
    assert asked(race, 70.0) == [("slow", 8_000)]


def test_the_next_in_turn(race):
    """Where no sample is small enough, another candidate is probed."""
    assert asked(race, 20.0) == [("quick", 32_000)]


def test_none(race):
    """In no time nothing is begun."""
    assert asked(race, 0.05, free=2) == []


def test_those_never_probed(race):
    """Nobody knows what they take, and somebody has to begin."""
    race.admit({"new": SIZES})
    busy = [Task("slow", 4_000, 4_000), Task("quick", 4_000, 4_000)]
    assert asked(race, 0.05, running=busy) == [("new", 32_000)]
