"""What the rest of a race takes."""

import pytest

from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.rest import Rest, full_run, own_full_run

SIZES = (1_000, 2_000, 16_000)


@pytest.fixture
def race():
    """A forest and a tree, of a millisecond per row, probed on 1,000 rows."""
    plan = Plan(
        dict.fromkeys(("forest", "tree"), SIZES),
        n_test=4_000,
        kinds={"forest": "forest", "tree": "tree"},
    )
    race = Race(plan, Exact())
    for name in plan.names:
        race.tell(Observation.of_counts(name, 1_000, 2_000, 900, 1_700, fit_time=1.0))
    return race


def test_more_that_is_needed_takes_longer():
    """In proportion to a power below 1: where little is needed, samples count for more."""
    some, twice = (Rest(needed, 100.0, "tree", 2.0).left.seconds for needed in (10.0, 20.0))
    assert some < twice < 2 * some


def test_all_twice_as_slow():
    """A machine that is half as fast takes twice as long."""
    quick, slow = Rest(5.0, 100.0, "forest", 1.0), Rest(10.0, 200.0, "forest", 1.0)
    assert slow.left.seconds == pytest.approx(2 * quick.left.seconds)


def test_range_is_around_the_time():
    """The time lies within the range stated beside it."""
    left = Rest(10.0, 100.0, "unknown", 0.0).left
    assert left.low < left.seconds < left.high


def test_clocks_that_measure_nothing():
    """Where probes take no time, the rest takes none."""
    assert Rest(0.0, 0.0, "tree", 0.0).left.seconds == 0


def test_of_a_race(race):
    """All full runs count, and the way from the winner's last probe to its own."""
    rest = Rest.of(race, "forest", needed=16.0)
    assert rest.kind == "forest"
    assert rest.in_all == pytest.approx(2 * full_run(race, race.tracks["tree"]))
    assert rest.doublings == pytest.approx(4, abs=0.2)


def test_after_the_winners_full_run(race):
    """It takes no more time, and there is no way left."""
    assert own_full_run(race, "forest") > 15
    race.tell(Observation.of_counts("forest", 16_000, 4_000, 14_400, 3_500, fit_time=16.0))
    assert own_full_run(race, "forest") == 0
    assert Rest.of(race, "forest", needed=0.0).doublings == 0
