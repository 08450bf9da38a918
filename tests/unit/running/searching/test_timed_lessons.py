"""Under a time limit every rung of samples gets its time, whatever test rows say."""

import pytest

from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Arriving, Plan
from nearbest.race.race import Race
from nearbest.race.score import Score
from nearbest.running.searching.rungs import rungs_of
from nearbest.running.searching.timed_lessons import TimedLessons
from nearbest.running.time_limit import TimeLimit

SIZES = tuple(1_000 * 2**k for k in range(12))
FIRST, SECOND, FULL = rungs_of(SIZES)


def at(now, seconds):
    """A time limit of which so much has passed."""
    return TimeLimit(seconds, begun=0.0, refit=True, clock=lambda: now)


def lessons_of(names="", now=0.0, seconds=600.0):
    arriving = Arriving(SIZES, slots=100, adaptive=True, seconds=seconds)
    race = Race(Plan({}, 20_000, arriving=arriving), Exact())
    lessons = TimedLessons(arriving, at(now, seconds))
    for name in names:
        race.admit({name: SIZES})
        lessons.enter(name)
    return race, lessons


def probe(name, n_train, search, pace=0.01, **more):
    """One that takes so many seconds per 4,000 rows."""
    n_test = min(2 * n_train, 20_000)
    more = {"for_search": True, "test": Score.of_count(n_test // 2, n_test), **more}
    return Observation(
        name,
        n_train,
        n_test,
        Score.of_count(int(0.9 * n_train), n_train),
        search=Score(search, 1_000),
        fit_time=pace * n_train / 4_000,
        **more,
    )


def learn(race, lessons, name, search, *sizes, **more):
    for size in sizes:
        assert lessons.note(race, probe(name, size, search, **more))


def wanted(race, lessons, busy=()):
    return [(task.configuration, task.n_train) for task in lessons.tasks(race, busy)]


def test_a_newcomer_goes_on_to_the_first_rung():
    race, lessons = lessons_of("a")
    assert wanted(race, lessons) == []
    learn(race, lessons, "a", 0.7, 1_000)
    assert list(lessons.due(race)) == []
    assert wanted(race, lessons) == [("a", FIRST)]
    learn(race, lessons, "a", 0.7, FIRST)
    assert [told.name for told in lessons.due(race)] == ["a"]


def test_nothing_is_told_again_that_has_not_changed():
    race, lessons = lessons_of("a")
    learn(race, lessons, "a", 0.7, 1_000, FIRST)
    assert len(list(lessons.due(race))) == 1
    assert list(lessons.due(race)) == []


def test_it_is_the_turn_of_the_rung_that_is_furthest_behind():
    """Each rung has its share of the time, full runs half of it; the first goes all the way."""
    race, lessons = lessons_of("abcdefg")
    learn(race, lessons, "a", 0.6, 1_000, FIRST)
    assert wanted(race, lessons) == [("a", SECOND)]
    assert wanted(race, lessons, ["a"]) == []
    learn(race, lessons, "a", 0.6, SECOND)
    assert wanted(race, lessons) == [("a", FULL)]
    learn(race, lessons, "a", 0.6, FULL)
    for name in "bc":
        learn(race, lessons, name, 0.7, 1_000, FIRST)
        assert wanted(race, lessons) == []
    learn(race, lessons, "d", 0.9, 1_000, FIRST)
    learn(race, lessons, "e", 0.7, 1_000, FIRST)
    assert wanted(race, lessons) == [("d", SECOND)]
    learn(race, lessons, "d", 0.9, SECOND)
    assert wanted(race, lessons) == []  # half of the time was for full runs so far


def test_the_worse_half_does_not_go_on():
    """Nor does who is far below the best: newcomers are worth more."""
    race, lessons = lessons_of("abcd")
    learn(race, lessons, "a", 0.8, 1_000, FIRST, SECOND)
    for name in "bcd":
        learn(race, lessons, name, 0.6, 1_000, FIRST, pace=0.1)
    assert wanted(race, lessons, ["a"]) == []


def test_a_quick_one_need_not_wait_as_long():
    race, lessons = lessons_of("ab")
    learn(race, lessons, "a", 0.6, 1_000, FIRST)
    learn(race, lessons, "b", 0.7, 1_000, FIRST, pace=0.002)
    assert wanted(race, lessons) == [("b", SECOND)]


def test_nobody_goes_back_to_fewer_rows():
    race, lessons = lessons_of("ab")
    learn(race, lessons, "a", 0.6, 1_000, FIRST)
    learn(race, lessons, "b", 0.7, 1_000, FIRST, 1_024_000, pace=0.002)
    assert wanted(race, lessons) == []


def test_test_rows_decide_nothing():
    found = []
    for right in (0, 2_000):
        race, lessons = lessons_of("abcd")
        for name, search in zip("abcd", (0.6, 0.8, 0.7, 0.65), strict=True):
            test = Score.of_count(right if name == "b" else 1_000, 2_000)
            learn(race, lessons, name, search, 1_000, FIRST, test=test)
        found.append((wanted(race, lessons), list(lessons.due(race))))
    assert found[0] == found[1]


def test_a_probe_of_the_race_is_not_learnt_from():
    race, lessons = lessons_of("a")
    learn(race, lessons, "a", 0.6, 1_000, FIRST)
    before = list(lessons.due(race))
    assert not lessons.note(race, probe("a", SECOND, 0.95, for_search=False))
    assert list(lessons.due(race)) == []
    assert before[0].score < 0.7


def test_who_was_looked_at_again_is_not_the_worse_for_it():
    """The others are told less, by what became of those that went on."""
    race, lessons = lessons_of("ab")
    learn(race, lessons, "a", 0.8, 1_000, FIRST)
    learn(race, lessons, "b", 0.79, 1_000, FIRST)
    first = {told.name: told.score for told in lessons.due(race)}
    learn(race, lessons, "a", 0.7, SECOND)
    second = {told.name: told.score for told in lessons.due(race)}
    assert second["a"] < first["a"]
    assert first["b"] - second["b"] == pytest.approx(first["a"] - second["a"])


def test_a_failure_is_told():
    race, lessons = lessons_of("a")
    failed = Observation("a", 1_000, 2_000, status="failed", message="boom", for_search=True)
    lessons.note(race, failed)
    [told] = lessons.due(race)
    assert told.score is None
    assert wanted(race, lessons) == []


def test_a_sample_that_is_too_small_is_passed_over():
    race, lessons = lessons_of("a")
    lessons.note(race, Observation("a", 1_000, 2_000, status="too small", for_search=True))
    assert wanted(race, lessons) == [("a", FIRST)]


class TestTime:
    """A training that takes 5 s with a hundredth of a second per 4,000 rows."""

    def test_who_takes_too_long_is_not_begun(self):
        race, lessons = lessons_of("a", seconds=60.0)
        learn(race, lessons, "a", 0.9, 1_000, pace=2.0)
        assert wanted(race, lessons) == []

    def test_who_is_out_of_reach_is_not_told_of(self):
        """Samplers take what they do not hear of for bad, and go elsewhere."""
        race, lessons = lessons_of("a", seconds=60.0)
        learn(race, lessons, "a", 0.9, 1_000, FIRST, pace=0.1)
        assert list(lessons.due(race)) == []

    def test_newcomers_come_while_one_can_be_trained(self):
        for now, expected in ((0.0, True), (590.0, True), (594.0, False)):
            race, lessons = lessons_of("a", now=now)
            learn(race, lessons, "a", 0.9, 1_000, FIRST)
            assert lessons.ready is expected

    def test_at_the_end_the_most_promising_is_trained(self):
        race, lessons = lessons_of("ab", now=592.5)
        learn(race, lessons, "a", 0.8, 1_000, FIRST)
        learn(race, lessons, "b", 0.9, 1_000, FIRST)
        assert not lessons.ready
        assert wanted(race, lessons) == [("b", FULL)]

    def test_who_would_not_be_better_is_not_trained(self):
        race, lessons = lessons_of("ab", now=592.5)
        learn(race, lessons, "a", 0.7, 1_000, FIRST)
        learn(race, lessons, "b", 0.95, 1_000, FIRST, SECOND, FULL)
        assert wanted(race, lessons) == []

    def test_as_many_rows_as_should_end_in_time(self):
        """A training that has to be given up is lost."""
        race, lessons = lessons_of("ab", now=594.5)
        learn(race, lessons, "a", 0.9, 1_000, FIRST)
        assert wanted(race, lessons) == [("a", 1_024_000)]
        learn(race, lessons, "b", 0.95, 1_000, FIRST, SECOND, FULL)
        assert wanted(race, lessons) == []

    def test_a_full_run_scores_all_test_rows(self):
        """5.1 s of training, 3.4 s for 21,000 rows, and a third more to be sure."""
        for now, expected in ((590.0, []), (588.0, [("a", FULL)])):
            race, lessons = lessons_of("a", now=now)
            learn(race, lessons, "a", 0.9, 1_000)
            learn(race, lessons, "a", 0.9, FIRST, score_time=0.16 * 149)
            assert wanted(race, lessons) == expected

    @pytest.mark.parametrize(
        ("score", "last"), [(0.805, ("a", FULL)), (0.95, ("b", 1_024_000))]
    )
    def test_all_rows_are_better_than_a_part_of_them(self, score, last):
        """Where who can be trained on all of them is as good but for noise."""
        race, lessons = lessons_of("ab", now=593.0)
        learn(race, lessons, "a", 0.8, 1_000, FIRST)
        learn(race, lessons, "b", score, 1_000, FIRST, pace=0.015)
        assert wanted(race, lessons) == [last]

    @pytest.mark.parametrize(
        ("left", "next_probe"), [(30.0, [("c", SECOND)]), (22.0, []), (20.0, [("c", FULL)])]
    )
    def test_time_is_left_to_train_the_best(self, left, next_probe):
        """It takes 15 s, and a third more to be sure; on fewer rows first another 4 s."""
        race, lessons = lessons_of("abc", now=600.0 - left)
        for name in "ab":
            learn(race, lessons, name, 0.7, 1_000, FIRST, pace=0.02)
        learn(race, lessons, "c", 0.9, 1_000, FIRST, pace=0.03)
        assert wanted(race, lessons) == next_probe

    def test_who_cannot_be_trained_in_time_keeps_nobody_waiting(self):
        """The best takes 14.3 s, and 18.6 s to be sure."""
        for left, expected in ((25.0, []), (18.8, [("a", FULL)]), (10.0, [])):
            race, lessons = lessons_of("abc", now=600.0 - left)
            learn(race, lessons, "a", 0.9, 1_000, FIRST, SECOND, pace=0.028)
            learn(race, lessons, "b", 0.7, 1_000, FIRST, SECOND, FULL)
            learn(race, lessons, "c", 0.6, 1_000, FIRST)
            assert wanted(race, lessons) == expected
            assert lessons.ready

    @pytest.mark.parametrize(("score", "trained"), [(0.93, [("b", FULL)]), (0.85, [])])
    def test_who_seems_somewhat_worse_is_trained_if_nothing_is_better(self, score, trained):
        """By no more than four standard errors of a thousand rows, 0.008 each."""
        race, lessons = lessons_of("ab", now=592.5)
        learn(race, lessons, "a", 0.95, 1_000, FIRST, SECOND, FULL)
        learn(race, lessons, "b", score, 1_000, FIRST)
        assert wanted(race, lessons) == trained

    def test_a_newcomer_that_cannot_be_trained_in_time_is_not_begun(self):
        for left, begun in ((600.0, True), (10.0, False)):
            race, lessons = lessons_of("abcd", now=600.0 - left)
            for name in "abc":
                learn(race, lessons, name, 0.7, 1_000, FIRST)
            learn(race, lessons, "d", 0.7, 1_000, pace=0.03)
            assert (("d", FIRST) in wanted(race, lessons)) is begun

    def test_nobody_is_begun_who_cannot_be_trained_any_more(self):
        race, lessons = lessons_of("a", now=599.5)
        learn(race, lessons, "a", 0.9, 1_000, FIRST)
        assert wanted(race, lessons) == []

    def test_who_is_out_of_reach_keeps_nobody_from_going_on(self):
        """Of the best quarter of eight, two at that, none could be trained."""
        race, lessons = lessons_of("abcdefgh", seconds=30.0)
        for name in "abcdef":
            learn(race, lessons, name, 0.7, 1_000, FIRST)
        for name in "gh":
            learn(race, lessons, name, 0.9, 1_000, FIRST, pace=0.1)
        assert wanted(race, lessons) == [("a", SECOND)]

    def test_the_times_of_others_count(self):
        """Fits of theirs took four times what smaller samples let expect."""
        race, lessons = lessons_of("abcd", seconds=120.0)
        learn(race, lessons, "d", 0.7, 1_000, pace=0.05)
        for name in "abc":
            assert wanted(race, lessons) == [("d", FIRST)]
            learn(race, lessons, name, 0.7, 1_000)
            learn(race, lessons, name, 0.7, FIRST, pace=0.04)
        assert ("d", FIRST) not in wanted(race, lessons)
