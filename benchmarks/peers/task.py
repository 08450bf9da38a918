"""What every tool is given: the table, its split and the candidates."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from sklearn.metrics import get_scorer

from nearbest import space
from nearbest.datasets import flights
from nearbest.running.prepare import prepare
from nearbest.running.problem.problem import Problem
from peers.rows import Row, Setup

N_CANDIDATES, EPSILON, DELTA, SEED = 20, 0.01, 0.05, 0
#: The settings that fix candidates, split and promise.
SETTINGS: dict[str, Any] = {
    "n_candidates": N_CANDIDATES,
    "epsilon": EPSILON,
    "delta": DELTA,
    "random_state": SEED,
}


@dataclass(frozen=True)
class Task:
    """All rows, nearbest's split of them, and the rows of the table done so far."""

    X: pd.DataFrame
    y: pd.Series
    earlier: Mapping[str, Row]
    scoring: str

    @classmethod
    def load(cls, setup: Setup, earlier: Mapping[str, Row]) -> Task:
        """The task on all flights, or on so many drawn at random."""
        X, y = flights(full=True, return_X_y=True)
        if setup.n_rows is not None:
            X = X.sample(setup.n_rows, random_state=SEED)
        return cls(X, y.loc[X.index], earlier, setup.scoring)

    @cached_property
    def problem(self) -> Problem:
        """The split and the candidates, as `select` makes them."""
        return prepare(space.paper(), self.X, self.y, **self.settings)

    @property
    def settings(self) -> dict[str, Any]:
        """Those of `select`, the score included."""
        return {**SETTINGS, "scoring": self.scoring}

    @property
    def scorer(self) -> Callable[[Any, pd.DataFrame, np.ndarray], float]:
        """What scores a fitted model on some rows."""
        return get_scorer(self.scoring)

    @property
    def train(self) -> tuple[pd.DataFrame, np.ndarray]:
        """D_tr: all that the other tools see."""
        return self.problem.samples.train(self.problem.samples.n_train)

    @property
    def test(self) -> tuple[pd.DataFrame, np.ndarray]:
        """D_te."""
        return self.problem.samples.test(self.problem.samples.n_test)

    def models(self) -> dict[str, Any]:
        """The candidates, unfitted, with seeds and one thread as nearbest fits them."""
        return {c.name: c.build(SEED, threads=1) for c in self.problem.configurations}


class Clock:
    """Processor time since it was made, so that a busy machine does not spoil a row.

    Every tool runs in one process with one thread: on an idle machine this is the time
    that passes.
    """

    def __init__(self) -> None:
        self._start = time.process_time()

    @property
    def seconds(self) -> float:
        """Seconds of this process so far."""
        return time.process_time() - self._start
