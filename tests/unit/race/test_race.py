"""The race as pure state: incumbent, contenders, pruning, gap and certificate."""

from dataclasses import dataclass

import pytest

from nearbest.data.drawn import Drawn
from nearbest.errors import AllFailed
from nearbest.forecast import Outlook
from nearbest.race.answer.certify import certify
from nearbest.race.answer.standings import chances, pruned_by
from nearbest.race.bounds import Estimate, Exact, Hoeffding
from nearbest.race.certificate import Delivery, Pruning
from nearbest.race.interval import UNKNOWN, Interval
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.race import Race
from nearbest.race.stopping import Concluded, UntilForecast, rule_named
from tests.doubles import Told

from ..forecast import past

SIZES = (100, 200, 400)


@dataclass
class Scripted:
    """Bounds whose intervals are written down: the lower and upper per cent of a probe."""

    def supports(self, scale, target):
        return True

    def estimator(self, plan):
        def estimate(probes):
            last = probes[-1]
            interval = Interval(last.test_correct / 100, last.train_correct / 100)
            return Estimate(interval, last.n_train)

        self.latest = Told(estimate)
        return self.latest

    def assumptions(self, plan):
        return ("as written",)

    def confidence(self, plan):
        return 1 - plan.delta


def probe(name, size, lower, upper, **more):
    return Observation.of_counts(name, size, 2 * size, upper, lower, **more)


def failure(name, size, message="ValueError: no"):
    return Observation(name, size, 2 * size, status="failed", message=message)


def race_of(names, epsilon=0.01, bounds=None):
    plan = Plan(dict.fromkeys(names, SIZES), n_test=1_000, epsilon=epsilon)
    return Race(plan, bounds or Scripted())


def test_before_the_first_probe_everyone_contends_and_nobody_leads():
    """Without an observation there is no incumbent and nothing is decided."""
    race = race_of("abc")
    assert race.incumbent is None
    assert race.contenders == ["a", "b", "c"]
    assert not race.decided
    assert race.gap(race.incumbent) == 1
    assert [race.role(name) for name in "abc"] == ["unprobed"] * 3


def test_nothing_can_be_chosen_before_the_first_probe():
    """The current winner needs an observation."""
    with pytest.raises(AllFailed, match="No probe has finished yet"):
        _ = race_of("ab").winner


def test_the_incumbent_has_the_largest_lower_bound():
    """It changes hands as soon as another is surer of more."""
    race = race_of("abc")
    race.tell(probe("a", 100, 40, 100))
    assert race.incumbent == "a"
    race.tell(probe("b", 100, 50, 60))
    assert race.incumbent == "b"
    race.tell(probe("a", 200, 55, 90))
    assert race.incumbent == "a"


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_a_tie_goes_to_the_candidate_given_first_whatever_the_order_of_arrival(order):
    """Of two equal lower bounds the first candidate's counts."""
    race = race_of("ab", epsilon=0.1)
    for name in order:
        race.tell(probe(name, 100, 70, 78))
    assert race.incumbent == "a"
    assert race.contenders == ["a"]


def test_contenders_may_beat_the_incumbent_by_more_than_epsilon():
    """An upper bound within ε of the incumbent's lower bound is out, one above stays."""
    race = race_of("abc", epsilon=0.25)
    race.tell(probe("a", 100, 50, 90))
    race.tell(probe("b", 100, 20, 75))
    race.tell(probe("c", 100, 20, 76))
    assert race.contenders == ["a", "c"]
    assert race.role("b") == "pruned"
    assert race.role("c") == "contender"


def test_the_incumbent_is_never_pruned_by_itself():
    """A narrow incumbent stays, though its own upper bound is within ε of its lower."""
    race = race_of("ab", epsilon=0.2)
    race.tell(probe("a", 100, 70, 75))
    assert race.role("a") == "incumbent"
    assert "a" in race.contenders


def test_with_epsilon_zero_a_tie_of_points_is_decided():
    """Two full runs of the same accuracy leave the first of them."""
    race = race_of("ab", epsilon=0)
    race.tell(probe("a", 400, 70, 70))
    race.tell(probe("b", 400, 70, 70))
    assert race.decided
    assert race.winner == "a"
    assert race.gap("a") == 0


def test_with_epsilon_zero_any_reach_above_the_incumbent_contends():
    """ε = 0 asks for the best itself."""
    race = race_of("ab", epsilon=0)
    race.tell(probe("a", 400, 70, 70))
    race.tell(probe("b", 100, 10, 71))
    assert race.contenders == ["a", "b"]
    race.tell(probe("b", 200, 10, 70))
    assert race.decided


def test_a_single_configuration_is_decided_once_it_was_probed():
    """It must be seen to work before it is chosen, and no other can beat it."""
    race = race_of("a")
    assert not race.decided
    race.tell(probe("a", 100, 10, 100))
    assert race.decided
    assert race.gap("a") == 0
    assert certify(race).winner == "a"


def test_an_unprobed_candidate_counts_with_upper_bound_1():
    """Nothing is decided and nothing certified about those not looked at."""
    race = race_of("ab")
    race.tell(probe("a", 100, 80, 85))
    assert race.role("b") == "unprobed"
    assert race.contenders == ["a", "b"]
    assert race.gap("a") == pytest.approx(0.2)


def test_a_near_perfect_incumbent_prunes_even_the_unprobed():
    """No accuracy is above 1."""
    race = race_of("ab", epsilon=0.05)
    race.tell(probe("a", 100, 96, 100))
    assert race.decided
    assert race.role("b") == "pruned"
    assert race.gap("a") == pytest.approx(0.04)


def test_the_gap_is_the_highest_upper_bound_of_the_others_minus_the_own_lower():
    """The certified gap of any candidate, floored at 0."""
    race = race_of("abc")
    race.tell(probe("a", 100, 60, 95))
    race.tell(probe("b", 100, 50, 80))
    race.tell(probe("c", 100, 40, 70))
    assert race.gap("a") == pytest.approx(0.20)
    assert race.gap("b") == pytest.approx(0.45)
    race.tell(probe("a", 400, 85, 85))
    assert race.gap("a") == 0


def test_a_measured_model_has_its_own_gap():
    """The accuracy of a delivered model takes the place of the lower bound."""
    race = race_of("ab")
    race.tell(probe("a", 100, 60, 95))
    race.tell(probe("b", 100, 50, 80))
    assert race.gap_to("a", 0.78) == pytest.approx(0.02)
    assert race.gap_to("a", 0.9) == 0
    certificate = certify(race, Delivery("all training rows", 400, 0.78, "trained"))
    assert certificate.gap == pytest.approx(0.02)
    unmeasured = certify(race, Delivery("every row", 400, None, "asked for"))
    assert unmeasured.gap == pytest.approx(0.20)


def test_the_best_guess_is_the_promising_one_where_its_gap_is_smaller():
    """The appendix: the highest upper bound wins if the others reach less above it."""
    race = race_of("ab")
    race.tell(probe("a", 100, 60, 65))
    race.tell(probe("b", 100, 55, 90))
    assert race.incumbent == "a"
    assert race.gap("a") == pytest.approx(0.30)
    assert race.gap("b") == pytest.approx(0.10)
    assert race.winner == "b"


def test_the_best_guess_is_the_incumbent_where_its_gap_is_smaller():
    """The appendix: a promising one far below does not win."""
    race = race_of("abc")
    race.tell(probe("a", 100, 60, 85))
    race.tell(probe("b", 100, 20, 90))
    race.tell(probe("c", 100, 10, 50))
    assert race.gap("a") == pytest.approx(0.30)
    assert race.gap("b") == pytest.approx(0.65)
    assert race.winner == "a"


def test_an_unprobed_candidate_is_never_the_best_guess():
    """Its upper bound of 1 is no reason to deliver it."""
    race = race_of("ab")
    race.tell(probe("b", 100, 1, 90))
    assert race.winner == "b"


def test_the_winner_of_a_decided_race_is_the_one_that_was_not_pruned():
    """Algorithm 1 returns the incumbent; a pruned candidate never wins."""
    race = race_of("ab", epsilon=0.5)
    race.tell(probe("a", 100, 60, 65))
    race.tell(probe("b", 100, 55, 90))
    assert race.decided
    assert race.role("b") == "pruned"
    assert race.winner == "a"


def test_a_failed_candidate_can_never_win():
    """It drops out of contenders, incumbency and the gap, with its cause kept."""
    race = race_of("ab")
    race.tell(probe("a", 100, 70, 80))
    race.tell(failure("b", 100, "ValueError: bad kernel"))
    assert race.decided
    assert race.role("b") == "failed"
    assert race.winner == "a"
    assert race.gap("a") == 0
    assert certify(race).failed == (("b", "ValueError: bad kernel"),)


@pytest.mark.parametrize("success_first", [True, False])
def test_a_candidate_that_fails_at_any_size_has_failed(success_first):
    """A success before or after does not bring it back."""
    race = race_of("ab")
    told = [probe("b", 100, 90, 95), failure("b", 200)]
    for observation in told if success_first else reversed(told):
        race.tell(observation)
    race.tell(probe("a", 100, 10, 20))
    assert race.role("b") == "failed"
    assert race.incumbent == "a"
    assert race.winner == "a"


def test_others_come_back_when_a_failed_incumbent_drops_out():
    """What the failed one had pruned contends again."""
    race = race_of("abc")
    race.tell(probe("a", 100, 80, 90))
    race.tell(probe("b", 100, 50, 70))
    race.tell(probe("c", 100, 40, 60))
    assert race.contenders == ["a"]
    race.tell(failure("a", 200))
    assert race.incumbent == "b"
    assert race.contenders == ["b", "c"]
    assert pruned_by(race, "c") is None
    assert not race.decided


def test_what_stays_pruned_after_the_incumbent_failed_is_pruned_by_a_survivor():
    """The certificate never rests on a candidate that failed."""
    race = race_of("abc")
    race.tell(probe("a", 100, 80, 90))
    race.tell(probe("b", 100, 70, 75))
    race.tell(probe("c", 100, 40, 60))
    assert pruned_by(race, "c") == "a"
    race.tell(failure("a", 200))
    assert race.role("c") == "pruned"
    assert pruned_by(race, "c") == "b"


def test_all_failed_is_one_error_that_lists_the_causes():
    """Nothing is promised where nothing could be fitted."""
    race = race_of("ab")
    race.tell(failure("a", 100, "ValueError: negative values"))
    race.tell(failure("b", 100, "TypeError: no strings"))
    assert race.decided
    assert race.incumbent is None
    with pytest.raises(AllFailed) as caught:
        certify(race)
    assert "a: ValueError: negative values" in str(caught.value)
    assert "b: TypeError: no strings" in str(caught.value)


def test_the_cause_of_failure_is_that_of_the_smallest_size():
    """Which failure arrives first does not matter."""
    race = race_of("ab")
    race.tell(failure("b", 200, "MemoryError: much later"))
    race.tell(failure("b", 100, "ValueError: at once"))
    assert race.tracks["b"].failure == "ValueError: at once"


def test_a_sample_too_small_moves_on_without_failing():
    """A missing class is no failure: the size is done, the interval unchanged."""
    race = race_of("ab")
    race.tell(Observation("a", 100, 200, status="too small", message="one class"))
    assert race.role("a") == "unprobed"
    assert race.tracks["a"].interval == UNKNOWN
    assert race.next_sizes("a") == (200, 400)
    race.tell(probe("a", 200, 60, 70))
    assert race.incumbent == "a"


def test_sizes_ahead_are_those_above_every_one_tried():
    """A skipped size is not returned to, and the full size ends it."""
    race = race_of("ab")
    assert race.next_sizes("a") == SIZES
    race.tell(probe("a", 200, 60, 70))
    assert race.next_sizes("a") == (400,)
    assert not race.exhausted("a")
    race.tell(probe("a", 400, 65, 65))
    assert race.next_sizes("a") == ()
    assert race.exhausted("a")


def test_a_task_scores_on_the_planned_test_rows():
    """Tasks take their test rows from the plan; full runs score no training rows."""
    race = race_of("ab")
    assert race.task("a", 100) == Task("a", 100, 200, sizes=SIZES)
    assert race.task("b", 400) == Task("b", 400, 1_000, sizes=SIZES, scored="test")


def test_telling_an_observation_twice_changes_nothing():
    """A duplicate from a journal or a retry is ignored, also with another score."""
    race = race_of("ab")
    race.tell(probe("a", 100, 60, 70))
    race.tell(probe("a", 100, 90, 95))
    assert race.tracks["a"].interval == Interval(0.6, 0.7)
    assert len(race.history) == 1


def test_prunings_say_who_by_whom_and_when():
    """The certificate tells what was pruned by whose lower bound after how many probes."""
    race = race_of("abc")
    race.tell(probe("b", 100, 50, 60))
    race.tell(probe("c", 100, 20, 100))
    race.tell(probe("a", 100, 70, 80, elapsed=12.5))
    assert certify(race).pruned == (Pruning("b", "a", 3, 12.5),)
    assert pruned_by(race, "b") == "a"
    assert pruned_by(race, "a") is None
    assert pruned_by(race, "c") is None


def test_a_pruned_candidate_may_come_back_by_a_probe_in_flight():
    """Contenders are recomputed from the history, never sticky."""
    race = race_of("ab")
    race.tell(probe("a", 100, 70, 80))
    race.tell(probe("b", 100, 50, 65))
    assert race.decided
    race.tell(probe("b", 200, 50, 75))
    assert race.contenders == ["a", "b"]
    assert pruned_by(race, "b") is None


def test_bounds_are_told_when_a_candidate_is_pruned_and_only_then():
    """Algorithm 1 takes a snapshot there."""
    race = race_of("abc")
    race.tell(probe("a", 100, 50, 90))
    race.tell(probe("b", 100, 30, 95))
    race.tell(probe("a", 200, 45, 92))
    assert race.bounds.latest.n_prunings == 0
    race.tell(probe("c", 100, 10, 40))
    assert race.role("c") == "pruned"
    assert race.bounds.latest.n_prunings == 1
    race.tell(probe("a", 400, 40, 99))
    assert race.bounds.latest.n_prunings == 1


def test_hoeffding_is_clamped_to_the_snapshot_within_a_race():
    """With the paper's bounds a wider later interval stays inside that of the pruning."""
    plan = Plan(dict.fromkeys("abc", (5000, 10000, 20000)), n_test=50_000)
    race = Race(plan, Hoeffding())
    race.tell(Observation.of_counts("a", 5_000, 10_000, 4_500, 9_000))
    race.tell(Observation.of_counts("b", 5_000, 10_000, 4_600, 8_900))
    race.tell(Observation.of_counts("c", 5_000, 10_000, 2_500, 5_000))
    assert race.role("c") == "pruned"
    held = race.tracks["a"].interval
    race.tell(Observation.of_counts("a", 10_000, 20_000, 9_900, 14_000))
    assert race.tracks["a"].interval == held


def test_the_certificate_gathers_what_was_seen():
    """Winner, interval, gap, ε, confidence, probes, assumptions and violations."""
    plan = Plan({"a": SIZES, "b": SIZES}, n_test=1_000, epsilon=0.1, delta=0.2)
    race = Race(plan, Exact())
    race.tell(Observation.of_counts("a", 400, 1_000, 380, 900))
    race.tell(Observation.of_counts("b", 100, 200, 50, 190, (50,)))
    race.tell(Observation.of_counts("b", 200, 400, 80, 380, (40, 80), SIZES))
    certificate = certify(race)
    assert (certificate.winner, certificate.decided) == ("b", True)
    assert certificate.interval == race.tracks["b"].interval
    assert certificate.gap == race.gap("b")
    assert (certificate.epsilon, certificate.confidence) == (0.1, 0.8)
    assert (certificate.n_configurations, certificate.n_probes) == (2, 3)
    split, _, exploitativeness = Exact().assumptions(plan)
    assert certificate.assumptions == (split, exploitativeness)  # "a" was measured in full
    assert [(e.candidate, e.by) for e in certificate.exclusions] == [("a", "full run")]
    assert any("b, which was not measured on all rows" in d for d in certificate.doubts)
    assert not any("learns late" in d for d in certificate.doubts)
    assert [seen.configuration for seen in certificate.violations] == ["b"]
    assert certificate.proven


def test_a_given_test_set_proves_nothing():
    """The certificate is an estimate where the split was not random."""
    plan = Plan({"a": SIZES}, n_test=1_000, drawn=Drawn("choice"))
    race = Race(plan, Exact())
    race.tell(Observation.of_counts("a", 400, 1_000, 380, 900))
    assert not certify(race).proven


def test_a_full_run_made_for_the_delivery_can_contradict_the_interval():
    """Then the interval is the measured point and the contradiction is listed."""
    race = Race(Plan({"a": (1_000, 2_000), "b": (1_000, 2_000)}, n_test=2_000), Exact())
    for name, correct in (("a", 1_800), ("b", 1_000)):
        race.tell(
            Observation.of_counts(
                name, 1_000, 2_000, train_correct=correct // 2, test_correct=correct
            )
        )
    low = Delivery("a sample", 1_000, 0.9, "better", full_score=0.85)
    found = certify(race, low)
    assert found.interval == Interval(0.85, 0.85)
    assert [v.assumption for v in found.violations] == ["exploitativeness"]
    as_expected = Delivery("all training rows", 2_000, 0.91, "trained", full_score=0.91)
    assert certify(race, as_expected).violations == ()


@pytest.mark.parametrize(
    ("trained_on", "failed"), [("a sample", ["exploitativeness"]), ("all training rows", [])]
)
def test_a_full_run_made_for_the_delivery_is_the_score_on_all_rows(trained_on, failed):
    """A sample's model that is better than it shows that more rows may be worse."""
    race = Race(Plan({"a": (1_000, 2_000), "b": (1_000, 2_000)}, n_test=20_000), Exact())
    race.tell(Observation.of_counts("a", 1_000, 2_000, 1_000, 1_800))
    assert race.tracks["a"].interval.lower < 0.89
    found = certify(race, Delivery(trained_on, 1_000, 0.9, "it is", full_score=0.89))
    assert found.interval == Interval(0.89, 0.89)
    assert [v.assumption for v in found.violations] == failed


def forecast_race(names, stop_at="stated", **options):
    """A race over straight curves, whose past goes on in straight lines."""
    plan = past.plan_of(names, **options)
    return Race(plan, Exact(), "rows", rule_named(stop_at), Outlook(plan, past.LINES))


def tell_line(race, name, gain, start, n=3):
    """Tell `n` probes of a curve that gains as much with every doubling."""
    for k, size in enumerate(race.plan.sizes[name][:n]):
        race.tell(past.probe(name, size, start + gain * k))


def test_a_race_settles_by_forecast_before_it_is_decided():
    """Flat at 0.8 against flat at 0.6: the past says it stays so, the proof cannot yet."""
    race = forecast_race("ab")
    tell_line(race, "a", 0.0, 0.6)
    tell_line(race, "b", 0.0, 0.8)
    assert not race.decided
    assert race.ending is not None
    assert race.winner == "b"


def test_where_a_proof_is_wanted_a_forecast_settles_nothing():
    """The same observations, under the rule that is the default."""
    race = forecast_race("ab", "proved")
    tell_line(race, "a", 0.0, 0.6)
    tell_line(race, "b", 0.0, 0.8)
    assert race.ending is None
    for name, accuracy in (("a", 0.6), ("b", 0.8)):
        race.tell(past.probe(name, 4_000, accuracy))
    assert race.decided
    assert race.ending is not None


def test_a_decided_race_is_settled_without_any_past():
    """A proof needs no forecast."""
    plan = past.plan_of("ab")
    nothing = Outlook(plan, past.Analogs(past.lines(0)))
    race = Race(plan, Exact(), rule=UntilForecast(), forecaster=nothing)
    for name, accuracy in (("a", 0.6), ("b", 0.8)):
        race.tell(past.probe(name, 4_000, accuracy))
    assert race.ending is not None
    assert race.winner == "b"


def test_nothing_is_settled_while_a_candidate_was_not_probed():
    """Nothing is expected of it, so it may be the best."""
    race = forecast_race("abc", epsilon=0.5)
    assert race.ending is None
    tell_line(race, "a", 0.0, 0.1, n=1)
    tell_line(race, "b", 0.0, 0.2, n=1)
    assert race.ending is None
    race.tell(Observation("c", 500, 1_000, status="too small"))
    assert race.ending is None
    race.tell(failure("c", 1_000))
    assert race.ending is not None


def test_nothing_is_settled_between_curves_that_will_be_close():
    """Equal forecasts, each blurred by a sample of the test rows."""
    race = forecast_race("ab", n_test=100_000, epsilon=0)
    for name in "ab":
        race.tell(past.probe(name, 500, 0.7, n_test=1_000))
    assert race.all_probed
    assert race.ending is None


def test_the_guess_is_the_forecasts_where_it_is_to_decide():
    """The steeper curve is behind now and ahead on all rows."""
    race = forecast_race("ab")
    tell_line(race, "a", 0.0, 0.70)
    tell_line(race, "b", 0.04, 0.60)
    assert race.incumbent == "a"
    assert not race.decided
    assert race.winner == "b"


@pytest.mark.parametrize("names", ["abf", "afb", "fab"])
def test_a_candidate_that_failed_or_waits_is_never_the_guess_of_a_forecast(names):
    """Not while another is unprobed, not after it failed, and not without a past."""
    for analogs in (past.LINES, past.Analogs(past.lines(0))):
        plan = past.plan_of(names)
        race = Race(plan, Exact(), rule=UntilForecast(), forecaster=Outlook(plan, analogs))
        tell_line(race, "a", 0.0, 0.5, n=2)
        assert race.winner == "a"
        tell_line(race, "f", 0.0, 0.9, n=2)
        assert race.winner in "af"
        race.tell(failure("f", 2_000))
        assert race.winner == "a"
        tell_line(race, "b", 0.0, 0.5, n=1)
        assert race.winner in "ab"
        assert certify(race).winner in "ab"


def test_where_all_failed_a_forecast_has_no_guess_either():
    """One error, with the causes."""
    race = forecast_race("ab")
    for name in "ab":
        tell_line(race, name, 0.0, 0.5, n=1)
        race.tell(failure(name, 1_000, f"ValueError: {name}"))
    assert race.ending is not None
    with pytest.raises(AllFailed, match="ValueError: b"):
        _ = race.winner


@pytest.mark.parametrize("batches", [(), (2, 1)])
def test_a_forecast_follows_from_the_observations_whatever_their_order(batches):
    """Told in another order, or looked at in between, a resumed race says the same."""
    told = [
        past.probe(name, size, start + gain * k, n_test=1_000)
        for name, gain, start in (("a", 0.02, 0.6), ("b", 0.0, 0.68), ("c", 0.04, 0.5))
        for k, size in enumerate(past.SIZES[:2])
    ]
    seen = []
    for order in (told, told[::-1], told[1::2] + told[::2]):
        race = forecast_race("abc", n_test=5_000, batches=batches)
        for observation in order:
            race.tell(observation)
            if order is told:
                _ = race.ending
        seen.append((race.winner, race.prediction(), race.ending, chances(race)))
    assert seen[0] == seen[1] == seen[2]


def test_the_certificate_says_what_was_predicted_and_what_is_proved():
    """Settled by forecast, undecided by proof."""
    race = forecast_race("ab")
    tell_line(race, "a", 0.0, 0.6)
    tell_line(race, "b", 0.0, 0.8)
    certificate = certify(race)
    assert (certificate.winner, certificate.stop_at) == ("b", "stated")
    assert certificate.ending == "forecast"
    assert certificate.prediction == race.prediction()
    assert certificate.prediction.probability >= 0.95
    assert certificate.gap == race.gap("b") > race.plan.epsilon


@pytest.mark.parametrize("by_forecast", [False, True])
def test_a_race_that_has_ended_reads_as_it_ended(by_forecast):
    """Choice and forecast are those of then, whatever past is at hand now."""
    earlier = Prediction(0.5, 0.2)
    ended = Concluded(UntilForecast(), "a", earlier, by_forecast)
    race = Race(past.plan_of("ab"), Exact(), rule=ended)
    tell_line(race, "a", 0.0, 0.6)
    tell_line(race, "b", 0.0, 0.8)
    assert (race.winner, race.prediction()) == ("a", earlier)
    assert race.ending == ("forecast" if by_forecast else None)


@pytest.mark.parametrize("bounds", [Exact(), Hoeffding()])
@pytest.mark.parametrize("told_before", [0, 2, 4])
def test_a_batch_that_is_admitted_counts_as_if_it_had_been_planned(bounds, told_before):
    """Whenever it comes, intervals and the certificate are those of a race with batches."""
    first, second = dict.fromkeys("ab", SIZES), dict.fromkeys("cd", SIZES)
    told = [
        Observation.of_counts(n, s, 2 * s, s * 9 // 10, s, (s * 9 // 10,))
        for n in "ab"
        for s in SIZES[:2]
    ]
    planned = Race(Plan({**first, **second}, n_test=1_000, batches=(2, 2)), bounds)
    race = Race(Plan(first, n_test=1_000), bounds)
    for observation in told[:told_before]:
        race.tell(observation)
    race.admit(second)
    for observation in told[told_before:]:
        race.tell(observation)
    for observation in told:
        planned.tell(observation)
    assert race.plan == planned.plan
    assert race.history == planned.history
    assert certify(race) == certify(planned)
    assert race.role("d") == "unprobed"


def test_a_forecast_follows_an_admission():
    """Those who come later are forecast like the others."""
    race = forecast_race("ab")
    tell_line(race, "a", 0.0, 0.6)
    tell_line(race, "b", 0.0, 0.8)
    assert race.ending == "forecast"
    race.admit({"c": race.plan.sizes["a"]})
    assert race.ending is None
    tell_line(race, "c", 0.0, 0.95)
    assert race.winner == "c"
