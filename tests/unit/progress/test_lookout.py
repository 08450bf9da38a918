"""A look ahead that takes little of the time it tells of."""

from types import SimpleNamespace

import pytest

from nearbest.progress import lookout
from nearbest.progress.lookout import AT_FIRST, PAUSE, Lookout
from nearbest.race.ahead.planner import Milestone, Prospects
from nearbest.race.cost import Seconds

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


@pytest.fixture
def look(now):
    """One that was made long enough ago."""
    look = Lookout(lambda: now[0])
    now[0] += AT_FIRST
    return look


def race(n_probes, ending=None):
    return SimpleNamespace(history=[None] * n_probes, ending=ending)


def left(prospects):
    return prospects.of(0.01).left.seconds


def test_not_at_first(now, asked):
    """Races that are over in a few seconds are not looked at."""
    look, running = Lookout(lambda: now[0]), race(3)
    assert look(running) is None
    now[0] += AT_FIRST
    assert left(look(running)) == 600.0
    assert asked == [3]


def test_time_passes_meanwhile(now, asked, look):
    """What was said before is told, less the seconds since."""
    running = race(3)
    assert left(look(running)) == 600.0
    now[0] += 30.0 - LOOK
    running.history.append(None)
    assert left(look(running)) == 570.0
    assert asked == [3]


def test_again_when_it_is_due(now, asked, look):
    """Once something was learned, and many times as long as the last look took has passed."""
    running = race(3)
    look(running)
    now[0] += PAUSE * LOOK
    look(running)
    assert asked == [3]  # nothing was learned
    running.history.append(None)
    assert left(look(running)) == 600.0
    assert asked == [3, 4]


def test_nothing_stale(now, asked, look):
    """What was said of a race that is over since, or of another one, is not told."""
    running = race(3)
    look(running)
    running.ending = "forecast"
    assert look(running) is None
    now[0] += PAUSE * LOOK
    assert left(look(running)) == 600.0
    assert look(race(1)) is None
    assert asked == [3, 3]
