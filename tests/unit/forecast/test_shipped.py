from importlib.resources import files

import numpy as np
import pytest

from nearbest.forecast.features import KINDS
from nearbest.forecast.pasts import OF_ACCURACY, OF_MAE, PASTS
from nearbest.forecast.quantiles import N_QUANTILES
from nearbest.forecast.shipped import (
    forecaster_of,
    levels_of,
    shipped_forecaster,
    shipped_levels,
    to_arrays,
)
from tests.unit.forecast.test_features import features, prefix_of

every_score = pytest.mark.parametrize("past", PASTS, ids=lambda past: past.name)


@every_score
def test_file_is_small(past):
    """What ships stays far below a megabyte."""
    assert len((files("nearbest.forecast") / past.file).read_bytes()) < 300_000


@every_score
def test_there_and_back(past):
    """Arrays hold all of the forecaster and of the levels."""
    arrays = to_arrays(shipped_forecaster(past), shipped_levels(past))
    assert levels_of(arrays) == shipped_levels(past)
    x = features(prefix_of((0.70, 0.80, 0.85)))
    np.testing.assert_array_equal(forecaster_of(arrays)(x), shipped_forecaster(past)(x))


@every_score
def test_shapes_rise(past):
    """Quantiles of residuals are in order for every kind."""
    shape = shipped_forecaster(past).shape
    assert shape.shape == (len(KINDS), N_QUANTILES)
    assert (np.diff(shape, axis=1) >= 0).all()


@every_score
def test_levels_suffice_for_usual_risks(past):
    """Races reach the levels of δ = 0.1 and 0.05; by MAE, not quite of the latter."""
    levels, least = shipped_levels(past), 0.06 if past is OF_MAE else 0.05
    for epsilon in levels.by_epsilon:
        assert 0.5 < levels.level(epsilon, 0.1) <= levels.level(epsilon, least) < 1


def test_accuracy_is_what_is_meant():
    """If no other score is named."""
    assert shipped_levels() == shipped_levels(OF_ACCURACY)
