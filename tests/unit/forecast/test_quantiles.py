import numpy as np

from nearbest.forecast.features import KINDS
from nearbest.forecast.quantiles import N_QUANTILES, residuals_at, spreads
from tests.unit.forecast.test_features import features, prefix_of


def test_spreads_never_vanish():
    """Quantiles that cross leave a spread on either side."""
    x = features(prefix_of((0.70, 0.80, 0.85)))
    low, middle, high = np.array([1.0]), np.array([0.0]), np.array([-1.0])
    centre, below, above = spreads(x, low, middle, high)[:, 0]
    assert centre == x["rest"][0]
    assert below > 0.0006
    assert above > 0.0006


def test_residuals_of_each_kind():
    """Each candidate's residuals have the shape of its kind, and rise with probability."""
    grid = np.linspace(-1, 1, N_QUANTILES)
    shape = np.stack([grid * (k + 1) for k in range(len(KINDS))])
    u = np.array([[0.1, 0.5, 0.9]] * 2)
    found = residuals_at(shape, np.array([0, 2]), u)
    assert (np.diff(found, axis=1) > 0).all()
    np.testing.assert_allclose(found[1], 3 * found[0])
