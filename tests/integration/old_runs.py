"""How the run directories in ``tests/data/run-0.1.0`` were made."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

#: By name of the folder: the options of `select`; after how many probes its process was
#: killed, if it was; and the candidates of a first call, where there was one before.
RUNS: dict[str, dict[str, Any]] = {
    "finished": {"options": {}},
    "unfinished": {"options": {}, "n_probes": 7},
    "predicted": {"options": {"stop_at": "predicted"}},
    "stratified": {"options": {"stratify": True, "bounds": "exact"}, "n_probes": 5},
    "hoeffding": {"options": {"bounds": "hoeffding", "scheduler": "ucb"}, "n_probes": 6},
    "extended": {"options": {"extend": True}, "first": ("sharp", "hazy"), "n_probes": 7},
}
for each in RUNS.values():
    each["options"] |= {"cost": "rows", "random_state": 0, "epsilon": 0.01}


def rows() -> tuple[np.ndarray, np.ndarray]:
    """Three features that tell of the label, on three scales."""
    rng = np.random.RandomState(0)
    y = rng.randint(0, 2, 20_000)
    shift = np.array([0.9, 0.7, 0.5]) * (2 * y[:, None] - 1)
    return (shift + rng.standard_normal((len(y), 3))) * [1.0, 0.1, 0.01], y


def candidates() -> dict[str, Any]:
    """Learners that see three, two and one of the features, and none."""
    return {
        "sharp": GaussianNB(var_smoothing=1e-9),
        "hazy": GaussianNB(var_smoothing=3e-3),
        "blurred": GaussianNB(var_smoothing=3.0),
        "none": DummyClassifier(),
    }
