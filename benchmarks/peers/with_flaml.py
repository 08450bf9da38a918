"""FLAML: its own learners and search, within the time that nearbest took to select."""

from __future__ import annotations

from flaml import AutoML
from sklearn.metrics import accuracy_score

from peers.rows import NEARBEST, Found
from peers.task import SEED, Clock, Task


def search(task: Task) -> Found:
    """Search within the budget; training the choice on all rows comes on top."""
    budget = _budget(task)
    X, y = task.train
    automl, clock = AutoML(), Clock()
    automl.fit(
        X,
        y,
        task="classification",
        metric="accuracy",
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
        accuracy=float(accuracy_score(y_test, automl.predict(X_test))),
        details={"budget": budget, "settings": settings, "error": float(automl.best_loss)},
    )


def _budget(task: Task) -> float:
    row = task.earlier.get(NEARBEST)
    if row is None or row.found is None or row.found.seconds is None:
        raise ValueError("FLAML is given the time of nearbest, which is not known.")
    return row.found.seconds


def _plain(value: object) -> object:
    """NumPy's numbers as Python's."""
    return value.item() if hasattr(value, "item") else value
