"""What holds of a race whatever is told to it, and in whatever order."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nearbest.race.answer.certify import certify
from nearbest.race.answer.standings import pruned_by
from nearbest.race.bounds import Exact, Hoeffding
from nearbest.race.race import Race

from .histories import BetweenScores, fitted_histories, histories, state_after, state_of

EXACT = st.builds(Exact, self_check=st.booleans(), two_steps=st.sampled_from((None, True)))
BOUNDS = st.one_of(EXACT, st.just(Hoeffding()))
ANY = st.one_of(BOUNDS, st.just(BetweenScores()))
relaxed = settings(deadline=None)


@given(histories(), BOUNDS, st.data())
@relaxed
def test_telling_an_observation_twice_changes_nothing(history, bounds, data):
    """Duplicates, wherever they come in, leave the state as it is."""
    plan, told = history
    race = Race(plan, bounds)
    for k, observation in enumerate(told):
        race.tell(observation)
        before = state_of(race)
        race.tell(told[data.draw(st.integers(0, k))])
        assert state_of(race) == before
    assert state_of(race) == state_after(plan, bounds, told)


@given(histories(), EXACT, st.data())
@relaxed
def test_the_order_of_telling_changes_nothing_under_exact(history, bounds, data):
    """Intervals, incumbent, contenders and gap follow from the set of observations."""
    plan, told = history
    shuffled = data.draw(st.permutations(told))
    assert state_after(plan, bounds, told) == state_after(plan, bounds, shuffled)


@given(fitted_histories(), EXACT)
@relaxed
def test_intervals_only_shrink_under_fitness(history, bounds):
    """No observation short of the full run widens an interval, in whatever order."""
    plan, told = history
    race = Race(plan, bounds)
    for observation in told:
        track = race.tracks[observation.configuration]
        if observation.n_train == plan.full_size(track.name):
            continue
        before = track.interval
        race.tell(observation)
        seen = [v.assumption for v in track.estimate.violations]
        assume("fitness or exploitativeness" not in seen)
        assert before.lower <= track.interval.lower
        assert track.interval.upper <= before.upper


@given(fitted_histories())
@relaxed
def test_the_self_check_is_silent_under_fitness(history):
    """Learners that obey fitness pair by pair are never said to break it by the check."""
    plan, told = history
    race = Race(plan, Exact())
    for observation in told:
        if observation.n_train < plan.full_size(observation.configuration):
            race.tell(observation)
    seen = [v for track in race.tracks.values() for v in track.estimate.violations]
    assert "fitness" not in [v.assumption for v in seen]


@given(histories(), ANY)
@relaxed
def test_the_winner_is_never_pruned_nor_failed(history, bounds):
    """At every moment the current winner is a contender that was probed."""
    plan, told = history
    race = Race(plan, bounds)
    for observation in told:
        race.tell(observation)
        if race.incumbent is not None:
            assert race.winner in race.contenders
            assert race.role(race.winner) in ("incumbent", "contender")
            assert race.tracks[race.winner].probes


@given(histories(), ANY)
@relaxed
def test_a_certificate_is_decided_where_its_gap_is_at_most_epsilon(history, bounds):
    """And only there; a race that is decided always is."""
    plan, told = history
    race = Race(plan, bounds)
    for observation in told:
        race.tell(observation)
        if race.incumbent is None:
            continue
        certificate = certify(race)
        assert 0 <= certificate.gap <= race.gap(race.incumbent)
        assert certificate.decided == (certificate.gap <= plan.epsilon)
        assert certificate.decided or not race.decided


@given(histories(), ANY)
@relaxed
def test_contenders_are_those_in_reach_of_the_incumbent(history, bounds):
    """The definition, from the intervals: u > l + ε, and the incumbent itself."""
    plan, told = history
    race = Race(plan, bounds)
    for observation in told:
        race.tell(observation)
    alive = [n for n in plan.names if race.tracks[n].failure is None]
    probed = [n for n in alive if race.tracks[n].probes]
    if not probed:
        assert race.incumbent is None
        assert race.contenders == alive
        return
    leader = max(probed, key=lambda n: race.tracks[n].interval.lower)
    lower = race.tracks[leader].interval.lower
    assert race.incumbent == leader
    assert race.contenders == [
        n for n in alive if n == leader or race.tracks[n].interval.upper - lower > plan.epsilon
    ]


@given(histories(), ANY)
@relaxed
def test_every_pruned_candidate_was_pruned_by_someone_else(history, bounds):
    """Whoever is pruned now has a pruner, and nobody else has one."""
    plan, told = history
    race = Race(plan, bounds)
    for observation in told:
        race.tell(observation)
        for name in plan.names:
            pruner = pruned_by(race, name)
            assert (pruner is not None) == (race.role(name) == "pruned")
            assert pruner != name


@given(histories(failures=False), BOUNDS)
@relaxed
def test_intervals_stay_within_0_and_1_and_are_never_empty(history, bounds):
    """An impossible history costs the upper end, never the interval."""
    plan, told = history
    race = Race(plan, bounds)
    for observation in told:
        race.tell(observation)
        interval = race.tracks[observation.configuration].interval
        assert 0 <= interval.lower <= interval.upper <= 1


@given(histories(failures=False), BOUNDS)
@relaxed
def test_a_full_run_is_the_point_itself(history, bounds):
    """Whatever came before or comes after, a full run's accuracy is the interval."""
    plan, told = history
    race = Race(plan, bounds)
    for observation in told:
        race.tell(observation)
    for observation in told:
        if observation.n_train == plan.full_size(observation.configuration):
            interval = race.tracks[observation.configuration].interval
            assert interval.lower == interval.upper == pytest.approx(observation.test_score)
