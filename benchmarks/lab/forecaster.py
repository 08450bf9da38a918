"""Fitting the quantiles of what a learning curve still gains; what is fitted ships as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from lightgbm import LGBMRegressor

from lab.kinds import KINDS
from lab.prefixes import Prefixes
from nearbest.forecast.quantiles import (
    COLUMNS,
    N_QUANTILES,
    QUANTILES,
    QuantileForecaster,
    matrix,
    residuals_at,
    rough_scale,
    spreads,
)
from nearbest.forecast.trees import Trees

#: Residuals of other kinds count this much in the shape of one kind.
BORROWED = 0.15
MODEL = {
    "n_estimators": 60,
    "learning_rate": 0.15,
    "num_leaves": 24,
    "min_child_samples": 150,
    "reg_lambda": 5.0,
    "max_bin": 127,
}


@dataclass(frozen=True)
class Forecaster:
    """`QuantileForecaster` with the models as LightGBM has them."""

    models: tuple[Any, ...]
    shape: np.ndarray

    def __call__(self, x: dict[str, np.ndarray]) -> np.ndarray:
        """Centre, spread below and spread above, a row each."""
        data = matrix(x)
        return spreads(x, *(m.booster_.predict(data, num_threads=1) for m in self.models))

    def residuals(self, kind: np.ndarray, u: np.ndarray) -> np.ndarray:
        """Residuals in units of the spread at probabilities `u` (a row per candidate)."""
        return residuals_at(self.shape, kind, u)

    def as_arrays(self) -> QuantileForecaster:
        """The same as it ships."""
        models = tuple(Trees.of_lightgbm(model.booster_) for model in self.models)
        return QuantileForecaster(models, self.shape)


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
