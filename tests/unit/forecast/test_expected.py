import numpy as np
import pytest

from nearbest.forecast import expected
from nearbest.forecast.analogs import Gains
from nearbest.forecast.expected import expected_score
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import ACCURACY, Scale, Score

LOSS = Scale("log loss", -5, 0, "row means", shown_negated=True)


def probe(n_train, search, test=0.5, train=0.9):
    return Observation(
        "a",
        n_train,
        2_000,
        Score(train, n_train),
        Score(test, 2_000),
        search=Score(search, 1_000),
    )


def plan(full=32_000, scale=ACCURACY):
    return Plan({"a": (1_000, 2_000, full)}, 8_000, scale=scale, epsilon=0.01)


def test_test_rows_have_no_part_in_it():
    """Whatever the score on them, a search is told the same."""
    found = [
        expected_score([probe(1_000, 0.70, test), probe(2_000, 0.72, test)], plan())
        for test in (0.1, 0.9)
    ]
    assert found[0] == found[1]


def test_it_is_a_score_on_all_rows_not_on_the_sample():
    """Past curves that rise let us expect more of one that rises."""
    rising = expected_score([probe(1_000, 0.66), probe(2_000, 0.72)], plan())
    assert rising > 0.725


def test_past_curves_that_broke_down_do_not_decide(monkeypatch):
    """A few past learners lost half of their accuracy; most such curves rose a little."""

    class Past:
        def gains(self, point, doublings):
            gains = np.array([0.01, -0.5, 0.0, 0.02, -0.4])
            return Gains(gains, np.array([0.3, 0.1, 0.2, 0.3, 0.1]))

    monkeypatch.setattr(expected, "default_analogs", Past)
    assert expected_score([probe(2_000, 0.72)], plan()) == pytest.approx(0.73)


def test_a_full_run_is_what_it_measured():
    assert expected_score([probe(1_000, 0.7), probe(32_000, 0.83)], plan()) == 0.83


def test_nothing_measured_nothing_expected():
    unmeasured = Observation.of_counts("a", 1_000, 2_000, 800, 1_500)
    assert expected_score([unmeasured], plan()) is None
    assert expected_score([], plan()) is None


def test_other_scores_go_on_as_they_did():
    """Half of the last gain, then a quarter: no past curves are of them."""
    probes = [probe(1_000, -0.6, -1, -0.5), probe(2_000, -0.5, -1, -0.4)]
    assert expected_score(probes, plan(8_000, LOSS)) == pytest.approx(-0.5 + 0.05 + 0.025)
    assert expected_score(probes[:1], plan(8_000, LOSS)) == pytest.approx(-0.6)
