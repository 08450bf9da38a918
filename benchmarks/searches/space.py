"""The one space that every tool searches: LightGBM's hyperparameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from lightgbm import LGBMClassifier
from scipy.stats import loguniform, randint, uniform

from nearbest.candidates.space import LogInteger

#: Points of each dimension for a tool that takes a grid.
N_POINTS = 12


@dataclass(frozen=True)
class Dimension:
    """Values from `low` to `high`, whole or not, even or even on a logarithmic scale."""

    low: float
    high: float
    log: bool = True
    whole: bool = False

    def distribution(self) -> Any:
        """As scikit-learn's searches take it."""
        if self.whole:
            low, high = int(self.low), int(self.high)
            return LogInteger(low, high) if self.log else randint(low, high + 1)
        if self.log:
            return loguniform(self.low, self.high)
        return uniform(self.low, self.high - self.low)

    def points(self) -> list[Any]:
        """As a tool takes it that searches a grid."""
        spaced = np.geomspace if self.log else np.linspace
        values = spaced(self.low, self.high, N_POINTS)
        if self.whole:
            return sorted({round(value) for value in values})
        return [float(value) for value in values]

    def for_flaml(self, tune: Any, name: str) -> dict[str, Any]:
        """As FLAML takes it, with a value to start from that costs little."""
        low, high = (int(self.low), int(self.high) + 1) if self.whole else (self.low, self.high)
        kind = {
            (True, True): tune.lograndint,
            (True, False): tune.randint,
            (False, True): tune.loguniform,
            (False, False): tune.uniform,
        }[self.whole, self.log]
        found = {"domain": kind(low, high), "init_value": STARTS.get(name, low)}
        if name in CHEAP_WHEN_LOW:
            found["low_cost_init_value"] = low
        return found

    def suggested(self, trial: Any, name: str) -> Any:
        """As Optuna takes it."""
        if self.whole:
            return trial.suggest_int(name, int(self.low), int(self.high), log=self.log)
        return trial.suggest_float(name, self.low, self.high, log=self.log)


DIMENSIONS = {
    "n_estimators": Dimension(20, 600, whole=True),
    "num_leaves": Dimension(4, 512, whole=True),
    "learning_rate": Dimension(0.01, 0.5),
    "min_child_samples": Dimension(2, 200, whole=True),
    "subsample": Dimension(0.4, 1.0, log=False),
    "colsample_bytree": Dimension(0.3, 1.0, log=False),
    "reg_lambda": Dimension(1e-6, 100.0),
}

#: Models with little of these are quickly trained.
CHEAP_WHEN_LOW = ("n_estimators", "num_leaves")
#: LightGBM's defaults, for tools that start from them.
STARTS = {
    "learning_rate": 0.1,
    "min_child_samples": 20,
    "subsample": 1.0,
    "colsample_bytree": 1.0,
}


def learner(seed: int, **values: Any) -> LGBMClassifier:
    """One configuration, on one thread."""
    return LGBMClassifier(n_jobs=1, verbose=-1, subsample_freq=1, random_state=seed, **values)


def suggest(trial: Any, seed: int) -> LGBMClassifier:
    """The configuration that a trial of Optuna proposes."""
    values = {name: each.suggested(trial, name) for name, each in DIMENSIONS.items()}
    return learner(seed, **values)
