"""LCCV: candidates one after another, each validated against the best so far."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from lccv import lccv
from sklearn.base import clone

from peers.rows import Found
from peers.task import SEED, Clock, Task


def search(task: Task) -> Found:
    """Validate each candidate with the defaults, dropping those that cannot win."""
    logging.getLogger("lccv").setLevel(logging.ERROR)
    X, y = task.train
    best, score, reached = "", -math.inf, {}
    clock = Clock()
    for name, model in task.models().items():
        validated, _, estimates, _ = lccv(
            model,
            X,
            y,
            r=score,
            seed=SEED,
            evaluator=_evaluator(X, y),
            base_scoring=task.scoring,
        )
        reached[name] = max(estimates, default=0)
        if validated > score:  # NaN where the candidate was dropped
            best, score = name, float(validated)
    return Found(
        best,
        "no promise; best validation score, if learning curves are convex",
        clock.seconds,
        details={"largest sample": reached, "score": score},
    )


def _evaluator(X: Any, y: np.ndarray) -> Callable[..., dict[str, float]]:
    """What LCCV does by itself, for tables: its own way of taking rows needs arrays.

    Each call splits off a new tenth to score on and trains on `anchor` of the others.
    """
    rng, n_test = np.random.default_rng(SEED), len(y) - int(len(y) * 0.9)

    def evaluate(learner_inst: Any, anchor: int, base_scoring: Any, **_: Any) -> dict:
        rows = rng.permutation(len(y))
        test, train = rows[:n_test], rows[n_test : n_test + anchor]
        name, score = base_scoring
        fitting = Clock()
        model = clone(learner_inst).fit(X.iloc[train], y[train])
        fit_seconds, scoring = fitting.seconds, Clock()
        return {
            f"score_test_{name}": score(model, X.iloc[test], y[test]),
            f"scoretime_test_{name}": scoring.seconds,
            f"score_train_{name}": math.nan,
            f"scoretime_train_{name}": 0.0,
            "fittime": fit_seconds,
        }

    return evaluate
