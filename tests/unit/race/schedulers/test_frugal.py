import math

import pytest

from nearbest.forecast import CalibratedOutlook
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import Frugal
from nearbest.race.schedulers.frugal import MANY, Board
from nearbest.race.stopping import Calibrated
from tests.unit.race.schedulers.scripted import asked

SIZES = tuple(1_000 * 2**k for k in range(10))  # to 512,000
FULL = SIZES[-1]


def race_of(*names, sizes=SIZES, kind="forest", kinds=None):
    kinds = kinds or dict.fromkeys(names, kind)
    plan = Plan(dict.fromkeys(names, sizes), 100_000, kinds=kinds)
    return Race(plan, Exact(), rule=Calibrated(), forecaster=CalibratedOutlook(plan))


def tell(race, name, curve, seconds=1e-3):
    """Test accuracy by training rows; fitting takes `seconds` per row."""
    for size, accuracy in curve.items():
        n_test = race.plan.n_test_for(name, size)
        counts = round(0.95 * size), round(accuracy * n_test)
        race.tell(Observation.of_counts(name, size, n_test, *counts, fit_time=seconds * size))


def test_waits_for_the_opening():
    """While first probes run elsewhere there is nothing to weigh."""
    race = race_of("a", "b")
    tasks = Frugal().ask(race, [], 2)
    assert Frugal().ask(race, tasks, 2) == []


def test_fourfold_steps():
    """Far from the full size a step is fourfold."""
    race = race_of("a", "b")
    tell(race, "a", {2_000: 0.80, 4_000: 0.82})
    tell(race, "b", {2_000: 0.79, 4_000: 0.82})
    [(_, size)] = asked(Frugal(), race)
    assert size == 16_000


def test_several_workers_get_several_candidates():
    """No candidate is probed twice at once."""
    race = race_of(*"abcd")
    for name in "abcd":
        tell(race, name, {2_000: 0.80, 4_000: 0.82})
    names = [name for name, _ in asked(Frugal(), race, free=3)]
    assert len(names) == len(set(names)) == 3


def test_winner_is_trained_in_full_before_the_end():
    """Once sure, the winner's full run is all that is asked for, and its model is kept."""
    race = race_of("good", "bad")
    tell(race, "good", {2_000: 0.88, 4_000: 0.90, 16_000: 0.91})
    tell(race, "bad", {2_000: 0.50, 4_000: 0.50})
    [task] = Frugal().ask(race, [], 2)
    assert (task.configuration, task.n_train, task.keep_from) == ("good", FULL, -math.inf)
    assert Frugal().ask(race, [task], 1) == []


def test_failed_are_left_alone():
    """Who failed is not asked for again, and does not hold up the others."""
    race = race_of("a", "b", "c")
    race.tell(Observation("c", 2_000, 4_000, status="failed", message="no"))
    for name in "ab":
        tell(race, name, {2_000: 0.80, 4_000: 0.82})
    assert {name for name, _ in asked(Frugal(), race, free=3)} <= {"a", "b"}


@pytest.mark.parametrize("kind", ["forest", "network"])
def test_goes_to_the_end_without_a_forecast(kind):
    """On few rows there is no forecast; every race ends nevertheless, with the best."""
    race = race_of("a", "b", "c", sizes=(1_000, 2_000, 4_000), kind=kind)
    scores = {"a": 0.70, "b": 0.72, "c": 0.50}
    for _ in range(9):
        if race.ending is not None:
            break
        for task in Frugal().ask(race, [], 1):
            tell(race, task.configuration, {task.n_train: scores[task.configuration]})
    assert (race.ending, race.winner) == ("proved", "b")


@pytest.fixture
def crowd():
    """A race of so many that two probes are chosen at a time, all of them probed twice."""
    race = race_of(*(f"c{k}" for k in range(2 * MANY)))
    for k, name in enumerate(race.plan.names):
        last = 0.80 + 0.0002 * (k % 100)
        tell(race, name, {2_000: last - 0.01, 4_000: last})
    return race


def test_a_crowd_is_judged_once_for_several_probes(crowd, monkeypatch):
    """Judging hundreds takes its time, and one probe among them changes little."""
    judged, weigh = [], Board.of
    monkeypatch.setattr(Board, "of", lambda *of: judged.append(of) or weigh(*of))
    scheduler = Frugal()
    for n_judged in (1, 1, 2):
        (task,) = scheduler.ask(crowd, [], 1)
        tell(crowd, task.configuration, {task.n_train: 0.815})
        assert len(judged) == n_judged


def test_who_failed_meanwhile_is_not_probed_again(crowd):
    """A probe chosen ahead is dropped where its candidate is out of the race."""
    first, second = Frugal().ask(crowd, [], 2)
    scheduler = Frugal()
    scheduler.ask(crowd, [], 1)
    tell(crowd, first.configuration, {first.n_train: 0.815})
    crowd.tell(
        Observation(second.configuration, second.n_train, 1_000, status="failed", message="no")
    )
    (task,) = scheduler.ask(crowd, [], 1)
    assert task.configuration != second.configuration
