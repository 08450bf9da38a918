"""FLAML: its own learners and search, within the time that nearbest took to select."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pandas as pd
from flaml import AutoML
from sklearn.metrics import accuracy_score, roc_auc_score

from peers.rows import BY_DEFAULT, NEARBEST, Found
from peers.task import SEED, Clock, Task


def search(task: Task) -> Found:
    """Search within the budget; training the choice on all rows comes on top."""
    budget = _budget(task)
    X, y = task.train
    automl, clock = AutoML(), Clock()
    # FLAML goes by the time of day, which on a busy machine passes faster than its own.
    with patch("time.time", lambda: clock.seconds):
        automl.fit(
            X,
            y,
            task="classification",
            metric=task.scoring,
            time_budget=budget,
            n_jobs=1,
            seed=SEED,
            verbose=0,
        )
    total = clock.seconds
    X_test, y_test = task.test
    settings = {key: _plain(value) for key, value in automl.best_config.items()}
    return Found(
        f"its own {automl.best_estimator}",
        "no promise; least validation error within the time",
        seconds=total - automl.best_config_train_time,
        total=total,
        score=_score(automl, X_test, y_test, task.scoring),
        details={"budget": budget, "settings": settings, "error": float(automl.best_loss)},
    )


def _budget(task: Task) -> float:
    for name in (NEARBEST, BY_DEFAULT):
        row = task.earlier.get(name)
        if row is not None and row.found is not None:
            seconds = row.found.seconds or row.found.total
            if seconds is not None:
                return seconds
    raise ValueError("FLAML is given the time of nearbest, which is not known.")


def _score(automl: AutoML, X: pd.DataFrame, y: np.ndarray, scoring: str) -> float:
    """By itself: scikit-learn's scorers do not take FLAML's model for a classifier."""
    if scoring == "roc_auc":
        return float(roc_auc_score(y, automl.predict_proba(X)[:, 1]))
    return float(accuracy_score(y, automl.predict(X)))


def _plain(value: object) -> object:
    """NumPy's numbers as Python's."""
    return value.item() if hasattr(value, "item") else value
