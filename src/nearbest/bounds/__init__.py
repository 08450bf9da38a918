"""Bounds: observations of one configuration in, an interval for its accuracy out."""

from nearbest.bounds.base import Bounds, Estimate, Estimator, Violation, contradictions
from nearbest.bounds.exact import Exact
from nearbest.bounds.hoeffding import Hoeffding

__all__ = [
    "Bounds",
    "Estimate",
    "Estimator",
    "Exact",
    "Hoeffding",
    "Violation",
    "contradictions",
]
