import numpy as np

from nearbest.forecast.calibration import NEVER, Levels, level, wrong_from


def units(*levels):
    return {str(d): [value] for d, value in enumerate(levels)}


def test_wrong_from_counts_stops_only():
    """A moment that is no surer than an earlier one is no stop."""
    p = np.array([0.6, 0.9, 0.8])
    assert wrong_from(p, np.array([True, False, True])) == 0.6
    assert wrong_from(p, np.array([False, False, True])) == -1


def test_level_by_hand():
    """With 19 datasets, δ = 0.1 allows for one of them: the second highest decides."""
    wrong = units(0.9, 0.8, 0.7, *[-1.0] * 16)
    found = level(wrong, 0.1)
    assert 0.8 < found < 0.8 + 1e-9
    assert 0.9 < level(wrong, 0.05) < 0.9 + 1e-9


def test_level_counts_shares_of_races():
    """A dataset whose races are wrong in one of four counts as a quarter."""
    wrong = units(*[-1.0] * 19) | {str(d): [0.9, -1, -1, -1] for d in range(4)}
    assert level(wrong, 2 / 20) < 0.6
    assert level(wrong | units(*[0.95]), 1.9 / 20) > 0.9


def test_smaller_delta_asks_for_more():
    """The level never falls as δ does."""
    rng = np.random.default_rng(0)
    wrong = {str(d): np.where(rng.random(8) < 0.4, rng.random(8), -1) for d in range(60)}
    levels = [level(wrong, delta) for delta in np.linspace(0.01, 0.5, 50)]
    assert (np.diff(levels) <= 0).all()
    assert levels[0] > levels[-1]


def test_too_few_datasets():
    """Below 1 / (D + 1) there is no level, however good the past was."""
    assert level(units(*[-1.0] * 9), 0.1) < 1
    assert level(units(*[-1.0] * 8), 0.1) == NEVER
    levels = Levels({0.01: units(*[-1.0] * 8)})
    assert levels.level(0.01, 0.1) == NEVER
    assert levels.refusal(0.01, 0.1) == "past curves of 8 datasets vouch for no δ below 0.1112"


def test_wrong_however_sure():
    """Where races were wrong at a probability of 1, no level is reached that rules them out."""
    found = units(*[-1.0] * 17, 1.0, 1.0)
    assert level(found, 0.14) == NEVER
    assert level(found, 0.15) <= 1
    assert str(Levels({0.01: found}).refusal(0.01, 0.14)).endswith("vouch for no δ below 0.15")
    assert Levels({0.01: found}).refusal(0.01, 0.15) is None


def test_losses_between_those_known():
    """The next smaller tolerated loss is used; below the smallest there is none."""
    levels = Levels({0.01: units(0.9, *[-1.0] * 18), 0.02: units(*[-1.0] * 19)})
    assert levels.level(0.015, 0.05) == levels.level(0.01, 0.05)
    assert levels.level(0.02, 0.05) < levels.level(0.01, 0.05)
    assert levels.level(0.005, 0.05) == NEVER
    assert levels.refusal(0.005, 0.05) == "no level is calibrated for ε below 0.01"


def test_without_datasets():
    """Those left out have no part in the level, nor in their number."""
    levels = Levels({0.01: units(0.9, *[-1.0] * 19)})
    assert levels.without("0").n_datasets == 19
    assert levels.without("0").level(0.01, 0.05) < 0.9 < levels.level(0.01, 0.05)
