"""A prefix of a learning curve as numbers, as it ships."""

from __future__ import annotations

from nearbest.forecast.features import Prefix
from nearbest.forecast.features import features as features_of


def features(
    size, train, test, noise, left, kind, converged, n_classes, constant, first_size, first_test
):
    """One entry per prefix, by name: what forecasts are made from."""
    return features_of(
        Prefix(
            size,
            train,
            test,
            noise,
            left,
            kind,
            converged,
            n_classes,
            constant,
            first_size,
            first_test,
        )
    )
