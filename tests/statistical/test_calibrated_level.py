"""Conformal risk control: the level chosen on D datasets holds on the next one."""

import numpy as np
import pytest

from nearbest.forecast.calibration import level
from tests.statistical.chance import assert_rare

N_DATASETS, N_RACES, N_WORLDS = 40, 3, 3_000


def datasets(rng, n):
    """Datasets of very different difficulty, exchangeable; a level for each of their races."""
    difficulty = rng.beta(0.3, 1.5, size=(n, 1))
    is_wrong = rng.random((n, N_RACES)) < difficulty
    return np.where(is_wrong, 1 - 0.5 * rng.random((n, N_RACES)) ** (1 + 3 * difficulty), -1.0)


@pytest.mark.parametrize("delta", [0.05, 0.1, 0.2])
def test_next_dataset_is_wrong_as_seldom_as_stated(delta):
    """One race on a dataset nobody calibrated on ends wrongly with probability at most δ."""
    rng = np.random.default_rng([7, round(100 * delta)])
    misses = 0
    for _ in range(N_WORLDS):
        *past, new = datasets(rng, N_DATASETS + 1)
        tau = level({str(d): levels for d, levels in enumerate(past)}, delta)
        misses += bool(rng.choice(new) >= tau)
    assert_rare(misses, N_WORLDS, delta)


def test_where_the_level_is_tight():
    """Where every race is wrong up to some level, the risk is nearly δ, and not above it."""
    rng = np.random.default_rng(3)
    misses, naive = 0, 0
    for _ in range(N_WORLDS):
        *past, new = rng.uniform(0.5, 1, size=21)
        misses += bool(new >= level({str(d): [value] for d, value in enumerate(past)}, 0.05))
        # one of 20 may be wrong, if the dataset to come is not counted
        naive += bool(new > sorted(past)[-2])
    assert misses > 0.03 * N_WORLDS
    assert_rare(misses, N_WORLDS, 0.05)
    with pytest.raises(AssertionError, match="happen less than once in a million"):
        assert_rare(naive, N_WORLDS, 0.05)
