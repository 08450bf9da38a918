"""With rows as the cost, a serial run is repeatable bit for bit."""

from __future__ import annotations

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.tree import DecisionTreeClassifier

from nearbest import select
from tests.integration.misbehaving import noisy_signs

TIMES = ["fit_time", "score_time", "elapsed"]


@pytest.mark.parametrize("growth", [2, "auto"])
@pytest.mark.parametrize("scheduler", ["frugal", "prover", "gradient", "ucb", "round robin"])
def test_two_serial_runs_are_equal(scheduler, growth):
    """Same seed, same probes in the same order, same intervals, same certificate."""
    X, y = noisy_signs(20_000, noise=(0.2, 0.3, 0.4))
    candidates = {
        "forest": RandomForestClassifier(10),
        "linear": LogisticRegression(),
        "sgd": SGDClassifier(),
        "tree": DecisionTreeClassifier(max_depth=4),
    }
    options = {"scheduler": scheduler, "growth": growth, "cost": "rows", "random_state": 7}
    options["stop_at"] = {"frugal": "calibrated", "prover": "proved"}.get(scheduler, "paper")
    one, two = (select(candidates, X, y, epsilon=0.002, **options) for _ in range(2))
    assert one.history.drop(columns=TIMES).equals(two.history.drop(columns=TIMES))
    assert one.certificate.gap == two.certificate.gap
    assert (one.estimator.predict(X) == two.estimator.predict(X)).all()
