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
from nearbest.race.bounds.normal import Normal
from nearbest.race.bounds.pairs import Pairs

__all__ = [
    "KL",
    "Bounds",
    "Estimate",
    "Exact",
    "Hoeffding",
    "IntervalEstimator",
    "Normal",
    "Pairs",
    "Violation",
    "check_supported",
    "contradictions",
]
