"""What is expected of all configurations together, on curves with exact forecasts."""

from dataclasses import replace

import numpy as np
import pytest

from nearbest.forecast import Analogs
from nearbest.forecast.outlook import N_DRAWS
from nearbest.race.interval import UNKNOWN, Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Arriving
from nearbest.race.score import Scale, Score

from .past import LINES, N_TEST, SIZES, line, lines, outlook_of, probe, probes

FAR = tuple(500 * 2**k for k in range(12))  # eleven doublings, where the past knows six


def known(names, *accuracies, **options):
    """An outlook on configurations that all had their full run."""
    outlook = outlook_of(names, **options)
    for name, accuracy in zip(names, accuracies, strict=True):
        outlook.update(name, [probe(name, outlook.plan.full_size(name), accuracy)], UNKNOWN)
    return outlook


def far(names, *intervals, **options):
    """An outlook on configurations further from their full size than the past knows."""
    outlook = outlook_of(names, sizes=FAR, **options)
    for name, interval in zip(names, intervals, strict=True):
        outlook.update(name, [probe(name, 500, 0.5)], Interval(*interval))
    return outlook


def draws(outlook, name, values):
    """Put a distribution in the place of a forecast."""
    i, outlook._best = outlook.plan.index[name], None
    outlook._low[i] = outlook._high[i] = values


def test_before_the_first_probe_nothing_is_expected():
    """Any rival may reach 1, and any choice 0."""
    outlook = outlook_of("ab")
    assert outlook.prediction("a").probability == 0
    assert outlook.prediction("a").gap == 1
    assert outlook.interval("a") == UNKNOWN
    assert not outlook.covers("a")


def test_full_runs_are_certain():
    """Who is best is known then, and by how much the others are worse."""
    outlook = known("abc", 0.7, 0.9, 0.8)
    assert outlook.best == "b"
    assert outlook.prediction("b").probability == 1
    assert outlook.prediction("b").gap == 0
    assert outlook.prediction("c").probability == 0
    assert outlook.prediction("c").gap == pytest.approx(0.1)
    assert outlook.covers("b")


def test_a_curve_is_expected_where_similar_ones_arrived():
    """A slope of 0.02 per doubling with one doubling left."""
    outlook = outlook_of("ab")
    outlook.update("a", probes("a", 0.60, 0.62, 0.64), UNKNOWN)
    expected = outlook.interval("a")
    assert expected.lower == pytest.approx(0.66, abs=1e-4)
    assert expected.upper == pytest.approx(0.66, abs=1e-4)


def test_another_score_than_accuracy_has_no_forecast():
    """Past curves are of accuracy, and say nothing about a loss."""
    loss = Scale("loss", low=-2.0, high=0.0, kind="row means")
    outlook = outlook_of("ab", scale=loss)
    told = Observation("a", SIZES[0], 100, Score(-0.5, SIZES[0]), Score(-0.6, 100))
    outlook.update("a", [told], Interval(-1.0, -0.2))
    assert not outlook.covers("a")
    assert outlook.interval("b") == loss.unknown
    assert "of accuracy" in outlook.prediction("a").notes[0]


def test_a_late_bloomer_is_preferred_where_the_past_says_so():
    """The steeper curve is behind at 2,000 rows and ahead at 4,000."""
    outlook = outlook_of("ab")
    outlook.update("a", probes("a", 0.70, 0.70, 0.70), UNKNOWN)
    outlook.update("b", probes("b", 0.60, 0.64, 0.68), UNKNOWN)
    assert outlook.best == "b"
    assert outlook.prediction("b").gap == 0


def test_a_score_on_few_test_rows_is_uncertain():
    """The same curve scored on a sample is expected in a wider interval."""
    outlook = outlook_of("ab", n_test=100_000)
    for name, n_test in (("a", 100_000), ("b", 1_000)):
        told = [probe(name, s, line(0.02)(s), n_test) for s in (500, 1_000, 2_000)]
        outlook.update(name, told, UNKNOWN)
    assert outlook.interval("a").width < 0.01
    assert outlook.interval("b").width > 0.04


def test_no_forecast_exceeds_what_is_proved_possible():
    """The proof's upper bound caps the draws."""
    outlook = outlook_of("ab")
    outlook.update("a", probes("a", 0.60, 0.64, 0.68), Interval(0.6, 0.7))
    assert outlook.interval("a").upper == pytest.approx(0.7)


def test_an_accuracy_is_at_most_1():
    """A steep curve close to 1 does not go on beyond."""
    outlook = outlook_of("ab")
    outlook.update("a", probes("a", 0.91, 0.95, 0.99), UNKNOWN)
    assert outlook.interval("a") == Interval(1.0, 1.0)


def test_too_far_ahead_there_is_no_forecast():
    """It counts as a choice with its lower bound, as a rival with its upper, and is noted."""
    outlook = far("ab", (0.4, 0.9), (0.5, 0.6))
    assert outlook.interval("a").lower == pytest.approx(0.4)
    assert outlook.interval("a").upper == pytest.approx(0.9)
    prediction = outlook.prediction("b")
    assert prediction.gap == pytest.approx(0.4)
    assert [note.split(":")[0] for note in prediction.notes] == ["a", "b"]
    assert "11.0 doublings are left" in prediction.notes[0]
    assert "go on for 6.0" in prediction.notes[0]
    assert prediction.n_missing == 2
    assert not outlook.covers("a")


def test_the_note_goes_when_a_forecast_comes():
    """A larger probe brings the full size within reach."""
    outlook = far("ab", (0.4, 0.9), (0.5, 0.6))
    outlook.update("a", probes("a", 0.5, sizes=(FAR[-2],)), UNKNOWN)
    (note,) = outlook.prediction("b").notes
    assert note.startswith("b:")
    assert outlook.covers("a")


@pytest.mark.parametrize("n_datasets", [0, 1, 2])
@pytest.mark.parametrize("size", [500, 2_000])
def test_without_a_past_there_is_no_forecast(n_datasets, size):
    """A library that says nothing is no error, be the full size far or near."""
    outlook = outlook_of("ab", Analogs(lines(n_datasets)))
    outlook.update("a", [probe("a", size, 0.7)], Interval(0.6, 0.8))
    assert len(outlook.prediction("a").notes) == 1
    assert outlook.interval("a").lower == pytest.approx(0.6)
    assert outlook.interval("a").upper == pytest.approx(0.8)


def test_the_choice_is_whoever_is_most_probably_within_epsilon():
    """`a` has no forecast and is safe by its proved bounds, wider than ε as they are."""
    outlook = far("ba", (0.2, 0.6), (0.7, 0.9))
    draws(outlook, "b", np.where(np.arange(N_DRAWS) % 50 == 0, 0.95, 0.6))
    chances = {name: outlook.prediction(name).probability for name in "ab"}
    assert chances == {"a": pytest.approx(0.98), "b": pytest.approx(0.02)}
    assert outlook.best == "a"


@pytest.mark.parametrize("names", ["fab", "afb", "abf"])
def test_a_failed_configuration_is_neither_choice_nor_rival(names):
    """Not even where nobody else has a chance either."""
    outlook = outlook_of(names, sizes=FAR)
    for name in "ab":
        outlook.update(name, [probe(name, 500, 0.5)], Interval(0.0, 0.9))
    outlook.update("f", [probe("f", 500, 0.5)], Interval(0.95, 1.0))
    assert outlook.best == "f"
    outlook.forget("f")
    assert outlook.best in "ab"
    assert outlook.prediction("a").gap == pytest.approx(0.9)
    assert all(note[0] in "ab" for note in outlook.prediction("a").notes)
    assert outlook.threats("a")[names.index("f")] == 0


@pytest.mark.parametrize("names", ["ua", "au"])
def test_an_unprobed_configuration_is_no_choice(names):
    """Nobody has a chance against its upper bound of 1, itself included."""
    outlook = outlook_of(names)
    outlook.update("a", [probe("a", 4_000, 0.7)], Interval(0.7, 0.7))
    assert outlook.best == "a"


def test_where_all_failed_there_is_no_error():
    """The race raises; the outlook has nothing to add."""
    outlook = outlook_of("ab")
    for name in "ab":
        outlook.forget(name)
    assert outlook.best in "ab"
    assert not outlook.threats("a").any()


def test_a_single_configuration_is_the_best():
    """Without rivals there is no risk."""
    outlook = outlook_of("a")
    outlook.update("a", probes("a", 0.6), UNKNOWN)
    assert outlook.best == "a"
    assert outlook.prediction("a").probability == 1
    assert outlook.prediction("a").gap == 0
    assert outlook.threats("a").tolist() == [0]


def test_of_equally_safe_choices_the_more_accurate_is_taken():
    """Both are within ε = 0.05 of the best."""
    assert known("abc", 0.70, 0.74, 0.72, epsilon=0.05).best == "b"


def test_equals_are_safe_choices_each():
    """Two at the top are no rivals to each other, also with ε = 0."""
    outlook = known("abc", 0.7, 0.7, 0.6, epsilon=0)
    assert [outlook.prediction(name).probability for name in "abc"] == [1, 1, 0]
    assert outlook.threats("a").tolist() == [0, 0, 0]


@pytest.mark.parametrize("epsilon", [0.001, 0.01, 0.02, 0.1])
def test_exactly_epsilon_worse_is_within_epsilon(epsilon):
    """Whatever the rounding of single precision; one test row more is not."""
    worse = round(epsilon * N_TEST)
    for right in range(0, N_TEST - worse, 7):
        outlook = known("ab", right / N_TEST, (right + worse) / N_TEST, epsilon=epsilon)
        assert outlook.prediction("a").probability == 1, right
        assert outlook.threats("a")[1] == 0, right
    outlook = known("ab", 0.5, 0.5 + (worse + 1) / N_TEST, epsilon=epsilon)
    assert outlook.prediction("a").probability == 0


@pytest.mark.parametrize("delta", [0.05, 0.1, 0.25])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_gap_and_probability_agree_at_the_level(delta, more):
    """The gap is at most ε just where the probability of being within ε is 1 − δ."""
    outlook = known("ab", 0.5, 0.5, delta=delta)
    losing = round(delta * N_DRAWS) + more
    draws(outlook, "b", np.where(np.arange(N_DRAWS) < losing, 0.9, 0.505))
    prediction = outlook.prediction("a")
    assert prediction.probability == pytest.approx(1 - losing / N_DRAWS)
    assert (prediction.gap <= 0.01) == (prediction.probability >= 1 - delta) == (more <= 0)
    assert prediction.level == 1 - delta


def test_a_measured_model_takes_the_place_of_its_forecast():
    """What was delivered is compared with what the others may reach."""
    outlook = known("ab", 0.5, 0.7)
    assert outlook.prediction("a", measured=0.695).probability == 1
    assert outlook.prediction("a", measured=0.6).gap == pytest.approx(0.1)


def test_the_threat_of_a_rival_is_its_chance_to_be_better_by_more_than_epsilon():
    """A quarter of the draws are above; one that is just within ε is none."""
    outlook = known("abc", 0.5, 0.5, 0.505)
    draws(outlook, "b", np.where(np.arange(N_DRAWS) % 4 == 0, 0.6, 0.4))
    assert outlook.threats("a").tolist() == [0, 0.25, 0]


def test_the_threat_of_the_choice_is_what_its_own_uncertainty_adds():
    """It falls below the rival in a tenth of the draws, and is expected above."""
    outlook = known("ab", 0.5, 0.5)
    draws(outlook, "a", np.where(np.arange(N_DRAWS) % 10 == 0, 0.4, 0.6))
    assert outlook.threats("a").tolist() == pytest.approx([0.1, 0.1])


def test_draws_of_two_configurations_are_independent():
    """Equal forecasts, each uncertain: either may turn out better."""
    outlook = outlook_of("ab", n_test=100_000, epsilon=0)
    for name in "ab":
        outlook.update(name, [probe(name, 2_000, 0.6, n_test=1_000)], UNKNOWN)
    assert 0.4 < outlook.prediction("a").probability < 0.6


def test_the_order_of_updates_does_not_matter():
    """A resumed race expects what the interrupted one did."""
    told = {name: probes(name, 0.60, 0.62, 0.64)[: n + 1] for n, name in enumerate("abc")}
    ahead, back = outlook_of("abc"), outlook_of("abc")
    for name in "abc":
        for n in range(1, len(told[name]) + 1):
            ahead.update(name, told[name][:n], UNKNOWN)
            assert ahead.best in "abc"
    for name in "cba":
        back.update(name, told[name], UNKNOWN)
    assert ahead.best == back.best
    for name in "abc":
        assert ahead.prediction(name) == back.prediction(name)
        assert ahead.threats(name).tolist() == back.threats(name).tolist()


def test_the_number_of_datasets_is_told():
    """A reader may judge how much past there is."""
    assert outlook_of("ab", LINES).prediction("a").n_datasets == 12


def test_those_that_arrive_leave_earlier_forecasts_alone(monkeypatch):
    """A search of hundreds would forecast all of them anew with each."""
    outlook = outlook_of("a")
    outlook.admit(replace(outlook.plan, arriving=Arriving(SIZES, slots=10)))
    outlook.update("a", probes("a", 0.5, 0.6), UNKNOWN)
    before = outlook.interval("a")
    del outlook.__dict__["_analogs"]
    monkeypatch.setattr("nearbest.forecast.outlook.default_analogs", None)  # and would fail
    outlook._given = None
    outlook.admit(outlook.plan.extended({"b": SIZES}))
    outlook.update("a", probes("a", 0.5, 0.6), UNKNOWN)
    assert outlook.interval("a") == before
    assert outlook.interval("b") == UNKNOWN
