"""Quantiles of what a learning curve still gains.

Boosted trees tell the 10 %, 50 % and 90 % quantile of how far the gain lies from the rule
"gains go on shrinking", in units of a rough scale; the tails beyond have the shape of past
residuals of the same kind of learner.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nearbest.forecast.features import Columns
from nearbest.forecast.trees import Trees

COLUMNS = (
    *("left", "log_size", "log_per_class", "error", "overfit", "gain", "gain_before"),
    *("train_gain", "noise", "gain_noise", "step", "known", "both", "rest", "ratio", "now"),
    *("converged", "kind", "per_unit", "lift", "doublings", "since", "fall"),
)
QUANTILES = (0.1, 0.5, 0.9)
N_QUANTILES = 401
#: A score moves by at least this much for reasons that no curve tells.
FLOOR = 0.0006
#: Neither spread is less than this, in units of the rough scale.
NARROWEST = 0.05


def rough_scale(x: Columns) -> np.ndarray:
    """The unit in which trees tell what is left to gain."""
    unit: np.ndarray = (
        0.003
        + 0.5 * np.abs(x["rest"])
        + x["noise"]
        + 0.003 * np.sqrt(x["left"])
        + 0.05 * (1 - x["known"])
    )
    return unit


def matrix(x: Columns) -> np.ndarray:
    """Features in the order of `COLUMNS`."""
    x = x | {"per_unit": x["overfit"] / rough_scale(x)}
    return np.stack([np.asarray(x[c], np.float32) for c in COLUMNS], 1)


def spreads(x: Columns, low: np.ndarray, middle: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Centre, spread below and spread above, from what the trees say; a row each."""
    unit = rough_scale(x)
    below = np.maximum(middle - low, NARROWEST) * unit + FLOOR
    above = np.maximum(high - middle, NARROWEST) * unit + FLOOR
    return np.stack([x["rest"] + middle * unit, below, above])


def residuals_at(shape: np.ndarray, kind: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Residuals in units of the spread at probabilities `u`, a row per candidate."""
    grid = (np.arange(N_QUANTILES) + 0.5) / N_QUANTILES
    found = [np.interp(p, grid, shape[k]) for k, p in zip(kind, u, strict=True)]
    return np.reshape(found, u.shape)  # of nobody, too


@dataclass(frozen=True)
class QuantileForecaster:
    """Three models of quantiles, and quantiles of the residual by kind.

    `shape` has a row for each of `features.KINDS`, in units of the spread on either side.
    """

    models: tuple[Trees, ...]
    shape: np.ndarray

    def __call__(self, x: Columns) -> np.ndarray:
        """Centre, spread below and spread above, a row each."""
        leaves = self._together.leaves(matrix(x))
        ends = np.cumsum([len(model.feature) for model in self.models])[:-1]
        low, middle, high = (said.sum(axis=1) for said in np.split(leaves, ends, axis=1))
        return spreads(x, low, middle, high)

    @cached_property
    def _together(self) -> Trees:
        """All models walked at once: a walk costs about as much for three as for one."""
        return Trees.side_by_side(self.models)

    def residuals(self, kind: np.ndarray, u: np.ndarray) -> np.ndarray:
        """Residuals in units of the spread at probabilities `u`, a row per candidate."""
        return residuals_at(self.shape, kind, u)
