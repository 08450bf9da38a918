"""Probes may take what training the winner leaves of the time."""

import math

import pytest

from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Arriving, Plan
from nearbest.race.race import Race
from nearbest.race.stopping import UntilProved
from nearbest.running.time_limit import (
    CAUTION,
    CONFIRMED,
    NO_LIMIT,
    SECONDS_TO_START,
    NoTime,
    TimeLimit,
    check_time,
    training_time,
)

SIZES = (1_000, 2_000, 4_000, 8_000)


def observed(name, n_train, right=0.8, per_thousand=1.0, score_time=0.0):
    n_test = min(2 * n_train, 4_000)
    return Observation.of_counts(
        name,
        n_train,
        n_test,
        round(right * n_train),
        round(right * n_test),
        fit_time=per_thousand * n_train / 1_000,
        score_time=score_time,
    )


@pytest.fixture
def race():
    """Two candidates whose fits take a second per thousand rows, each probed three times."""
    race = Race(Plan({"good": SIZES, "poor": SIZES}, n_test=4_000, epsilon=0.0), Exact())
    for size in SIZES[:3]:
        race.tell(observed("good", size, 0.8))
        race.tell(observed("poor", size, 0.7))
    return race


def at(now, seconds, refit=True, **more):
    return TimeLimit(seconds, 0.0, refit, clock=lambda: now, **more)


def test_no_limit(race):
    """Where there is none, probes may take for ever."""
    assert not NO_LIMIT.is_set
    assert NO_LIMIT.for_probes(race, []) == math.inf
    check_time(race, "good", NO_LIMIT, 8_000)


def test_training_is_left_its_time(race):
    """Probes end so early that the winner can be trained on all rows."""
    training = training_time(race, race.winner)
    assert training.seconds == pytest.approx(8.0, rel=0.1)
    reserved = min(training.high, CAUTION * training.seconds) + SECONDS_TO_START
    assert at(10.0, 60.0).for_probes(race, []) == pytest.approx(50.0 - reserved)


def test_a_slow_machine(race):
    """Where workers took long to start, so much is left for the next start."""
    limit = at(10.0, 60.0)
    slow = limit.after_waiting(SECONDS_TO_START + 5.0)
    assert limit.for_probes(race, []) - slow.for_probes(race, []) == pytest.approx(5.0)


def test_no_training(race):
    """Who wants no model gets all the time for probes."""
    assert at(10.0, 60.0, False).for_probes(race, []) == 50.0


def test_every_row_takes_longer(race):
    """Training on the test rows too is left more time."""
    assert training_time(race, "good", "all").seconds > training_time(race, "good").seconds


def test_too_late_to_train(race):
    """A training that no longer fits takes nothing from the probes."""
    assert at(55.0, 60.0).for_probes(race, []) == pytest.approx(5.0)


def test_a_full_run_under_way_is_the_training(race):
    """It is not stopped to begin it anew."""
    full = Task(race.winner, 8_000, 4_000)
    assert at(49.0, 60.0).for_probes(race, []) < 1.0
    assert at(49.0, 60.0).for_probes(race, [full]) == pytest.approx(11.0)


def test_a_full_run_that_was_made(race):
    """Is not made again, so that no time is left for it."""
    race.tell(observed(race.winner, 8_000))
    assert at(49.0, 60.0).for_probes(race, []) == pytest.approx(11.0)


@pytest.mark.parametrize(("now", "left"), [(1.0, 6.0), (3.5, 3.5)])
def test_everybody_is_probed_first(race, now, left):
    """A race is not cut short while somebody was never tried, but for half of its time."""
    race.admit({"late": SIZES})
    assert at(now, 14.0).for_probes(race, []) == pytest.approx(left)
    race.tell(observed("late", 1_000))
    assert at(now, 14.0).for_probes(race, []) < left


def test_no_time_is_kept_for_what_would_not_be_begun(race):
    """A training that fits by a hair is left out in the end, so probes have the time."""
    training = training_time(race, race.winner)
    limit = at(0.0, 1.1 * training.seconds)
    with pytest.raises(NoTime):
        check_time(race, race.winner, limit, 8_000)
    assert limit.for_probes(race, []) > 0


def test_the_sample_is_measured():
    """Where no training fits, time to measure the sample's model is left, if it is short."""
    race = Race(Plan({"good": SIZES}, n_test=4_000), Exact())
    race.tell(observed("good", 1_000, 0.8, 100.0, score_time=3.0))
    assert at(50.0, 60.0).for_probes(race, []) == pytest.approx(10.0 - 4.0)
    assert at(5.0, 15.0).for_probes(race, []) == pytest.approx(10.0)


def test_a_full_run_needs_no_measuring(race):
    """All test rows were scored."""
    race.tell(observed("good", 8_000, 0.8, 100.0, score_time=12.0))
    assert at(50.0, 60.0).for_probes(race, []) == pytest.approx(10.0)


def test_who_was_trained_is_not_trained_after_the_race(race):
    """Workers need not start again for it; on every row it is another training."""
    assert at(0.0, 60.0).trains_after(race)
    race.tell(observed(race.winner, 8_000))
    assert not at(0.0, 60.0).trains_after(race)
    assert at(0.0, 60.0, refit="all").trains_after(race)
    assert not NO_LIMIT.trains_after(race)


def test_the_first_probe_is_granted_the_wait_for_workers():
    """An answer a little late is better than none; with one there is no such grant."""
    race = Race(Plan({"good": SIZES}, n_test=4_000), Exact())
    limit = at(9.0, 8.0, refit=False).after_waiting(3.0)
    assert limit.for_probes(race, []) == pytest.approx(2.0)
    race.tell(observed("good", 1_000))
    assert limit.for_probes(race, []) == pytest.approx(-1.0)


def test_check_time(race):
    """The sentence tells what was expected and what was left."""
    check_time(race, "good", at(40.0, 60.0), 8_000)
    with pytest.raises(NoTime, match=r"all 8,000 rows .* about 8 s.* for the 5\.0 s that were"):
        check_time(race, "good", at(55.0, 60.0), 8_000)


class TestSlowWinner:
    """One of the listed candidates takes far longer to train than another as good."""

    LONG = tuple(1_000 * 2**k for k in range(9))

    @pytest.fixture
    def race(self):
        plan = Plan(dict.fromkeys(("slow", "quick"), self.LONG), n_test=4_000, epsilon=0.0)
        race = Race(plan, Exact())
        for name, right, per_thousand in (("slow", 0.82, 0.2), ("quick", 0.82, 0.02)):
            for size in self.LONG[:2]:
                race.tell(observed(name, size, right, per_thousand))
        return race

    def test_it_does_not_cut_the_race_short(self, race):
        """Only what the other takes is kept for training, and others are looked at."""
        assert training_time(race, "slow").seconds == pytest.approx(51.2, rel=0.1)
        assert at(12.0, 60.0).within_reach(race) == "quick"
        assert at(12.0, 60.0).for_probes(race, []) > 30

    def test_it_is_trained_if_there_is_time_in_the_end(self, race):
        """Once nothing more is to be probed, all that is left is for training."""
        assert at(3.0, 60.0).to_train(race) == "slow"

    def test_the_other_is_trained_if_there_is_not(self, race):
        """A quick candidate on all rows is worth more than a slow one on a sample."""
        assert at(12.0, 60.0).to_train(race) == "quick"

    def test_a_full_run_that_was_made_takes_no_time(self, race):
        """It is there to be delivered when time is up, whoever the guess would be."""
        race = Race(race.plan, Exact(), rule=UntilProved())
        for size in self.LONG[:2]:
            race.tell(observed("slow", size, 0.82, 0.2))
        race.tell(observed("quick", self.LONG[-1], 0.83, 0.02))
        race.rule.winner = lambda race: "slow"
        assert at(60.0, 60.0).to_train(race) == "quick"

    def test_nobody_is_who_will_not_reach_what_the_sample_has(self, race):
        """Then the slow one is trained on as many rows as there is time for."""
        race = Race(race.plan, Exact(), rule=UntilProved())
        for size in self.LONG[:2]:
            race.tell(observed("slow", size, 0.82, 0.2))
            race.tell(observed("quick", size, 0.75, 0.02))
        limit = at(12.0, 60.0)
        assert limit.to_train(race) == "slow"
        training = race.tracks["slow"].cost.full_run(64_000, 8_000).seconds
        kept = CAUTION * training + SECONDS_TO_START
        assert at(20.0, 60.0).for_probes(race, []) == pytest.approx(40.0 - kept, rel=0.05)

    def test_a_sample_where_nobody_can_be_trained(self, race):
        assert at(58.0, 60.0).to_train(race) == "slow"

    def test_its_training_is_kept_time_for_where_nobody_is_quicker(self, race):
        race.tell(Observation("quick", 4_000, 1_000, status="failed", message="no"))
        assert at(3.0, 60.0).within_reach(race) == "slow"


class TestSearch:
    """Candidates are proposed while time passes."""

    LONG = tuple(1_000 * 2**k for k in range(9))

    def race_of(self, *candidates, seconds=None):
        """Candidates with their accuracy, seconds per thousand rows, and samples."""
        arriving = Arriving(self.LONG, slots=10, adaptive=True, seconds=seconds)
        race = Race(Plan({}, 4_000, epsilon=0.0, arriving=arriving), Exact())
        race.more_to_come = True
        for name, right, per_thousand, n_samples in candidates:
            race.admit({name: self.LONG})
            for size in self.LONG[:n_samples]:
                race.tell(observed(name, size, right, per_thousand))
        return race

    def test_one_that_takes_too_long_does_not_end_it(self):
        """Training the first took nearly all the time, so that nobody else was tried."""
        race = self.race_of(("slow", 0.8, 0.2, 2))
        assert training_time(race, "slow").seconds == pytest.approx(51.2, rel=0.1)
        limit = at(3.0, 60.0)
        assert limit.within_reach(race) is None
        assert limit.for_probes(race, []) == pytest.approx(57.0)

    def test_the_best_within_reach_is_trained(self):
        race = self.race_of(
            ("slow", 0.82, 0.2, 2), ("quick", 0.82, 0.04, 2), ("poor", 0.79, 0.01, 2)
        )
        assert race.winner == "slow"
        assert at(3.0, 60.0).to_train(race) == "quick"
        assert at(3.0, 600.0).to_train(race) == "slow"
        assert at(58.0, 60.0).to_train(race) == "slow"

    def test_before_the_last_moment_a_larger_sample_is_due(self):
        """Of who would be trained, as its time is known badly by the first samples."""
        race = self.race_of(("quick", 0.8, 0.04, 2))
        assert at(3.0, 60.0).to_confirm(race, []) is None
        late = at(43.6, 60.0).to_confirm(race, [])
        assert late is not None
        assert (late.configuration, late.n_train) == ("quick", self.LONG[-1] * CONFIRMED)
        assert at(43.6, 60.0).to_confirm(race, [late]) is None

    def test_who_is_confirmed_is_not_confirmed_again(self):
        race = self.race_of(("quick", 0.8, 0.04, 6))
        assert at(43.6, 60.0).to_confirm(race, []) is None

    def test_without_a_limit_nothing_is_due(self):
        assert NO_LIMIT.to_confirm(self.race_of(("quick", 0.8, 0.04, 2)), []) is None

    def test_rungs_need_no_time_kept_for_a_training(self):
        """Full runs are among them; once no more candidates come, the winner is trained."""
        race = self.race_of(("quick", 0.8, 0.04, 2), seconds=60.0)
        assert at(43.6, 60.0).to_confirm(race, []) is None
        assert at(43.6, 60.0).for_probes(race, []) == pytest.approx(16.4)
        race.more_to_come = False
        assert at(43.6, 60.0).for_probes(race, []) < 5


def test_a_larger_sample_of_a_listed_candidate_is_due():
    """As of one that a search proposed: by its first sample its training takes no one knows."""
    long = TestSearch.LONG
    race = Race(Plan({"quick": long, "poor": long}, n_test=4_000, epsilon=0.0), Exact())
    race.tell(observed("quick", 1_000, 0.8, 0.04))
    late = at(43.6, 60.0)
    assert late.to_confirm(race, []) is None  # somebody was never probed
    race.tell(observed("poor", 1_000, 0.6, 0.04))
    due = late.to_confirm(race, [])
    assert due is not None
    assert (due.configuration, due.n_train) == ("quick", long[-1] * CONFIRMED)
