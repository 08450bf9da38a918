"""How much longer for which ε, drawn."""

from dataclasses import replace

import pytest

from nearbest.race.ahead.planner import Milestone, Prospects
from nearbest.race.bounds import Exact
from nearbest.race.cost import Seconds
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.report import page, story_of
from nearbest.report.prospects import prospects


@pytest.fixture
def told(race):
    """A function that gives the figure of these prospects."""

    def tell(found):
        return prospects(replace(story_of(race), prospects=found))

    return tell


def test_times_and_full_runs(told):
    """Each ε has its time with the range, and the full runs on the way."""
    near = Milestone(0.01, Seconds(240, 120, 600), 0)
    far = Milestone(0.005, Seconds(3_000, 600, 9_000), 3)
    text = told(Prospects(0.013, (near, far)))
    assert "0.013 now" in text
    assert "ε = 0.01<" in text
    assert "about 4 min (2 to 10)<" in text
    assert "10 to 150 min, 3 full runs<" in text


def test_places_on_a_log_axis(told):
    """A bar from a minute to ten, marked at the square root of their product."""
    text = told(Prospects(0.02, (Milestone(0.01, Seconds(60 * 10**0.5, 60, 600), 0),)))
    assert '<i style="left:0.0%;width:100.0%">' in text
    assert '<b style="left:50.0%">' in text
    assert text.count('<span style="left:') == 2  # a minute, and ten


def test_no_time_at_all(told):
    """Less than a second has its place, too."""
    text = told(Prospects(0.02, (Milestone(0.01, Seconds(0.0, 0.0, 0.0), 0),)))
    assert '<i style="left:0.0%;width:0.5%">' in text


def test_nothing_is_left(told):
    """A race that proved all that is asked about says so in a line."""
    assert "no more time is needed" in told(Prospects(0.0, ()))


def test_nothing_is_known(told):
    """Before everybody was probed there is no such figure."""
    assert told(None) == ""


def test_it_is_part_of_the_page():
    """The report has it, from the race itself."""
    sizes = tuple(1_000 * 2**k for k in range(8))
    race = Race(Plan({"tree": sizes, "svm": sizes}, n_test=32_000), Exact())
    for name in ("tree", "svm"):
        for size in sizes[:3]:
            counts = round(0.8 * size), round(0.8 * 2 * size)
            race.tell(Observation.of_counts(name, size, 2 * size, *counts, fit_time=size))
    assert 'id="prospects"' in page(story_of(race))
    assert "ε = 0.0025<" in page(story_of(race))
