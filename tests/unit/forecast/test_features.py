import numpy as np
import pytest

from nearbest.forecast.features import Prefix, features, geometric


def prefix_of(test, size=(1_000.0, 2_000.0, 4_000.0), noise=0.0, left=3.0):
    one = np.ones(1)
    known = next(k for k, value in enumerate(test) if not np.isnan(value))
    return Prefix(
        size=np.where(np.isnan(test), np.nan, size)[None],
        train=np.full((1, 3), 0.95),
        test=np.array(test, float)[None],
        noise=np.full((1, 3), noise),
        left=left * one,
        kind=2 * one,
        converged=one,
        n_classes=4,
        constant=0.5,
        first_size=size[known] * one,
        first_test=test[known] * one,
    )


def test_geometric_sum():
    """It is the sum, and near 1 the number of doublings."""
    assert geometric(np.array([0.5]), np.array([3.0]))[0] == pytest.approx(0.875)
    assert geometric(np.array([1.0]), np.array([3.0]))[0] == pytest.approx(3, rel=1e-3)


def test_noisy_gains_shrink_as_usual():
    """Where gains are noise, their ratio is the usual one; else it is their own."""
    own = features(prefix_of((0.70, 0.80, 0.85)))["ratio"][0]
    noisy = features(prefix_of((0.70, 0.80, 0.85), noise=5.0))["ratio"][0]
    assert own == pytest.approx(0.5, abs=0.01)
    assert noisy == pytest.approx(0.7, abs=0.01)


def test_one_probe_has_nothing_to_go_by():
    """Without a gain nothing is expected, and the trees are told so."""
    found = features(prefix_of((np.nan, np.nan, 0.8)))
    assert (found["rest"][0], found["known"][0], found["both"][0]) == (0, 0, 0)
    assert not any(np.isnan(values).any() for values in found.values())


def test_fall_and_lift():
    """The largest fall of a score, how far it is above a constant, rows per class."""
    found = features(prefix_of((0.80, 0.70, 0.75)))
    assert found["fall"][0] == pytest.approx(0.10)
    assert found["lift"][0] == pytest.approx(0.25)
    assert 2 ** found["log_per_class"][0] == pytest.approx(1_000)
