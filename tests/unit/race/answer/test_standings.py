"""One row per candidate, whatever shows it."""

from dataclasses import replace

import pytest

from nearbest.forecast import Outlook
from nearbest.race.answer.certify import certify
from nearbest.race.answer.standings import add_up, ranked, standings
from nearbest.race.bounds import Exact
from nearbest.race.certificate import Delivery
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.stopping import UntilForecast, UntilProved

SIZES = (1_000, 2_000, 4_000)


def observed(name, n_train, right, right_in_test, fit_time, score_time, **more):
    prefixes = [right * size // n_train for size in SIZES if size <= n_train]
    times = {"fit_time": fit_time, "score_time": score_time}
    counts = right, right_in_test, prefixes
    return Observation.of_counts(name, n_train, 500, *counts, SIZES, **times, **more)


def told(race):
    return {row.name: row for row in standings(race)}


@pytest.fixture
def race():
    """One wins, one is excluded, one fails, one waits, one is in the race."""
    plan = Plan(dict.fromkeys(["good", "bad", "broken", "idle", "rival"], SIZES), n_test=500)
    race = Race(plan, Exact())
    for observation in (
        observed("good", 1_000, 950, 450, 1.0, 0.3, warnings=("w", "w")),
        observed("good", 4_000, 3_700, 455, 4.0, 0.9),
        observed("bad", 4_000, 2_000, 250, 2.0, 0.0),
        Observation("broken", 1_000, 500, status="failed", message="no"),
        observed("rival", 1_000, 990, 445, 3.0, 1.5),
    ):
        race.tell(observation)
    return race


def test_one_row_each_in_the_order_given(race):
    """Also of those that failed or wait."""
    assert [row.name for row in standings(race)] == list(race.plan.names)


def test_standings(race):
    """The five words of the glossary."""
    rows = told(race)
    assert {name: row.standing for name, row in rows.items()} == {
        "good": "winner",
        "bad": "excluded",
        "broken": "failed",
        "idle": "waiting",
        "rival": "in the race",
    }
    assert (rows["bad"].excluded_by, rows["bad"].beaten_by) == ("full run", "good")
    assert rows["bad"].told() == "excluded by its full run (good)"
    assert rows["broken"].told() == "failed: no"
    assert rows["rival"].told() == "in the race"


def test_last_probe(race):
    """Rows and scores are those of the largest probe, times those of all."""
    row = told(race)["good"]
    assert (row.n_train, row.n_test, row.n_probes) == (4_000, 500, 2)
    assert (row.train_score, row.test_score) == (0.925, 0.91)
    assert (row.fit_seconds, row.score_seconds, row.seconds) == (5.0, 1.2, 6.2)
    assert row.warnings == ("w",)


def test_before_the_first_probe(race):
    """There is no score, and no time is expected."""
    row = told(race)["idle"]
    assert (row.n_train, row.n_probes, row.seconds) == (0, 0, 0)
    assert (row.train_score, row.test_score, row.full_run) == (None, None, None)


def test_full_runs(race):
    """Measured where there was one, without the scoring of training rows; else expected."""
    rows = told(race)
    assert rows["good"].ran_in_full
    assert rows["good"].full_run.seconds == pytest.approx(4.0 + 0.9 * 500 / 4_500)
    assert rows["good"].full_run.low == rows["good"].full_run.high
    assert not rows["rival"].ran_in_full
    assert rows["rival"].full_run.seconds == pytest.approx(12 + 0.5)
    assert rows["rival"].full_run.low < 12 < rows["rival"].full_run.high
    total = add_up(rows.values())
    assert total.seconds == pytest.approx(4.1 + 12.5 + 2)
    assert add_up([rows["idle"]]) is None


def test_order(race):
    """The winner first, failures last."""
    assert [row.name for row in ranked(standings(race))][::4] == ["good", "broken"]


def test_a_model_that_was_measured_says_more_than_the_race(race):
    """Its winner and interval are those of the certificate."""
    measured = Delivery("all training rows", 4_000, 0.9, "", full_score=0.9)
    certificate = certify(race, measured)
    row = standings(race, certificate, names=["good"])[0]
    assert row.interval == certificate.interval == Interval(0.9, 0.9)
    other = replace(certificate, winner="rival")
    assert {r.name: r.standing for r in standings(race, other)}["good"] == "in the race"


class TestForecast:
    @pytest.fixture
    def race(self):
        plan = Plan(dict.fromkeys("ab", SIZES), n_test=2_000, epsilon=0.05)
        race = Race(plan, Exact(), rule=UntilForecast(), forecaster=Outlook(plan))
        race.tell(Observation.of_counts("a", 1_000, 2_000, 800, 1_600, (800,), SIZES))
        race.tell(Observation.of_counts("b", 1_000, 2_000, 780, 1_360, (780,), SIZES))
        return race

    def test_excluded_by_past_curves(self, race):
        """Where the forecast ended the race, those not excluded by proof are by it."""
        assert race.ending == "forecast"
        row = told(race)["b"]
        assert (row.standing, row.excluded_by, row.beaten_by) == (
            "excluded",
            "past curves",
            "a",
        )
        assert row.told() == "excluded by past curves"
        assert 0 <= row.chance <= 0.05

    def test_never_outside_what_is_proved(self, race):
        """Nor outside what was measured of the model delivered."""
        for row in standings(race):
            assert row.interval.lower <= row.expected.lower <= row.expected.upper
            assert row.expected.upper <= row.interval.upper
        measured = Delivery("all training rows", 4_000, 0.7, "", full_score=0.7)
        certificate = certify(race, measured)
        assert certificate.interval == Interval(0.7, 0.7)
        assert standings(race, certificate)[0].expected == Interval(0.7, 0.7)

    def test_undone_by_the_model_delivered(self, race):
        """A model worse than forecast excludes nobody, in the table as in the certificate."""
        measured = Delivery("all training rows", 4_000, 0.3, "", full_score=0.3)
        certificate = certify(race, measured)
        assert certificate.ending == "undone"
        assert [e.by for e in certificate.exclusions] == [None]
        row = standings(race, certificate, names=["b"])[0]
        assert (row.standing, row.excluded_by, row.beaten_by) == ("in the race", None, None)

    def test_excluded_by_what_was_measured(self, race):
        """A model better than its lower bound excludes by proof whom the race could not."""
        measured = Delivery("all training rows", 4_000, 1.0, "", full_score=1.0)
        certificate = certify(race, measured)
        row = standings(race, certificate, names=["b"])[0]
        assert row.told() == "excluded by proof (a)"
        assert row.told(proven=False) == "excluded by bounds (a)"

    def test_only_where_asked_for(self, race, monkeypatch):
        """Without a forecast no past curve is looked at."""
        monkeypatch.setattr("nearbest.forecast.outlook.default_analogs", None)
        race.rule = UntilProved()
        plain = standings(race, forecast=False)
        assert [row.expected for row in plain] == [None, None]
