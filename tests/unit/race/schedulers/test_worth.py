from dataclasses import replace

import numpy as np
import pytest

from nearbest.race.schedulers.worth import allowed, worth
from nearbest.race.tuning import Tuning
from nearbest.race.verdict import judge

TUNING = Tuning(epsilon=0.01)
HALF, NONE = 0.5, 0.0


def verdict_of(*forecasts):
    rng = np.random.default_rng(0)
    return judge(np.stack([m + s * rng.normal(size=4_000) for m, s in forecasts]), TUNING)


def test_threats_are_worth_a_probe():
    """A rival that may win is worth probing; one that cannot is worth nothing."""
    verdict = verdict_of((0.80, 0.005), (0.79, 0.02), (0.30, 0.005))
    gain = worth(verdict, np.full((3, 1), HALF), TUNING)[:, 0]
    assert gain[1] > 0
    assert gain[2] == 0


def test_larger_probes_are_worth_more():
    """The fewer doublings are left, the more a probe tells."""
    verdict = verdict_of((0.80, 0.005), (0.79, 0.02))
    gain = worth(verdict, np.array([[0.9, HALF, NONE]] * 2), TUNING)
    assert (np.diff(gain[1]) >= 0).all()
    assert gain[1, 2] > gain[1, 0]


def test_lagging_rivals_come_first_once_the_winner_is_sure():
    """A race cannot end before they are probed, so they are worth most; not before that."""
    lags = np.array([False, False, True])
    sure = verdict_of((0.80, 0.001), (0.785, 0.004), (0.30, 0.005))
    unsure = verdict_of((0.80, 0.04), (0.80, 0.04), (0.30, 0.005))
    left = np.full((3, 1), HALF)
    assert worth(replace(sure, lagging=lags), left, TUNING)[:, 0].argmax() == 2
    assert worth(replace(unsure, lagging=lags), left, TUNING)[2, 0] == 0


def test_budget():
    """A small part of all full runs; more as candidates are excluded; less what was spent."""
    full_runs, nobody = np.full(2, 100.0), np.zeros(2, bool)
    close, clear = verdict_of((0.8, 0.02), (0.8, 0.02)), verdict_of((0.8, 0.01), (0.3, 0.01))
    at_first = allowed(close, full_runs, nobody, 0.0, TUNING)
    assert at_first == pytest.approx(TUNING.budget * 200)
    assert allowed(close, full_runs, nobody, 5.0, TUNING) == pytest.approx(at_first - 5)
    saved = TUNING.relied_on * 100
    assert allowed(clear, full_runs, nobody, 0.0, TUNING) == pytest.approx(at_first + saved)
