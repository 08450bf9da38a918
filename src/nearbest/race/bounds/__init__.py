"""Bounds: observations of one configuration in, an interval for its score out."""

from nearbest.race.bounds.base import (
    Bounds,
    Estimate,
    IntervalEstimator,
    Violation,
    check_supported,
    contradictions,
)
from nearbest.race.bounds.exact import Exact
from nearbest.race.bounds.hoeffding import Hoeffding
from nearbest.race.bounds.kl import KL

__all__ = [
    "KL",
    "Bounds",
    "Estimate",
    "Exact",
    "Hoeffding",
    "IntervalEstimator",
    "Violation",
    "check_supported",
    "contradictions",
]
