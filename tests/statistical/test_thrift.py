"""Coverage where few rows are scored, whoever decides how few."""

import numpy as np
import pytest

from nearbest.race.bounds import Exact
from nearbest.race.bounds.exact import PRICE
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import Score
from nearbest.race.thrift import N_LEVELS, n_test_at, training_rows_at

from .chance import assert_rare, most_misses

RUNS, DELTA = 300, 0.05
N_TRAIN, N_TEST = 32_000, 12_000
SIZES = (4_000, 8_000, 16_000, N_TRAIN)
ACCURACIES = (0.7, 0.9)


def level_rows(n_train, level, seed):
    """Rows of a sample that are scored; small samples allow it too here."""
    return np.arange(n_train) if level == 0 else training_rows_at(n_train, level, seed)


def misses(estimate, rng, run, is_late):
    """Whether an adversary who sees all scores can pick levels that make a bound fail.

    The learner's model gets as many rows of its sample right as the final model does, the
    worst that fitness allows. If it is late it gets its last rows right and none of the
    first, as an online learner may.
    """
    for name, accuracy in zip("ab", ACCURACIES, strict=True):
        right = rng.random(N_TRAIN + N_TEST) < accuracy
        final = right[N_TRAIN:].mean()
        for size in SIZES[:-1]:
            on_sample = right[:size]
            if is_late:
                on_sample = np.sort(on_sample)  # the wrong ones first
            for level in range(N_LEVELS):
                rows = level_rows(size, level, run)
                m = n_test_at(min(2 * size, N_TEST), level)
                probe = Observation(
                    name,
                    size,
                    m,
                    Score.of_count(int(on_sample[rows].sum()), len(rows)),
                    Score.of_count(int(right[N_TRAIN : N_TRAIN + m].sum()), m),
                )
                upper = estimate.upper_of(probe, probe.train)
                if not estimate.lower_of(probe) <= final <= upper:
                    return True
    return False


def count(is_late=False, plan=None):
    plan = plan or Plan(dict.fromkeys("ab", SIZES), N_TEST, delta=DELTA, thrifty=True)
    estimate = Exact(self_check=False).estimator(plan)
    rng = np.random.default_rng(11)
    return sum(misses(estimate, rng, run, is_late) for run in range(RUNS))


@pytest.mark.parametrize("is_late", [False, True])
def test_all_levels_hold_at_once(is_late):
    """Choosing levels by the scores themselves breaks nothing: all were paid for."""
    assert_rare(count(is_late), RUNS, DELTA)


def test_first_rows_would_not_do(monkeypatch):
    """The first rows of a sample say too little of a learner that fits its last ones better."""
    module = "tests.statistical.test_thrift.training_rows_at"
    monkeypatch.setattr(module, lambda n, level, seed: np.arange(n // 4**level))
    assert count(is_late=True) > most_misses(RUNS, DELTA)


def test_levels_that_are_not_paid_for_are_noticed(monkeypatch):
    """The check fails where δ is overspent on the further levels."""
    monkeypatch.setattr("nearbest.race.bounds.exact.PRICE", 600 * PRICE)
    plan = Plan(dict.fromkeys("ab", SIZES), N_TEST, delta=DELTA, thrifty=False)
    assert count(plan=plan) > most_misses(RUNS, DELTA)
