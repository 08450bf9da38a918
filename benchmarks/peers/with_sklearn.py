"""scikit-learn's successive halving with cross-validation."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.experimental import enable_halving_search_cv  # noqa: F401  (it must come first)
from sklearn.model_selection import HalvingGridSearchCV
from sklearn.pipeline import Pipeline

from peers.rows import Found
from peers.task import SEED, Clock, Task


def defaults(task: Task) -> Found:
    """Factor 3, and as many rows to start with as let the last round have all."""
    return _search(task)


def from_1000(task: Task) -> Found:
    """From 1,000 rows, twice as many from round to round."""
    return _search(task, min_resources=1_000, factor=2)


def on_a_tenth(task: Task) -> Found:
    """Train all on a tenth of the rows, a fifth of which is for scoring, and take the best.

    That is what AutoGluon's guide advises for large tables: subsample first, then train the
    result on all rows.
    """
    X, y = task.train
    clock = Clock()
    rows = np.random.default_rng(SEED).permutation(len(y))[: len(y) // 10]
    n_test = len(rows) // 5
    train, test = rows[n_test:], rows[:n_test]
    scores = {
        name: float(task.scorer(model.fit(X.iloc[train], y[train]), X.iloc[test], y[test]))
        for name, model in task.models().items()
    }
    best = max(scores, key=lambda name: scores[name])
    promise = "no promise; the best score on a tenth of the rows"
    return Found(best, promise, clock.seconds, details={"scores": scores})


def _search(task: Task, **settings: Any) -> Found:
    models = task.models()
    search = HalvingGridSearchCV(
        Pipeline([("model", next(iter(models.values())))]),
        {"model": list(models.values())},
        scoring=task.scoring,
        refit=False,  # the choice was trained in the full runs
        random_state=SEED,
        **settings,
    )
    X, y = task.train
    clock = Clock()
    search.fit(X, y)
    seconds = clock.seconds
    chosen = search.best_params_["model"]
    return Found(
        next(name for name, model in models.items() if model is chosen),
        "no promise; best mean over 5 folds in the last round",
        seconds,
        details={
            "rows": [int(n) for n in search.n_resources_],
            "candidates": [int(n) for n in search.n_candidates_],
            "score": float(search.best_score_),
        },
    )
