"""The rule "calibrated": how races end by it, and what it relies on."""

from dataclasses import replace

import pytest

from nearbest.forecast import CalibratedOutlook
from nearbest.race.bounds import Exact
from nearbest.race.certify import certify
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.stopping import Calibrated, is_confirmed, is_credible

SIZES = tuple(1_000 * 2**k for k in range(8))
N_TEST = 40_000


def race_of(*names, kind="forest"):
    plan = Plan(dict.fromkeys(names, SIZES), N_TEST, kinds=dict.fromkeys(names, kind))
    return Race(plan, Exact(), rule=Calibrated(), forecaster=CalibratedOutlook(plan))


def probe(name, k, accuracy, train=None, **more):
    size, n_test = SIZES[k], N_TEST if k == 7 else 2 * SIZES[k]
    train = accuracy if train is None else train
    return Observation.of_counts(
        name, size, n_test, round(train * size), round(accuracy * n_test), **more
    )


def tell(race, name, *accuracies, **more):
    for k, accuracy in enumerate(accuracies):
        race.tell(probe(name, k, accuracy, **more))


def test_ends_by_forecast_after_the_full_run():
    """Sure as it is, a race ends only once the winner was trained on all rows."""
    race = race_of("good", "bad")
    tell(race, "good", 0.88, 0.89, 0.90, 0.90, train=0.95)
    tell(race, "bad", 0.60, 0.61, train=0.95)
    assert race.winner == "good"
    assert race.prediction().suffices
    assert race.ending is None
    race.tell(probe("good", 7, 0.905))
    assert race.ending == "forecast"
    certificate = certify(race)
    assert certificate.sentence == (
        "good is within 0.01 accuracy of the best of 2 candidates with confidence 0.95: "
        "by past learning curves against 1."
    )
    assert "calibrated on" in str(certificate)


def test_full_run_may_undo_the_decision():
    """A winner whose full run falls behind the others does not end the race."""
    race = race_of("good", "bad")
    tell(race, "good", 0.88, 0.89, 0.90, 0.90, train=0.95)
    tell(race, "bad", 0.60, 0.61, 0.62, 0.62, train=0.95)
    race.tell(probe("good", 7, 0.55))
    assert race.ending is None
    assert race.winner == "bad"


def test_counts_credible_proofs():
    """Rivals excluded by a credible proof are told apart from those forecast."""
    race = race_of("good", "low", "late")
    tell(race, "good", 0.88, 0.89, 0.90, 0.90, train=0.95)
    tell(race, "low", 0.60, 0.60, 0.60)
    tell(race, "late", 0.60, 0.60)
    race.tell(probe("good", 7, 0.905))
    assert race.rule.excluded(race) == ["low"]
    assert "proved against 1, by past learning curves against 1." in certify(race).sentence


def test_proved_where_all_was_measured():
    """Full runs of everybody leave nothing to forecast."""
    race = race_of("a", "b", kind="network")
    for name, accuracy in (("a", 0.80), ("b", 0.81)):
        race.tell(probe(name, 7, accuracy))
    assert (race.winner, race.ending) == ("b", "proved")
    assert certify(race).ending == "proved"


def test_proof_of_doubt_does_not_end_a_race():
    """What the proof excludes without being credible stays in play."""
    race = race_of("good", "net", kind="network")
    tell(race, "good", 0.89, 0.90)
    tell(race, "net", 0.60, 0.60)
    assert race.decided
    assert race.ending is None
    assert set(race.rule.in_play(race)) == {"good", "net"}


def test_stopped_early():
    """Before it is sure, the certificate promises nothing."""
    race = race_of("a", "b")
    tell(race, "a", 0.80, 0.82, train=0.9)
    tell(race, "b", 0.80, 0.82, train=0.9)
    certificate = certify(race)
    assert certificate.ending == "stopped"
    assert certificate.sentence.endswith("is the best guess of 2 candidates so far.")
    assert "not sure enough yet" in certificate.forecast


def test_alone_ends_at_once():
    """One candidate needs no forecast."""
    race = race_of("only")
    assert race.ending is None
    tell(race, "only", 0.8)
    assert race.ending == "proved"


@pytest.mark.parametrize(
    ("kind", "n_sizes", "converged", "expected"),
    [
        ("forest", 3, True, True),
        ("forest", 2, True, False),
        ("forest", 3, False, False),
        ("network", 3, True, False),
        ("online", 3, True, False),
        ("neighbours", 3, True, False),
        ("unknown", 3, True, False),
        ("network", 8, False, True),
    ],
)
def test_credible(kind, n_sizes, converged, expected):
    """Three sizes, converged, no late learner; or the full run."""
    race = race_of("a", kind=kind)
    tell(race, "a", *[0.8] * n_sizes, converged=converged)
    assert is_credible(race, "a") == expected


def test_seen_to_fail_is_not_credible():
    """An upper bound that had to be raised is not relied on."""
    race = race_of("a")
    tell(race, "a", 0.8, 0.8, 0.8)
    estimate = race.tracks["a"].estimate
    assert is_credible(race, "a")
    race.tracks["a"].estimate = replace(estimate, violations=("seen",))
    assert not is_credible(race, "a")


def test_confirmed():
    """A quarter of the largest sample's rows confirm a winner, or a full run."""
    race = race_of("a", "b")
    tell(race, "a", 0.8)
    tell(race, "b", 0.8, 0.8, 0.8)
    assert is_confirmed(race, "a", 0.25)
    race.tell(probe("b", 3, 0.8))
    assert not is_confirmed(race, "a", 0.25)
    race.tell(probe("a", 7, 0.8))
    assert is_confirmed(race, "a", 0.25)
