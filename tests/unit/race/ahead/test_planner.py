"""How much longer for which ε."""

import math

import pytest

from nearbest.forecast import CalibratedOutlook
from nearbest.race.ahead import planner
from nearbest.race.ahead.planner import Milestone, Prospects, full_runs_ahead, look_ahead
from nearbest.race.ahead.times import own_full_run
from nearbest.race.bounds import Exact
from nearbest.race.cost import Seconds
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.stopping import Calibrated, PapersRule, UntilProved

SIZES = tuple(1_000 * 2**k for k in range(10))
FULL = SIZES[-1]


def tell(race, name, accuracy, *sizes, gain=0.0):
    """Test accuracy rises by `gain` with each probe; fitting takes a second per 1,000 rows."""
    for k, size in enumerate(sizes):
        n_test = race.plan.n_test_for(name, size)
        right = accuracy + gain * k
        counts = round(right * size), round(right * n_test)
        race.tell(Observation.of_counts(name, size, n_test, *counts, fit_time=size / 1_000))


def by_proof(**accuracies):
    race = Race(Plan(dict.fromkeys(accuracies, SIZES), n_test=100_000, epsilon=0.01), Exact())
    for name, accuracy in accuracies.items():
        tell(race, name, accuracy, *SIZES[:4])
    return race


def by_forecast(**accuracies):
    names = dict.fromkeys(accuracies, SIZES)
    plan = Plan(names, n_test=100_000, kinds=dict.fromkeys(names, "boosting"))
    race = Race(plan, Exact(), rule=Calibrated(), forecaster=CalibratedOutlook(plan))
    for name, accuracy in accuracies.items():
        tell(race, name, accuracy, *SIZES[:4], gain=0.005)
    return race


def only(prospects):
    [milestone] = prospects.milestones
    return milestone


def test_nothing_before_all_are_probed():
    """Of who was never probed nothing can be said."""
    race = Race(Plan({"a": SIZES, "b": SIZES}, n_test=100_000), Exact())
    assert look_ahead(race) is None
    tell(race, "a", 0.8, 1_000)
    assert look_ahead(race) is None


@pytest.mark.parametrize("race_of", [by_proof, by_forecast])
class TestBoth:
    def test_a_smaller_epsilon_takes_longer(self, race_of):
        """By falling ε, times and full runs do not fall."""
        found = look_ahead(race_of(a=0.80, b=0.79, c=0.79), (0.001, 0.02, 0.01)).milestones
        assert [m.epsilon for m in found] == sorted((m.epsilon for m in found), reverse=True)
        seconds = [m.left.seconds for m in found]
        assert seconds == sorted(seconds)
        assert [m.n_full_runs for m in found] == sorted(m.n_full_runs for m in found)

    def test_ties_need_full_runs(self, race_of):
        """Who is as good as the winner is not told apart from it by less."""
        milestone = only(look_ahead(race_of(a=0.8, b=0.8, c=0.8), (0.0,)))
        if race_of is by_proof:
            assert milestone.n_full_runs == 2
        assert milestone.left.seconds > FULL / 1_000

    def test_what_is_reached_is_left_out(self, race_of):
        """Only what is still to come is told."""
        prospects = look_ahead(race_of(a=0.9, b=0.5), (0.5,))
        assert prospects.milestones == ()
        assert prospects.gap < 0.5


def test_what_ended_the_race_is_reached(monkeypatch):
    """A race that ended needs no more time for its own ε, whatever the gap rounds to."""
    race = by_forecast(a=0.80, b=0.80)
    asked = race.plan.epsilon, race.plan.epsilon / 2
    assert [m.epsilon for m in look_ahead(race, asked).milestones] == list(asked)
    monkeypatch.setattr(Calibrated, "ending", lambda self, race: "forecast")
    assert [m.epsilon for m in look_ahead(race, asked).milestones] == [asked[1]]


@pytest.mark.parametrize("rule", [PapersRule(), UntilProved()])
def test_a_forecast_beside_a_proof_changes_nothing(rule):
    """Where a proof is to end the race, it takes as long as the proof does."""
    race = by_forecast(a=0.80, b=0.80, c=0.79)
    alone = Race(race.plan, race.bounds, rule=rule)
    for observation, _ in race.history:
        alone.tell(observation)
    race.rule = rule
    assert look_ahead(race) == look_ahead(alone)
    assert only(look_ahead(race, (0.001,))).n_full_runs == 2


def test_the_winner_is_trained():
    """Once it had its full run, that takes no more time."""
    race = by_proof(a=0.80, b=0.79)
    before = only(look_ahead(race, (0.001,))).left.seconds
    assert before > 0.9 * FULL / 1_000
    tell(race, "a", 0.80, FULL)
    assert only(look_ahead(race, (0.001,))).left.seconds < before


def test_ranges_hold_the_time():
    """The range lies around what is expected."""
    left = only(look_ahead(by_proof(a=0.80, b=0.79), (0.001,))).left
    assert left.low < left.seconds < left.high


def test_words():
    """As the live view says it."""
    minutes = Seconds(240.0, 120.0, 600.0)
    prospects = Prospects(0.0130, (Milestone(0.01, minutes, 0), Milestone(0.005, minutes, 3)))
    assert str(prospects) == (
        "0.013 now; 0.01 in about 4 min (2 to 10); "
        "0.005 needs 3 full runs, about 4 min (2 to 10)"
    )
    assert str(Prospects(math.inf, ())) == "no bound yet"


def test_own_epsilon_is_told_until_the_end():
    """A forecast may see the gap before it is sure enough to end the race."""
    race = by_forecast(a=0.80, b=0.70)
    epsilon = race.plan.epsilon
    assert race.ending is None
    prospects = look_ahead(race, (epsilon,))
    assert prospects.gap < epsilon
    assert only(prospects).epsilon == epsilon
    assert "now, not sure enough yet; 0.01 in about" in str(prospects)


def test_where_no_level_is_known_a_proof_tells():
    """No forecast ends a race within a millionth: ties need full runs for it, others not."""
    ties, far = by_forecast(a=0.80, b=0.80, c=0.80), by_forecast(a=0.90, b=0.40, c=0.40)
    assert only(look_ahead(ties, (1e-6,))).n_full_runs == 2
    assert only(look_ahead(far, (0.01,))).n_full_runs == 0


def test_a_clear_winner_needs_its_own_full_run():
    """The time is that of the winner's training, with its error, and of some samples."""
    race = by_forecast(a=0.90, b=0.50, c=0.50)
    milestone = only(look_ahead(race, (0.01,)))
    own = own_full_run(race, "a")
    assert milestone.n_full_runs == 0
    assert milestone.left.low < own < milestone.left.high
    assert 0.5 * own < milestone.left.seconds < 1.5 * own


def test_without_worlds_threats_tell(monkeypatch):
    """With too many candidates rivals count as often as they beat the winner."""
    monkeypatch.setattr(planner, "MOST_CANDIDATES", 1)
    far, near = by_forecast(a=0.9, b=0.5), by_forecast(a=0.8, b=0.8)
    assert only(look_ahead(far, (0.01,))).left.seconds == own_full_run(far, "a")
    assert only(look_ahead(near, (0.01,))).left.seconds > own_full_run(near, near.winner)
    own, half = look_ahead(near, (0.01, 0.005)).milestones
    assert half.left.seconds > own.left.seconds


def test_gaps_are_rounded_up():
    """0.0102 is not within 0.01."""
    assert Prospects(0.0102, ()).now == "0.011 now"
    assert Prospects(0.01, ()).now == "0.01 now"
    assert Prospects(0.0, ()).now == "0 now"


def test_time_passes():
    """What was said a minute ago is a minute less, and never less than nothing."""
    said = Prospects(0.02, (Milestone(0.01, Seconds(240.0, 30.0, 600.0), 1),))
    assert said.after(60.0).of(0.01).left == Seconds(180.0, 0.0, 540.0)
    assert said.of(0.005) is None


class TestFullRunsAhead:
    def race(self, *sizes, rule=None):
        plan = Plan(dict.fromkeys("abc", SIZES), n_test=100_000)
        race = Race(plan, Exact(), rule=rule or UntilProved())
        for name in "abc":
            tell(race, name, 0.8, *sizes)
        return race

    def test_of_ties(self):
        """Equals need theirs, and the winner does."""
        assert full_runs_ahead(self.race(1_000, 2_000)) == 3

    def test_those_that_were_made_are_not_ahead(self):
        """Only the rest of the race counts."""
        race = self.race(1_000, 2_000)
        tell(race, "a", 0.8, FULL)
        assert full_runs_ahead(race) == 2

    def test_one_probe_says_too_little(self):
        """Nothing is foreseen during the opening."""
        assert full_runs_ahead(self.race(1_000)) == 0

    def test_by_rules_of_the_first_version(self):
        """Their races were not looked at."""
        assert full_runs_ahead(self.race(1_000, 2_000, rule=PapersRule())) == 0

    def test_far_apart(self):
        """Who will be excluded by small samples needs none."""
        race = by_forecast(a=0.9, b=0.3, c=0.3)
        assert full_runs_ahead(race) <= 1
