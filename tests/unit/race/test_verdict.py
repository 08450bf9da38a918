import numpy as np
import pytest

from nearbest.race.tuning import Tuning
from nearbest.race.verdict import behind_at_last, judge, lagging

TUNING = Tuning(epsilon=0.01)
RNG = np.random.default_rng(0)


def draws_of(*forecasts, n=4_000):
    return np.stack([mean + sd * RNG.normal(size=n) for mean, sd in forecasts])


def test_safe_while_nobody_is_sure():
    """Between a sure thing and a gamble with a better mean, the sure thing wins."""
    assert judge(draws_of((0.80, 0.005), (0.82, 0.10)), TUNING).winner == 0


def test_most_probable_once_sure():
    """Who is within ε in most draws wins."""
    verdict = judge(draws_of((0.80, 0.001), (0.85, 0.02)), TUNING)
    assert verdict.winner == 1
    assert verdict.risk == pytest.approx(np.mean(verdict.lead < 0))


def test_probability_and_threats():
    """A rival that is better by more than ε in half of the draws is a threat of a half."""
    fixed = np.stack([np.full(1_000, 0.80), np.repeat([0.70, 0.85], 500)])
    verdict = judge(fixed, Tuning(epsilon=0.01, sure=0.99))
    assert verdict.winner == 0
    assert verdict.threat.tolist() == [0, 0.5]
    assert verdict.probability == pytest.approx(0.5)


def test_alone():
    """Without rivals there is no doubt."""
    fixed = np.full((1, 100), 0.8)
    assert judge(fixed, TUNING).probability > 0.999


def test_behind_where_both_were_last_seen():
    """The gap at the largest common size counts, and what the winner gained since."""
    none = np.nan
    scores = np.array([[0.70, 0.75, 0.85], [0.60, none, none], [0.60, 0.74, none], [none] * 3])
    behind, gained = behind_at_last(scores, 0)
    assert behind[1:3] == pytest.approx([0.10, 0.01])
    assert gained[1:3] == pytest.approx([0.15, 0.10])
    assert behind[3] == -np.inf


@pytest.mark.parametrize(
    ("part", "n_probes", "lags"), [(0.5, 3, False), (0.01, 3, True), (0.5, 1, True)]
)
def test_lagging(part, n_probes, lags):
    """A rival that might win was probed twice, and on enough rows, or the race goes on."""
    level, parts, probes = np.zeros(2), np.array([0.5, part]), np.array([3, n_probes])
    assert lagging(0, level, level, level, parts, probes, TUNING).tolist() == [False, lags]


@pytest.mark.parametrize(
    ("behind", "part", "lags"), [(-0.02, 0.2, True), (-0.02, 0.25, False), (0.0, 0.2, False)]
)
def test_who_was_ahead_keeps_up(behind, part, lags):
    """A rival that was better by more than ε is probed on half of the winner's rows."""
    hopeless, behind, gained = np.full(2, 99.0), np.array([0.0, behind]), np.full(2, 0.03)
    found = lagging(0, hopeless, behind, gained, np.array([0.5, part]), np.full(2, 3), TUNING)
    assert found.tolist() == [False, lags]


def test_many_are_judged_as_few_are():
    """Hundreds are judged a block at a time; nothing comes out different."""
    draws = draws_of(*((0.7 + 0.001 * (k % 100), 0.01) for k in range(150)), n=200)
    found = judge(draws, TUNING)
    ahead = draws[found.winner] + TUNING.epsilon - draws
    np.testing.assert_array_equal(found.threat, (ahead < 0).mean(axis=1))
    ahead[found.winner] = np.inf
    np.testing.assert_array_equal(found.lead, ahead.min(axis=0))
    np.testing.assert_array_equal(found.mean, draws.mean(axis=1))
    np.testing.assert_array_equal(found.spread, draws.std(axis=1))
