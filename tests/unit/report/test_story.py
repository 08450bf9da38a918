import pytest

from nearbest.errors import AllFailed
from nearbest.forecast import forecaster_named
from nearbest.race.answer.certify import certify
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.stop_at import STOP_AT
from nearbest.race.stopping import rule_named
from nearbest.report import story_of

from .conftest import EVIL


@pytest.fixture
def story(race):
    return story_of(race, {"good": {"depth": 3}, EVIL: {"tag": "<i>"}})


def by_name(story):
    return {candidate.name: candidate for candidate in story.candidates}


def test_order(story):
    """The winner comes first and failures last."""
    assert [c.name for c in story.candidates] == ["good", "bad", "idle", EVIL]
    assert story.winner.name == "good"


def test_one_moment_a_probe(story, race):
    """Every observation has its moment, with the interval that the race had then."""
    assert [(m.observation, m.interval) for m in story.moments] == race.history


@pytest.mark.parametrize("stop_at", STOP_AT)
def test_moments_rely_on_what_the_race_relied_on(stop_at):
    """The figure has no upper bound that the rule did not find credible, nor the table."""
    kinds = {"a": "boosting", "b": "network"}
    plan = Plan(dict.fromkeys("ab", (1_000, 2_000, 4_000, 8_000)), n_test=4_000, kinds=kinds)
    forecaster = forecaster_named(stop_at, plan)
    race = Race(plan, Exact(), rule=rule_named(stop_at), forecaster=forecaster)
    for n_train in (1_000, 2_000, 4_000):
        for name, share in (("a", 0.9), ("b", 0.6)):
            n_test = min(2 * n_train, 4_000)
            right = round(share * n_train), round(share * n_test)
            race.tell(Observation.of_counts(name, n_train, n_test, *right))
    moments = story_of(race).moments
    assert [(m.observation, m.interval) for m in moments] == race.history


def test_bar_is_the_incumbents_lower_bound_and_epsilon(story):
    """The bar follows the incumbent."""
    first, second, *_, last = story.moments
    assert first.incumbent == "bad"
    assert first.bar == pytest.approx(first.interval.lower + 0.05)
    assert second.incumbent == "good"
    assert second.bar == pytest.approx(second.interval.lower + 0.05)
    assert last.bar == pytest.approx(0.91 + 0.05)


def test_who_left_when(story):
    """A failure and a pruning are told at the moment they happened."""
    assert story.moments[2].left == (EVIL,)
    assert story.moments[3].left == ("bad",)
    assert [m.returned for m in story.moments] == [()] * 5


def test_the_gap_is_that_of_the_best_guess(story, race):
    """The last moment knows the gap of the certificate."""
    assert story.moments[-1].gap == certify(race).gap


def test_full_runs_add_up(story):
    """Measured where it ran in full, else expected; training the winner is no saving."""
    candidates = by_name(story)
    assert story.full_runs.seconds == pytest.approx(
        candidates["good"].full_run.seconds + candidates["bad"].full_run.seconds
    )
    assert candidates["good"].ran_in_full
    assert (story.probe_seconds, story.spent) == (7.5, 7.5)


def test_training_the_winner_counts():
    """Where it was not run in full, what that should take is part of what was spent."""
    race = Race(Plan(dict.fromkeys("ab", (1_000, 2_000)), n_test=500), Exact())
    race.tell(
        Observation.of_counts("a", 1_000, 500, 900, 450, (900,), (1_000, 2_000), fit_time=1.0)
    )
    assert story_of(race).spent == pytest.approx(1.0 + 2.0)


def test_standings(story):
    """The rows are those of the race, with the certificate's winner."""
    candidates = by_name(story)
    assert candidates["bad"].told() == "excluded by proof (good)"
    assert candidates["idle"].standing == "waiting"
    assert candidates[EVIL].failure == f"ValueError: {EVIL}"
    assert candidates["good"].warnings == ("ConvergenceWarning: <b>not yet</b>",)


def test_forecasts(story):
    """Each candidate with a forecast has an interval and a chance to beat the winner."""
    candidates = by_name(story)
    assert candidates["good"].expected.lower == pytest.approx(0.91)
    assert candidates["good"].chance == 0.0
    assert candidates["bad"].expected.upper <= candidates["bad"].interval.upper + 1e-6
    for name in ("idle", EVIL):
        assert (candidates[name].expected, candidates[name].chance) == (None, None)
    assert {c.full_size for c in story.candidates} == {4_000}


def test_parameters_as_written(story):
    """Parameters are shown the way a user writes them."""
    assert story.parameters["good"] == "depth=3"


def test_parameters_by_short_names(race):
    """Without the steps that they belong to, as in the terminal."""
    story = story_of(race, {"good": {"learn__estimator__n_estimators": 9, "learn__eta": 0.5}})
    assert story.parameters["good"] == "n_estimators=9, eta=0.5"


def test_curve_by_rising_size(story):
    """A learning curve has the successful probes only."""
    assert [m.observation.n_train for m in story.curve("good")] == [1_000, 4_000]
    assert story.curve(EVIL) == []


def test_seconds_default_to_the_last_probe(story, race):
    """Without a time of its own, the story ends with its last probe."""
    assert story.seconds == 8.0
    assert story_of(race, seconds=9.5).seconds == 9.5


def test_a_pruned_configuration_returns():
    """When the incumbent fails, those that it had pruned are told to return."""
    plan = Plan(dict.fromkeys("ab", (1_000, 2_000)), n_test=500, epsilon=0.05)
    race = Race(plan, Exact())
    race.tell(Observation.of_counts("a", 2_000, 500, 1_800, 450))
    race.tell(Observation.of_counts("b", 2_000, 500, 1_200, 300))
    race.tell(Observation("a", 1_000, 500, status="failed", message="lost"))
    moments = story_of(race).moments
    assert moments[1].left == ("b",)
    assert moments[2].left == ("a",)
    assert moments[2].returned == ("b",)


def test_the_window_has_what_matters(story):
    """Every interval that ended well is in the window, which has room above."""
    assert story.span.lower == by_name(story)["bad"].interval.lower
    assert story.span.upper == 0.91
    assert story.window.lower < story.span.lower
    assert story.window.upper > story.span.upper


def test_nothing_to_tell():
    """A race in which everything failed has no story, and says why."""
    race = Race(Plan({"a": (1_000,)}, n_test=500), Exact())
    race.tell(Observation("a", 1_000, 500, status="failed", message="no luck"))
    with pytest.raises(AllFailed, match="no luck"):
        story_of(race)
