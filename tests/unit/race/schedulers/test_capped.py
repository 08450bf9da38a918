"""Samples cost no more than they can save; full runs come instead."""

import pytest

from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import RoundRobin
from nearbest.race.schedulers.capped import MOST_ABOVE, Capped, budget
from tests.unit.race.schedulers.scripted import asked

SIZES = tuple(1_000 * 2**k for k in range(8))  # to 128,000
FULL = SIZES[-1]


@pytest.fixture
def race():
    return Race(Plan(dict.fromkeys("abc", SIZES), n_test=64_000), Exact())


def tell(race, name, accuracy, *sizes):
    """Fitting takes a second per thousand rows, scoring nothing."""
    for size in sizes:
        n_test = race.plan.n_test_for(name, size)
        counts = round(accuracy * size), round(accuracy * n_test)
        race.tell(Observation.of_counts(name, size, n_test, *counts, fit_time=size / 1_000))


def test_first_probes_are_as_asked(race):
    """Nothing is known of what they save."""
    assert asked(Capped(RoundRobin()), race, free=2) == [("a", 1_000), ("b", 1_000)]


def test_within_the_budget(race):
    """While samples are cheap, the scheduler has its way."""
    for name in "abc":
        tell(race, name, 0.8, 1_000)
    assert asked(Capped(RoundRobin()), race) == asked(RoundRobin(), race)


def test_full_runs_beyond_the_budget(race):
    """Samples that no longer pay are replaced, the best candidate's full run first."""
    for name, accuracy in (("a", 0.800), ("b", 0.802), ("c", 0.801)):
        tell(race, name, accuracy, *SIZES[:4])
    assert budget(race) < 16.0
    assert asked(RoundRobin(), race) == [("a", 16_000)]
    assert asked(Capped(RoundRobin()), race, free=2)[0] == (race.winner, FULL)


def test_what_runs_counts(race):
    """Probes in flight are paid from the same budget."""
    for name in "abc":
        tell(race, name, 0.8, *SIZES[:2])
    assert 8.0 < budget(race) < 20.0
    assert asked(Capped(RoundRobin()), race) == [("a", 4_000)]
    running = [Task(name, 8_000, 16_000, sizes=SIZES) for name in "bc"]
    assert asked(Capped(RoundRobin()), race, running) == [("a", FULL)]


def test_exclusions_pay(race):
    """What an excluded candidate's full run would have cost may be spent."""
    for name, accuracy in (("a", 0.9), ("b", 0.9), ("c", 0.5)):
        tell(race, name, accuracy, *SIZES[:3])
    assert race.rule.excluded(race) == ["c"]
    spent, full = 3 * 7.0, 3 * 128.0
    assert budget(race) > 0.5 * full / 3 > MOST_ABOVE * full - spent


def test_no_race_costs_much_more_than_full_runs(race):
    """Candidates that nothing tells apart end in full runs, at little more than their cost."""
    spent = 0.0
    scheduler = Capped(RoundRobin())
    while race.ending is None:
        tasks = scheduler.ask(race, [], 1)
        if not tasks:
            break
        [task] = tasks
        tell(race, task.configuration, 0.8, task.n_train)
        spent += task.n_train / 1_000
    assert spent <= 1.1 * 3 * 128.0
