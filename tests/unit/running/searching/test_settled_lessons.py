"""What a search is told depends on D_search alone, and so does when."""

import itertools

import pytest

from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Arriving, Plan
from nearbest.race.race import Race
from nearbest.race.score import Score
from nearbest.running.searching.settled_lessons import SettledLessons

SIZES = (1_000, 2_000, 4_000, 8_000, 16_000)


def race_of(names):
    race = Race(Plan({}, 20_000, arriving=Arriving(SIZES, slots=100)), Exact())
    race.admit(dict.fromkeys(names, SIZES))
    return race


def probe(name, n_train, search, test=0.5, **more):
    n_test = 2 * n_train
    return Observation(
        name,
        n_train,
        n_test,
        Score.of_count(int(0.9 * n_train), n_train),
        Score.of_count(int(test * n_test), n_test),
        search=Score(search, 1_000),
        **more,
    )


def entered(names, lag=1):
    lessons = SettledLessons(Arriving(SIZES, slots=100, adaptive=True, lag=lag))
    for name in names:
        lessons.enter(name)
    return lessons


def test_nothing_is_told_before_the_second_sample():
    """One sample is not judged by the race either."""
    race, lessons = race_of("a"), entered("a")
    race.tell(probe("a", 1_000, 0.7))
    assert list(lessons.due(race)) == []
    assert not lessons.ready
    race.tell(probe("a", 2_000, 0.7))
    assert [told.name for told in lessons.due(race)] == ["a"]
    assert lessons.ready


def test_a_lag_lets_several_be_proposed_at_once():
    race, lessons = race_of("ab"), entered("a", lag=2)
    assert lessons.ready
    lessons.enter("b")
    assert not lessons.ready
    assert [(task.configuration, task.n_train) for task in lessons.tasks(race, ["b"])] == [
        ("a", 1_000)
    ]


def test_what_is_known_early_is_told_in_its_turn():
    """The order of answers must not depend on who was quick."""
    race, lessons = race_of("ab"), entered("ab", lag=2)
    for size in SIZES[:2]:
        race.tell(probe("b", size, 0.9))
    assert list(lessons.due(race)) == []
    for size in SIZES[:2]:
        race.tell(probe("a", size, 0.6))
    assert [told.name for told in lessons.due(race)] == ["a"]


def test_the_best_quarter_goes_on_whatever_the_test_rows_say():
    """A candidate that the race has excluded is probed for the search all the same."""
    names = "abcd"
    race, lessons = race_of(names), entered([])
    for name, search in zip(names, (0.6, 0.9, 0.7, 0.65), strict=True):
        lessons.enter(name)
        for size in SIZES[:2]:
            race.tell(probe(name, size, search, test=0.1 if name == "b" else 0.8))
        list(lessons.due(race))
    [task] = lessons.tasks(race, [])
    assert (task.configuration, task.n_train) == ("b", 8_000)
    assert lessons.note(race, probe("b", 8_000, 0.9))
    assert not lessons.note(race, probe("a", 8_000, 0.6))


def test_a_probe_that_the_race_made_is_not_told():
    """Which candidates it probes further is decided on test rows."""
    race, lessons = race_of("a"), entered("a")
    for size, search in zip(SIZES, (0.6, 0.6, 0.95, 0.95, 0.95), strict=True):
        race.tell(probe("a", size, search))
    [told] = lessons.due(race)
    assert told.score < 0.8


def test_a_failure_is_told_at_once():
    race, lessons = race_of("a"), entered("a")
    race.tell(Observation("a", 1_000, 2_000, status="failed", message="boom"))
    [told] = lessons.due(race)
    assert told.score is None
    assert lessons.tasks(race, []) == []


@pytest.mark.parametrize("order", [*itertools.permutations("abc")])
def test_answers_do_not_depend_on_the_order_of_probes(order):
    """Nor on what the race did besides."""
    race, lessons = race_of("abc"), entered("abc")
    searched = {"a": 0.6, "b": 0.7, "c": 0.8}
    for name in order:
        for size in SIZES[: 3 if name == order[0] else 2]:
            race.tell(probe(name, size, searched[name]))
    assert [told.name for told in lessons.due(race)] == ["a", "b", "c"]


def test_small_parts_of_many_rows_tell_little():
    """The second sample is a 64th of the rows, and at most eight times the first."""
    many = tuple(1_000 * 2**k for k in range(10))
    lessons = SettledLessons(Arriving(many, slots=100, adaptive=True))
    assert lessons.first == (1_000, 8_000)
    assert lessons.stages == [8_000, 32_000, 128_000, 512_000]
    more = tuple(1_000 * 2**k for k in range(14))
    assert SettledLessons(Arriving(more, slots=100, adaptive=True)).first == (1_000, 8_000)


def test_one_size_alone():
    lessons = SettledLessons(Arriving((1_000,), slots=100, adaptive=True))
    assert lessons.stages == [1_000]
