"""Quantiles of what a learning curve still gains.

Boosted trees tell the 10 %, 50 % and 90 % quantile of how far the gain lies from the rule
"gains go on shrinking", in units of a rough scale; the tails beyond have the shape of past
residuals of the same kind of learner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from lightgbm import LGBMRegressor

from lab.kinds import KINDS
from lab.prefixes import Prefixes

COLUMNS = (
    "left", "log_size", "log_per_class", "error", "overfit", "gain", "gain_before", "train_gain",
    "noise", "gain_noise", "step", "known", "both", "rest", "ratio", "now", "converged", "kind", "per_unit", "lift", "doublings", "since", "fall",
)  # fmt: skip
QUANTILES = (0.1, 0.5, 0.9)
N_QUANTILES = 401
#: Residuals of other kinds count this much in the shape of one kind.
BORROWED = 0.15
#: A score moves by at least this much for reasons that no curve tells.
FLOOR = 0.0006
MODEL = dict(n_estimators=60, learning_rate=0.15, num_leaves=24, min_child_samples=150, reg_lambda=5.0, max_bin=127)


def rough_scale(x: dict[str, np.ndarray]) -> np.ndarray:
    """The unit in which trees tell what is left to gain."""
    return (
        0.003
        + 0.5 * np.abs(x["rest"])
        + x["noise"]
        + 0.003 * np.sqrt(x["left"])
        + 0.05 * (1 - x["known"])
    )


def matrix(x: dict[str, np.ndarray]) -> np.ndarray:
    """Features in the order of `COLUMNS`."""
    unit = rough_scale(x)
    x = x | {"per_unit": x["overfit"] / unit}
    return np.stack([np.asarray(x[c], np.float32) for c in COLUMNS], 1)


@dataclass(frozen=True)
class Forecaster:
    """Three models of quantiles, and quantiles of the residual by kind."""

    models: tuple[Any, ...]
    shape: np.ndarray  # kinds × quantiles, in units of the spread on either side

    def __call__(self, x: dict[str, np.ndarray]) -> np.ndarray:
        """Centre, spread below and spread above, a row each."""
        unit, data = rough_scale(x), matrix(x)
        low, middle, high = (m.booster_.predict(data, num_threads=1) for m in self.models)
        below = np.maximum(middle - low, 0.05) * unit + FLOOR
        above = np.maximum(high - middle, 0.05) * unit + FLOOR
        return np.stack([x["rest"] + middle * unit, below, above])

    def residuals(self, kind: np.ndarray, u: np.ndarray) -> np.ndarray:
        """Residuals in units of the spread at probabilities `u` (a row per candidate)."""
        grid = (np.arange(N_QUANTILES) + 0.5) / N_QUANTILES
        return np.stack([np.interp(p, grid, self.shape[k]) for k, p in zip(kind, u, strict=True)])


def fit(past: Prefixes, kept: np.ndarray) -> Forecaster:
    """From the past prefixes that are `kept`."""
    x = {k: v[kept] for k, v in past.x.items()}
    y, weight = past.y[kept], past.weight[kept]
    unit, data = rough_scale(x), matrix(x)
    target = np.clip((y - x["rest"]) / unit, -30, 30)
    models = tuple(
        LGBMRegressor(
            objective="quantile", alpha=q, n_jobs=1, verbose=-1, random_state=0, deterministic=True, force_row_wise=True, **MODEL
        ).fit(data, target, weight, categorical_feature=[COLUMNS.index("kind")])
        for q in QUANTILES
    )  # fmt: skip
    bare = Forecaster(models, np.zeros((len(KINDS), N_QUANTILES)))
    centre, below, above = bare(x)
    residual = (y - centre) / np.where(y < centre, below, above)
    return Forecaster(models, _shapes(residual, x["kind"].astype(int), weight))


def _shapes(residual, kind, weight):
    order = np.argsort(residual)
    residual, kind, weight = residual[order], kind[order], weight[order]
    grid = (np.arange(N_QUANTILES) + 0.5) / N_QUANTILES
    shapes = []
    for k in range(len(KINDS)):
        same = weight * (kind == k)
        w = same / max(same.sum(), 1e-12) * (1 - BORROWED) + BORROWED * weight / weight.sum()
        cumulative = (np.cumsum(w) - w / 2) / w.sum()
        shapes.append(np.interp(grid, cumulative, residual))
    return np.stack(shapes)
