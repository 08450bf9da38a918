import numpy as np
import pytest

from nearbest.race.tuning import Tuning
from nearbest.race.verdict import judge, probability_of

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


def test_known_score_of_the_winner():
    """A winner that falls short in its full run is sure no longer."""
    fixed = np.stack([np.full(100, 0.80), np.full(100, 0.79)])
    assert probability_of(0.80, 0, fixed, TUNING) > 0.999
    assert probability_of(0.77, 0, fixed, TUNING) < 0.001


def test_alone():
    """Without rivals there is no doubt."""
    fixed = np.full((1, 100), 0.8)
    assert judge(fixed, TUNING).probability > 0.999
    assert probability_of(0.1, 0, fixed, TUNING) == 1
