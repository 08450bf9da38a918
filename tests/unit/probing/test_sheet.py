"""Scores of one model by several metrics."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from nearbest.data.memory import InMemory
from nearbest.probing.metrics import METRICS
from nearbest.probing.sheet import Sheet


class Asked(LogisticRegression):
    """Notes what it is asked."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def predict_proba(self, X):
        self.asked.append(len(X))
        return super().predict_proba(X)


@pytest.fixture
def sheet():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    y = (X[:, 0] + rng.normal(size=200) > 0).astype(int)
    samples = InMemory(X, y, np.arange(100), np.arange(100, 200))
    return Sheet(Asked().fit(*samples.train(100)), samples)


def test_what_a_model_says_is_asked_once(sheet):
    """For all metrics that need the same of it."""
    metrics = {name: METRICS[name] for name in ("neg_log_loss", "neg_brier_score")}
    found, missing = sheet.others(metrics, "test", 100)
    (again,) = sheet.scores(METRICS["neg_log_loss"], "test", (100,))
    assert found["neg_log_loss"] == again
    assert not missing
    assert sheet.model.asked == [100]


def test_a_score_that_cannot_be_computed_is_named(sheet):
    """And the others are known."""
    metrics = {name: METRICS[name] for name in ("top_k_accuracy", "accuracy")}
    found, missing = sheet.others(metrics, "test", 50)
    assert list(found) == ["accuracy"]
    assert missing[0].startswith("top_k_accuracy is not known: ValueError")
