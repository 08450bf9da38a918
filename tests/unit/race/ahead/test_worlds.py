"""The rest of a race in worlds that the forecast holds possible."""

import numpy as np
import pytest

from nearbest.forecast import CalibratedOutlook, Outlook
from nearbest.race.ahead import worlds
from nearbest.race.ahead.times import own_full_run
from nearbest.race.ahead.worlds import rests
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.race import Race
from nearbest.race.stopping import Calibrated, Concluded

SIZES = tuple(1_000 * 2**k for k in range(10))
EPSILON = 0.01


def raced(forecast=CalibratedOutlook, speed=1.0, **accuracies):
    names = dict.fromkeys(accuracies, SIZES)
    plan = Plan(names, n_test=100_000, kinds=dict.fromkeys(names, "forest"), epsilon=EPSILON)
    race = Race(plan, Exact(), rule=Calibrated(), forecaster=forecast(plan))
    for name, accuracy in accuracies.items():
        for k, size in enumerate(SIZES[:4]):
            n_test, right = plan.n_test_for(name, size), accuracy + 0.005 * k
            counts = round(right * size), round(right * n_test)
            seconds = size / 1_000 / speed
            race.tell(Observation.of_counts(name, size, n_test, *counts, fit_time=seconds))
    return race


def seconds(race, epsilon=EPSILON):
    return np.median([rest.seconds for rest in rests(race, epsilon)])


def test_the_race_itself_stays_as_it_is():
    """It is played elsewhere."""
    race = raced(a=0.80, b=0.79)
    before = race.forecast.verdict
    rests(race, EPSILON)
    assert len(race.history) == 8
    assert not race.in_full
    assert all(len(track.probes) == 4 for track in race.tracks.values())
    assert race.forecast.verdict is before
    again = raced(a=0.80, b=0.79).forecast.verdict
    np.testing.assert_array_equal(before.lead, again.lead)


def test_the_same_race_is_told_the_same():
    """Nothing but what was observed decides."""
    assert rests(raced(a=0.80, b=0.79), EPSILON) == rests(raced(a=0.80, b=0.79), EPSILON)


def test_rivals_far_behind_need_no_full_run():
    """The winner's own is all, and is made in every world."""
    race = raced(a=0.90, b=0.50)
    found = rests(race, EPSILON)
    assert len(found) == worlds.N_WORLDS
    assert all(rest.n_full_runs == 0 for rest in found)
    assert seconds(race) == pytest.approx(own_full_run(race, "a"), rel=0.5)


def test_ties_take_longer_than_clear_winners():
    """Who cannot be told from the winner is probed on."""
    assert seconds(raced(a=0.80, b=0.80, c=0.80)) > 1.3 * seconds(raced(a=0.8, b=0.5, c=0.5))


def test_a_machine_of_half_the_speed():
    """All takes twice as long."""
    fast, slow = (seconds(raced(speed=speed, a=0.8, b=0.8, c=0.8)) for speed in (2.0, 1.0))
    assert slow == pytest.approx(2 * fast, rel=0.01)


def test_times_err():
    """Worlds differ in what a full run takes, though scores do not."""
    found = {rest.seconds for rest in rests(raced(a=0.90, b=0.50), EPSILON)}
    assert len(found) > worlds.N_WORLDS / 2


def test_what_was_made_is_not_made_again():
    """After its full run, what is left of a race with a clear winner is little."""
    race = raced(a=0.90, b=0.50)
    before, n_test = seconds(race), race.plan.n_test
    full = Observation.of_counts("a", SIZES[-1], n_test, 480_000, 93_000, fit_time=512.0)
    race.tell(full)
    assert seconds(race) < before / 10


def test_forecasts_without_worlds():
    """Those of the first version, and of candidates without a forecast, tell nothing."""
    assert rests(raced(Outlook, a=0.8, b=0.7), EPSILON) == []
    plan = Plan({"a": (10, 20), "b": (10, 20)}, n_test=100)
    race = Race(plan, Exact(), rule=Calibrated(), forecaster=CalibratedOutlook(plan))
    for name in "ab":
        race.tell(Observation.of_counts(name, 10, 100, 9, 80, fit_time=1.0))
    assert rests(race, EPSILON) == []


def test_no_level():
    """Within a millionth no forecast ends a race."""
    assert rests(raced(a=0.8, b=0.7), 1e-6) == []


@pytest.mark.parametrize(("n", "expected"), [(2, 12), (100, 6), (200, 3)])
def test_many_candidates(monkeypatch, n, expected):
    """Fewer worlds, as each takes longer."""
    monkeypatch.setattr(worlds, "_played", lambda race, world, seed: seed)
    race = raced(**{f"c{i}": 0.8 for i in range(n)})
    assert len(rests(race, EPSILON)) == expected


def test_an_end_that_never_comes(monkeypatch):
    """A simulated race that makes no progress is cut."""
    monkeypatch.setattr(Calibrated, "ending", lambda self, race: None)
    monkeypatch.setattr(worlds, "MOST_PROBES", 1)
    race = raced(a=0.80, b=0.80)
    assert len(rests(race, EPSILON)) == worlds.N_WORLDS


def test_a_race_that_has_ended_goes_on_in_worlds():
    """Read from a run that ended, it says how long a smaller ε would have taken."""
    ended, running = (raced(a=0.80, b=0.795, c=0.79) for _ in range(2))
    said = Prediction(0.9, 0.01)
    ended.rule = Concluded(Calibrated(), "a", said, by_forecast=True)
    assert ended.ending == "forecast"
    assert seconds(ended, 0.005) == seconds(running, 0.005) > 0
