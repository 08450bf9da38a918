"""What probes to come should take, by kind of learner."""

import pytest

from nearbest.race.ahead.times import own_full_run, seconds_of, seconds_of_full_run, too_high
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race

SIZES = (1_000, 2_000, 16_000)


@pytest.fixture
def race():
    """A booster and a support vector machine, of a millisecond per row."""
    kinds = {"booster": "boosting", "svm": "kernel", "new": "tree"}
    race = Race(Plan(dict.fromkeys(kinds, SIZES), n_test=4_000, kinds=kinds), Exact())
    for name in ("booster", "svm"):
        race.tell(Observation.of_counts(name, 1_000, 2_000, 900, 1_700, fit_time=1.0))
    return race


def test_what_is_known_of_a_kind(race):
    """Boosting gets less slow than its first probe lets expect, kernels slower."""
    booster, svm = (race.tracks[name] for name in ("booster", "svm"))
    expected = booster.cost.full_run(16_000, 4_000).seconds
    assert seconds_of_full_run(race, booster) == pytest.approx(
        expected / too_high("boosting", 1, 4)
    )
    assert seconds_of_full_run(race, booster) < expected < seconds_of_full_run(race, svm)


def test_more_probes_tell_more():
    """After several probes a learner's own times count."""
    assert 1 < too_high("boosting", 5, 3) < too_high("boosting", 1, 3)


def test_probes_below_the_full_size(race):
    """They are expected in the same way, by the doublings to them."""
    task = race.task("booster", 2_000)
    raw = race.tracks["booster"].cost.of_task(task).seconds
    assert seconds_of(race, task) == pytest.approx(raw / too_high("boosting", 1, 1))


def test_nothing_before_the_first_probe(race):
    """Of who was never probed no time is known."""
    assert seconds_of_full_run(race, race.tracks["new"]) == 0
    assert seconds_of(race, race.task("new", 1_000)) == 0


def test_after_the_winners_full_run(race):
    """It takes no more time."""
    assert own_full_run(race, "booster") > 0
    race.tell(Observation.of_counts("booster", 16_000, 4_000, 14_000, 3_500, fit_time=9.0))
    assert own_full_run(race, "booster") == 0


def test_kinds_without_recorded_times():
    """A learner of an unknown kind is corrected a little, after its first probe most."""
    assert 1 < too_high("unknown", 1, 4) < 2
