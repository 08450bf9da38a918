from dataclasses import replace

import numpy as np
import pytest

from nearbest.forecast.features import KINDS
from nearbest.forecast.prefixes import as_every_kind, prefix_of
from nearbest.race.score import ROC_AUC
from tests.unit.forecast.test_calibrated import areas, plan_of, probes


def test_convergence_that_was_not_noted_is_unknown():
    """Curves recorded without it are not taken to have converged."""
    curve = probes("a", 0.80, 0.82)
    noted, not_noted = plan_of("a"), plan_of("a", notes_convergence=False)
    assert prefix_of(curve, noted, 0).converged.tolist() == [1]
    assert np.isnan(prefix_of(curve, not_noted, 0).converged).all()


def test_areas_by_the_rarer_class():
    """ROC AUC is noisier the rarer a class is, and its constant prediction has a half."""
    whole = plan_of("a", scale=ROC_AUC, n_test_pairs=10_000)
    assert prefix_of(areas("a", 0.80), whole, 0).constant == 0.5
    assert prefix_of(areas("a", 0.80), whole, 0).noise[0, 2] == 0  # all rows were scored
    large = replace(whole, n_test=2_000_000, n_test_pairs=1_000_000)
    half = prefix_of(areas("a", 0.80), large, 0)
    rare = prefix_of(areas("a", 0.80), replace(large, n_test_pairs=10_000), 0)
    assert rare.noise[0, 2] > 3 * half.noise[0, 2] > 0


def test_constant_of_accuracy():
    """The share of the most frequent class, where the counts are known."""
    counted = plan_of("a", class_counts=(30, 70))
    assert prefix_of(probes("a", 0.8), counted, 0).constant == pytest.approx(0.7)
    assert np.isnan(prefix_of(probes("a", 0.8), plan_of("a"), 0).constant)


def test_every_kind():
    """One prefix for each kind, alike in all else."""
    found = as_every_kind(prefix_of(probes("a", 0.80, 0.82), plan_of("a"), 3))
    assert found.kind.tolist() == list(range(len(KINDS)))
    assert (found.test[:, 2] == 0.82).all()
