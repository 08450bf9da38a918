"""The promise and what it rests on, as a user reads it."""

import json
import math
import re
from dataclasses import replace

import pytest

from nearbest.race.bounds import Violation
from nearbest.race.certificate import Certificate, Delivery, Exclusion
from nearbest.race.interval import Interval
from nearbest.race.prediction import Prediction

DECIDED = Certificate(
    winner="tree",
    interval=Interval(0.81, 0.83),
    gap=0.0073,
    epsilon=0.01,
    confidence=0.95,
    n_configurations=40,
    n_probes=123,
    ending="proved",
    bounds_prove=True,
    assumptions=("fitness: models fit", "exploitativeness: more is better"),
    doubts=("one learns late", "the winner gets worse"),
)


def violation(k):
    return Violation(f"sgd-{k}", "fitness", 0.01 * k, f"rose by {0.01 * k:.2f}")


def test_the_sentence_of_a_decided_race_states_epsilon_and_the_certified_gap():
    """The promise is ε; the gap that was reached stands beside it."""
    assert DECIDED.sentence == (
        "tree is within 0.01 accuracy of the best of 40 candidates with confidence 0.95; "
        "certified gap 0.0073."
    )


def test_the_sentence_of_a_stopped_race_promises_the_gap_only():
    """After a timeout the sentence claims what is certified, not ε."""
    stopped = replace(DECIDED, ending="stopped", gap=0.0421)
    assert "within 0.0421 accuracy of the best" in stopped.sentence
    assert "Stopped before 0.01 was certified." in str(stopped)


def test_a_delivered_model_below_its_bound_is_not_promised_epsilon():
    """A measured model can be worse than the lower bound said; then its own gap counts."""
    assert "within 0.02 accuracy of the best" in replace(DECIDED, gap=0.02).sentence


def test_a_given_test_set_makes_it_an_estimate():
    """Without a random split nothing is proven, and the sentence says so."""
    assert "is estimated to be within" in replace(DECIDED, bounds_prove=False).sentence


@pytest.mark.parametrize(
    ("delta", "shown"), [(0.05, "0.95"), (1e-6, "1 − 1e-06"), (1e-20, "1 − 1e-16")]
)
@pytest.mark.parametrize("proved_so_far", [False, True])
def test_no_confidence_is_certainty(delta, shown, proved_so_far):
    """A δ however small is told, wherever the confidence is."""
    promise = replace(DECIDED, confidence=1 - delta)
    if proved_so_far:
        promise = replace(promise, stop_at="stated", ending="stopped", gap=0.08)
    assert re.search(rf"with confidence {re.escape(shown)}[;.]", promise.sentence)
    assert f"with confidence {shown}, unless" in promise.proof


def test_failed_candidates_are_not_counted_among_the_best_of():
    """Nothing is said about candidates that failed, and each is named with its cause."""
    certificate = replace(DECIDED, failed=(("svm", "ValueError: bad kernel"),))
    assert "best of 39 candidates" in certificate.sentence
    assert "svm: ValueError: bad kernel" in str(certificate)


def test_one_survivor_is_called_the_only_one():
    """With one candidate there is nothing to compare."""
    alone = replace(DECIDED, n_configurations=2, failed=(("svm", "ValueError: no"),))
    assert alone.sentence == "tree is the only candidate that could be fitted."


def test_an_only_candidate_without_a_model_of_all_rows():
    """Nothing else would say that it fails on many rows."""
    delivery = Delivery("a sample", 1_500, 0.9, "training on all 48,000 rows failed")
    alone = replace(DECIDED, n_configurations=1, delivery=delivery)
    assert alone.sentence == "tree is the only candidate, trained on 1,500 rows only."


def test_a_delivery_by_itself_names_no_score():
    """It does not know by which one the race was."""
    assert "test score 0.9000" in str(Delivery("all training rows", 48_000, 0.9, "trained"))


def test_it_lists_what_would_make_it_false_and_the_violations_seen():
    """Each doubt and each violation has a line of its own."""
    text = str(replace(DECIDED, violations=(violation(1),)))
    assert "What would make it false:" in text.splitlines()
    assert "  - one learns late" in text.splitlines()
    assert "  - the winner gets worse" in text.splitlines()
    assert "  - sgd-1: rose by 0.01" in text.splitlines()
    assert "Failed candidates, about which nothing is said: none." in text.splitlines()


def test_no_violation_is_stated_too():
    """Silence would leave the reader guessing."""
    assert "Assumptions seen to fail: none." in str(DECIDED).splitlines()


@pytest.mark.parametrize(("n", "rest"), [(5, None), (8, "  - and 3 more")])
def test_a_long_list_is_cut_and_the_rest_counted(n, rest):
    """Five violations are printed, the others counted; all stay in the object."""
    certificate = replace(DECIDED, violations=tuple(violation(k) for k in range(1, n + 1)))
    lines = str(certificate).splitlines()
    assert sum(line.startswith("  - sgd-") for line in lines) == 5
    assert (rest in lines) == (rest is not None)
    assert len(certificate.violations) == n


class TestExclusions:
    """The sentence counts what excluded whom, and every rival is listed."""

    RIVALS = tuple(
        Exclusion(f"{by}-{k}", by, 0.8)
        for by, n in (("proof", 35), ("full run", 3), ("failure", 1))
        for k in range(n)
    )
    FULL = replace(DECIDED, exclusions=RIVALS, failed=(("failure-0", "no"),))

    def test_counted(self):
        """Failures are told apart."""
        assert self.FULL.sentence == (
            "tree is within 0.01 accuracy of the best of 39 candidates (1 failed) with "
            "confidence 0.95: proved against 35, by full runs against 3; certified gap 0.0073."
        )

    def test_by_past_curves(self):
        """What past curves excluded is told last."""
        found = replace(
            self.FULL,
            exclusions=(*self.RIVALS[1:], Exclusion("late", "past curves", 1.0)),
            ending="forecast",
            stop_at="calibrated",
            prediction=Prediction(0.99, 0.0, needed=0.9, n_datasets=42),
        )
        assert found.sentence == (
            "tree is within 0.01 accuracy of the best of 39 candidates (1 failed) with "
            "confidence 0.95: proved against 34, by full runs against 3, by past learning "
            "curves against 1."
        )

    @pytest.mark.parametrize("kind", ["approximate", "counts"])
    def test_nothing_is_proved_by_bounds_that_prove_nothing(self, kind):
        """Approximate and estimated bounds are counted by a word of their own."""
        scale = replace(DECIDED.scale, kind=kind)
        unproved = replace(
            self.FULL, bounds_prove=False, scale=scale, exchangeable=kind != "counts"
        )
        assert unproved.claim != "proved"
        assert ": by bounds against 35, by full runs against 3" in unproved.sentence
        assert "proved" not in unproved.sentence

    def test_nothing_is_counted_while_some_are_left(self):
        """A race that was stopped says how far it got instead."""
        left = replace(self.FULL, exclusions=(*self.RIVALS, Exclusion("open", None, 1.0)))
        assert "against" not in left.sentence

    def test_as_plain_values(self):
        """Every rival with what excluded it, ready for JSON."""
        plain = json.loads(json.dumps(self.FULL.to_dict()))
        assert plain["exclusions"][35] == {
            "candidate": "full run-0", "by": "full run", "upper": 0.8,
        }  # fmt: skip
        assert (plain["sentence"], plain["decided"]) == (self.FULL.sentence, True)
        assert plain["failed"] == {"failure-0": "no"}
        assert plain["interval"] == [0.81, 0.83]

    def test_what_has_no_bound_is_null(self):
        """JSON knows no infinity; Python would write a word that other readers refuse."""
        scale = replace(DECIDED.scale, low=-math.inf)
        rival = Exclusion("open", None, math.inf)
        found = replace(
            DECIDED,
            interval=Interval(-math.inf, 0.83),
            gap=math.inf,
            scale=scale,
            exclusions=(rival,),
        )
        plain = json.loads(json.dumps(found.to_dict(), allow_nan=False))
        assert (plain["interval"], plain["gap"]) == ([None, 0.83], None)
        assert plain["scale"]["low"] is plain["exclusions"][0]["upper"] is None

    @pytest.mark.parametrize(
        ("ending", "proven", "expected"),
        [("proved", True, True), ("proved", False, False), ("forecast", True, False)],
    )
    def test_no_forecast_passes_for_a_proof(self, ending, proven, expected):
        """Whoever reads the plain values need not know how races end."""
        assert (
            replace(self.FULL, ending=ending, bounds_prove=proven).to_dict()["proven"]
            is expected
        )


def test_without_a_model_it_says_what_is_lacking():
    """Scenario (i): the winner was not measured on all rows."""
    assert (
        "Model delivered: none. tree was not trained on all rows, so its accuracy there is not "
        "measured, and cannot be compared with those of the others." in str(DECIDED)
    )


def test_the_delivered_model_is_described():
    """The certificate says what the model was trained on, its score and why it."""
    delivery = Delivery("a sample", 16_000, 0.8123, "better than the full one")
    text = str(replace(DECIDED, delivery=delivery))
    assert (
        "Model delivered: trained on a sample (16,000 rows), test accuracy 0.8123: "
        "better than the full one." in text
    )


def test_a_model_that_was_not_measured_has_no_score():
    """A model trained on every row cannot be scored on rows it has not seen."""
    delivery = Delivery("every row", 1_000, None, "asked for")
    assert str(delivery) == "trained on every row (1,000 rows): asked for"


class TestForecast:
    OPEN = replace(DECIDED, ending="stopped", gap=0.08, prediction=Prediction(0.97, 0.004))
    PREDICTED = replace(OPEN, stop_at="stated", ending="forecast")

    def test_both_numbers_are_told_by_name(self):
        """What is proved and what is forecast have a line each that says which it is."""
        lines = str(replace(self.OPEN, stop_at="stated")).splitlines()
        assert (
            "Proved: within 0.0800 of the best with confidence 0.95, unless something listed "
            "below makes it false." in lines
        )
        assert (
            "Forecast, not proved: past learning curves give it a probability of 0.97 to be "
            "within 0.01 of the best; with probability 0.95 it is within 0.0040." in lines
        )

    def test_a_stop_by_forecast_never_sounds_like_a_proof(self):
        """The sentence leads with the forecast, says what it is, and ends with the proof."""
        assert self.PREDICTED.sentence == (
            "tree is forecast, not proved, to be within 0.01 of the best of 40 candidates "
            "(probability 0.97); proved so far: within 0.08 with confidence 0.95."
        )

    def test_a_stop_that_was_asked_for_is_no_accident(self):
        """Each rule has words of its own for how the race ended."""
        late = replace(self.PREDICTED, ending="stopped", prediction=Prediction(0.6, 0.03))
        worse = replace(self.PREDICTED, ending="undone", prediction=Prediction(0.6, 0.03))
        assert self.OPEN.stopped == "Stopped before 0.01 was certified."
        assert self.PREDICTED.stopped == (
            "Past learning curves ended the race before 0.01 was proved."
        )
        assert late.stopped == "Stopped before 0.01 was forecast or proved."
        assert "worse than it said" in worse.stopped
        assert DECIDED.stopped is None

    def test_within_says_what_the_sentence_says(self):
        """A report that calls a certified winner not certified helps nobody."""
        curves = replace(
            self.PREDICTED,
            stop_at="calibrated",
            prediction=Prediction(0.97, 0.004, needed=0.9),
            exclusions=(Exclusion("svm", "past curves", 0.9), Exclusion("knn", "proof", 0.8)),
        )
        by = "proved against 1, by past learning curves against 1"
        assert curves.sentence.endswith(f"with confidence 0.95: {by}.")
        assert curves.within == f"yes, with confidence 0.95: {by}"
        assert self.PREDICTED.within == "forecast, not proved: a probability of 0.97"
        assert self.OPEN.within == "not shown. Stopped before 0.01 was certified."
        assert DECIDED.within == "yes, proved with confidence 0.95"

    def test_the_gap_is_told_once(self):
        """Where it is more than ε the sentence is about it, and nothing repeats it."""
        assert str(self.OPEN).count("0.08") == 1

    def test_without_any_forecast_the_race_goes_on_by_proof(self):
        """In a sentence that can be read at once."""
        none = replace(
            self.OPEN,
            stop_at="calibrated",
            prediction=Prediction(0.0, 1.0, ("svm: few rows; no forecast.",), n_missing=7),
        )
        assert none.forecast == (
            "Forecast: not possible for 7 of 40 candidates, so the race went on by proof."
        )
        assert replace(none, bounds_prove=False).forecast.endswith(
            "the race went on by bounds."
        )
        assert "Limits of the forecast:" in none.details

    def test_stopped_before_the_forecast_sufficed(self):
        """Then the sentence names the gap that holds with the probability asked for."""
        late = replace(self.PREDICTED, ending="stopped", prediction=Prediction(0.6, 0.03))
        assert "to be within 0.0300 of the best of 40 candidates (probability 0.95)" in (
            late.sentence
        )

    def test_no_forecast_for_want_of_probes(self):
        """Candidates without a forecast leave a winner so far, and the line says why."""
        early = replace(self.PREDICTED, prediction=Prediction(0.0, 0.07, n_missing=30))
        assert early.sentence == (
            "tree is the winner so far of 40 candidates; proved so far: within 0.08 with "
            "confidence 0.95."
        )
        assert early.forecast == "Forecast: not possible for 30 of 40 candidates."

    def test_those_without_a_forecast_count_against_it(self):
        """A forecast that suffices in spite of them is a lower bound, and says so."""
        some = replace(self.PREDICTED, prediction=Prediction(0.96, 0.004, n_missing=2))
        assert "a probability of at least 0.96" in some.forecast
        assert some.forecast.endswith(
            "2 of 40 candidates have no forecast and count against it."
        )

    def test_notes_are_listed(self):
        """Where the library does not reach is told."""
        noted = replace(self.OPEN, prediction=Prediction(0.97, 0.004, ("svm: too far",)))
        assert "  - svm: too far" in str(noted).splitlines()

    def test_beside_a_complete_proof_it_is_short(self):
        """There it only adds by how much less the gap may be."""
        close = replace(DECIDED, prediction=Prediction(1.0, 0.0012))
        none_better = replace(DECIDED, prediction=Prediction(1.0, 0.0))
        wider = replace(DECIDED, prediction=Prediction(0.96, 0.0085))
        assert (
            close.forecast == "Forecast, not proved: with probability 0.95 it is within 0.0012."
        )
        assert none_better.forecast.endswith("with probability 0.95 none is better.")
        assert wider.forecast == "Forecast: it adds nothing to the proof."

    def test_beside_a_proof_of_the_same_it_adds_nothing(self):
        """Where all were trained in full, "likely" would only cast doubt on what is known."""
        nothing_left = replace(DECIDED, gap=0.0, prediction=Prediction(1.0, 0.0))
        assert not nothing_left.has_forecast
        assert nothing_left.forecast == "Forecast: it adds nothing to the proof."

    def test_a_measured_model_may_complete_the_proof(self):
        """Where the delivered model turns out within ε, the sentence is that of a proof."""
        proved = replace(self.PREDICTED, gap=0.009, ending="proved")
        assert proved.sentence.startswith("tree is within 0.01 of the best of 40 candidates")
        assert proved.stopped is None

    def test_certainty_is_never_claimed(self):
        """So many past curves cannot tell a probability above 0.99 from 1."""
        sure = replace(self.PREDICTED, prediction=Prediction(1.0, 0.0))
        assert "(probability above 0.99)" in sure.sentence
        assert "a probability above 0.99 to be" in sure.forecast

    def test_an_estimate_is_not_called_proved(self):
        """With a test set of one's own neither number is a proof."""
        given = replace(self.PREDICTED, bounds_prove=False)
        assert "; estimated so far: within 0.08." in given.sentence
        assert given.proof == "Estimated, not proved: within 0.0800 of the best."

    def test_one_candidate_needs_none(self):
        """With one candidate there is nothing to compare."""
        alone = replace(DECIDED, n_configurations=1, prediction=Prediction(1.0, 0.0))
        assert alone.forecast == "Forecast: none was needed."
        assert DECIDED.forecast == "Forecast: none was made."
