"""Scores in which rows count by their weights, beside scikit-learn's."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, balanced_accuracy_score, brier_score_loss, log_loss

from nearbest import RowScore
from nearbest.data.target import Classes
from nearbest.data.weights import Weights
from nearbest.errors import NotSupported
from nearbest.probing.metrics import METRICS
from nearbest.probing.metrics.weighted import Weighted, weighted, weighted_score
from nearbest.probing.output import output_of

X, Y = make_classification(600, weights=[0.8], flip_y=0.1, random_state=0)
W = np.random.default_rng(0).exponential(size=600)
MODEL = LogisticRegression(class_weight="balanced").fit(X, Y)
TARGET = Classes.of(Y)
KNOWN = Weights(float(W.mean()), float(W.max()), tuple(np.bincount(Y, W).tolist()))


def gain(y, said):
    return np.where(said == y, 3.0, -1.0)


EXPECTED = {
    "accuracy": lambda: accuracy_score(Y, MODEL.predict(X), sample_weight=W),
    "balanced_accuracy": lambda: balanced_accuracy_score(Y, MODEL.predict(X), sample_weight=W),
    "neg_log_loss": lambda: -log_loss(Y, MODEL.predict_proba(X), sample_weight=W),
    "neg_brier_score": lambda: (
        -brier_score_loss(Y, MODEL.predict_proba(X)[:, 1], sample_weight=W)
    ),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_the_same_as_scikit_learn_on_all_rows(name):
    """Log loss up to clipping."""
    output = output_of(MODEL, X, METRICS[name].needs, TARGET)
    found = weighted_score(METRICS[name], Y, output, TARGET, W)
    assert found == pytest.approx(EXPECTED[name](), abs=0.002)


@pytest.mark.parametrize("metric", [*map(METRICS.get, EXPECTED), RowScore(gain, -1, 3)])
def test_values_of_rows_lie_on_the_scale(metric):
    """Of every row alone, the heaviest included."""
    by_weights = weighted(metric, KNOWN)
    scale = by_weights.scale(TARGET)
    assert scale.kind == "row means"
    assert scale.high == metric.scale(TARGET).high
    said = output_of(MODEL, X, metric.needs, TARGET)
    for row in range(0, 600, 7):
        part = slice(row, row + 1)
        (score,) = by_weights.measure_weighted(Y[part], said[part], W[part], (1,), TARGET)
        assert score.value in scale.of_rows


def test_parts_of_the_rows_average_to_the_whole():
    """A plain mean over rows, so that its bound holds."""
    metric = weighted(METRICS["accuracy"], KNOWN)
    said = MODEL.predict(X)
    sizes = (300, 600)
    first, whole = metric.measure_weighted(Y, said, W, sizes, TARGET)
    (second,) = metric.measure_weighted(Y[300:], said[300:], W[300:], (300,), TARGET)
    assert (first.value + second.value) / 2 == pytest.approx(whole.value)


def test_the_constant_counts_by_weights():
    """The heavier class is the one to predict."""
    heavy = Weights(2.0, 9.0, (1.0, 9.0))
    assert weighted(METRICS["accuracy"], heavy).constant(TARGET) == 0.9


@pytest.mark.parametrize("name", ["roc_auc", "f1", "average_precision"])
def test_scores_that_are_no_means_are_not_weighted(name):
    """Their bounds know no weights."""
    assert not isinstance(weighted(METRICS[name], KNOWN), Weighted)
    output = output_of(MODEL, X, METRICS[name].needs, TARGET)
    with pytest.raises(NotSupported, match="`sample_weight` must be None for this score"):
        weighted_score(METRICS[name], Y, output, TARGET, W)
