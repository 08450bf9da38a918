"""A look ahead that takes little of the time it tells of."""

from types import SimpleNamespace

import pytest

from nearbest.progress import lookout
from nearbest.progress.lookout import PAUSE, Lookout
from nearbest.race.cost import Seconds
from nearbest.race.planner import Milestone, Prospects

LOOK = 2.0


@pytest.fixture
def now():
    return [100.0]


@pytest.fixture
def asked(monkeypatch, now):
    """What it was asked about; each look takes two seconds and finds ten minutes left."""
    asked = []

    def look(race):
        asked.append(len(race.history))
        now[0] += LOOK
        return Prospects(0.02, (Milestone(0.01, Seconds(600.0, 300.0, 900.0), 0),))

    monkeypatch.setattr(lookout, "look_ahead", look)
    return asked


def race(n_probes, ending=None):
    return SimpleNamespace(history=[None] * n_probes, ending=ending)


def left(prospects):
    return prospects.of(0.01).left.seconds


def test_time_passes_meanwhile(now, asked):
    """What was said before is told, less the seconds since."""
    look, running = Lookout(lambda: now[0]), race(3)
    assert left(look(running)) == 600.0
    now[0] = 130.0
    running.history.append(None)
    assert left(look(running)) == 570.0
    assert asked == [3]


def test_again_when_it_is_due(now, asked):
    """Once something was learned, and many times as long as the last look took has passed."""
    look, running = Lookout(lambda: now[0]), race(3)
    look(running)
    now[0] += PAUSE * LOOK
    look(running)
    assert asked == [3]  # nothing was learned
    running.history.append(None)
    assert left(look(running)) == 600.0
    assert asked == [3, 4]


def test_at_once_when_the_race_has_ended(now, asked):
    """Nothing stale is said of a race that is over; nor of another race."""
    look, running = Lookout(lambda: now[0]), race(3)
    look(running)
    running.ending = "forecast"
    look(running)
    look(race(1))
    assert asked == [3, 3, 1]
