"""Bounds: observations of one configuration in, an interval for its accuracy out."""

from nearbest.race.bounds.base import Bounds, Estimate, Estimator, Violation, contradictions
from nearbest.race.bounds.exact import Exact
from nearbest.race.bounds.hoeffding import Hoeffding

__all__ = [
    "Bounds",
    "Estimate",
    "Estimator",
    "Exact",
    "Hoeffding",
    "Violation",
    "contradictions",
]
