"""Rules: how races end by them, whom they choose, and what they rely on."""

from nearbest.forecast import CalibratedOutlook
from nearbest.race.answer.certify import certify
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.stopping import Calibrated, PapersRule, UntilProved, excluded_by_proof

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
    assert excluded_by_proof(race) == ["low"]
    assert "proved against 1, by past learning curves against 1." in certify(race).sentence


def test_proved_where_all_was_measured():
    """Full runs of everybody leave nothing to forecast."""
    race = race_of("a", "b", kind="network")
    for name, accuracy in (("a", 0.80), ("b", 0.81)):
        race.tell(probe(name, 7, accuracy))
    assert (race.winner, race.ending) == ("b", "proved")
    assert certify(race).ending == "proved"


def test_proof_of_doubt_does_not_end_a_race():
    """What only a bound that is not credible would exclude stays in play."""
    race = race_of("good", "net", kind="network")
    tell(race, "good", 0.89, 0.90)
    tell(race, "net", 0.60, 0.60)
    assert not race.decided
    assert race.ending is None
    assert set(race.rule.in_play(race)) == {"good", "net"}


def test_stopped_early():
    """Before it is sure, the certificate promises nothing."""
    race = race_of("a", "b")
    tell(race, "a", 0.80, 0.82, train=0.9)
    tell(race, "b", 0.80, 0.82, train=0.9)
    certificate = certify(race)
    assert certificate.ending == "stopped"
    assert certificate.sentence.endswith("is the winner so far of 2 candidates.")
    assert "not sure enough yet" in certificate.forecast


def test_alone_ends_at_once():
    """One candidate needs no forecast."""
    race = race_of("only")
    assert race.ending is None
    tell(race, "only", 0.8)
    assert race.ending == "proved"


def proof_of(*names, kind="forest", rule=None):
    plan = Plan(dict.fromkeys(names, SIZES), N_TEST, kinds=dict.fromkeys(names, kind))
    return Race(plan, Exact(), rule=rule or UntilProved())


class TestProved:
    """The strict proof: no upper bound but a credible one."""

    def test_a_credible_bound_excludes(self):
        """Three sizes of a forest are enough."""
        race = proof_of("good", "low")
        tell(race, "good", 0.88, 0.89, 0.90)
        tell(race, "low", 0.60, 0.60)
        assert race.tracks["low"].interval.upper == 1
        assert race.ending is None
        race.tell(probe("low", 2, 0.60))
        assert race.tracks["low"].interval.upper < 0.7
        assert race.ending == "proved"

    def test_a_network_is_trained_on_all_rows(self):
        """However low it is, nothing below its full run excludes it; the paper's rule does."""
        strict, paper = (
            proof_of("good", "net", kind="network", rule=rule)
            for rule in (UntilProved(), PapersRule())
        )
        for race in (strict, paper):
            tell(race, "good", 0.88, 0.89, 0.90, 0.90, 0.90)
            tell(race, "net", 0.60, 0.60, 0.60, 0.60, 0.60)
            race.tell(probe("good", 7, 0.9))
        assert (strict.ending, paper.ending) == (None, "proved")
        strict.tell(probe("net", 7, 0.61))
        assert strict.ending == "proved"
        assert certify(strict).gap == 0

    def test_doubt_brings_a_candidate_back(self):
        """A probe in flight that does not converge takes the upper bound away."""
        race = proof_of("good", "low")
        tell(race, "good", 0.88, 0.89, 0.90)
        tell(race, "low", 0.60, 0.60, 0.60)
        assert race.ending == "proved"
        race.tell(probe("low", 3, 0.61, converged=False))
        assert race.ending is None
        assert race.contenders == ["good", "low"]


class TestStopped:
    """Stopped at any time, the answer is who was measured best."""

    def test_a_fully_grown_tree_is_not_favoured(self):
        """The paper's rule takes 0.589 whose upper bound is 1, before 0.665."""
        strict, paper = (
            proof_of("grown", "small", "other", kind="tree", rule=rule)
            for rule in (UntilProved(), PapersRule())
        )
        for race in (strict, paper):
            tell(race, "small", 0.660, 0.665, 0.668, 0.670, train=0.68)
            tell(race, "other", 0.660, 0.664, 0.666, 0.668, train=0.69)
            tell(race, "grown", 0.580, 0.589, train=1.0)
        assert paper.winner == "grown"
        assert strict.winner == "small"
        assert strict.tracks["small"].interval.lower > 0.65

    def test_a_lucky_small_sample_does_not_win(self):
        """A score on few test rows is taken for less than it says."""
        race = proof_of("lucky", "sound")
        tell(race, "sound", 0.80, 0.80, 0.80, 0.80, train=0.95)
        tell(race, "lucky", 0.805, train=0.95)
        assert race.winner == "sound"

    def test_who_is_excluded_does_not_win(self):
        """A winner is one of those that may still be the best."""
        race = proof_of("good", "worse")
        tell(race, "good", 0.88, 0.89, 0.90)
        tell(race, "worse", 0.60, 0.60, 0.60)
        race.tell(probe("good", 3, 0.5))
        assert "worse" not in race.contenders
        assert race.winner == "good"

    def test_without_a_forecast_calibrated_does_the_same(self):
        """Few rows have no forecast."""
        plan = Plan(dict.fromkeys("ab", SIZES[:3]), 1_000, kinds=dict.fromkeys("ab", "tree"))
        race = Race(plan, Exact(), rule=Calibrated(), forecaster=CalibratedOutlook(plan))
        race.tell(Observation.of_counts("a", 1_000, 1_000, 1_000, 589))
        race.tell(Observation.of_counts("b", 1_000, 1_000, 680, 665))
        assert race.forecast.verdict is None
        assert race.winner == "b"


def test_a_proof_excludes_those_out_of_play_whatever_the_rule():
    """By the paper's rule the pruned are excluded; the winner and the failed never are."""
    race = Race(Plan(dict.fromkeys("abcd", SIZES), N_TEST), Exact())
    assert excluded_by_proof(race) == []
    tell(race, "a", 0.9, 0.9, 0.9)
    tell(race, "b", 0.5, 0.5, 0.5)
    tell(race, "c", 0.9, 0.9, 0.9)
    race.tell(Observation("d", SIZES[0], 2 * SIZES[0], status="failed", message="no"))
    assert race.winner in "ac"
    assert excluded_by_proof(race) == ["b"]
