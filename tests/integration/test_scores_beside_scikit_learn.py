"""Every score of classes beside scikit-learn's scorer of the same name."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import get_scorer
from sklearn.tree import DecisionTreeClassifier

from nearbest.data.target import Classes
from nearbest.probing.metrics.named import METRICS, OF_CLASSES, key_of, metric_named
from nearbest.probing.output import output_of

ONLY_FOR_TWO = {"roc_auc", "f1", "precision", "recall", "average_precision"}
ONLY_FOR_MORE = {"top_k_accuracy"}
LABELS = {
    "numbers": np.array([0, 1]),
    "texts": np.array(["no", "yes"]),
    "one and two": np.array([1, 2]),
    "three": np.array([0, 1, 2]),
}
#: scikit-learn's scorers look for the label 1 alone; its Brier score knows 0 and 1 only.
LOOK_FOR_ONE = {"f1", "precision", "recall", "average_precision"}


def rows(labels, n=600):
    X, codes = make_classification(
        n,
        n_classes=len(labels),
        n_informative=4,
        class_sep=0.7,
        weights=[0.6, 0.3] if len(labels) == 3 else [0.8],
        random_state=1,
    )
    return np.round(X, 1), labels[codes]


def models(X, y):
    """One with many ties among its probabilities."""
    return LogisticRegression().fit(X, y), DecisionTreeClassifier(max_depth=3).fit(X, y)


CASES = [
    (name, kind)
    for name in OF_CLASSES
    for kind in LABELS
    if not (name in ONLY_FOR_TWO and kind == "three")
    and not (name in ONLY_FOR_MORE and kind != "three")
    and not (name in LOOK_FOR_ONE and kind == "texts")
    and not (name == "neg_brier_score" and kind in ("texts", "one and two"))
]


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_the_same_as_scikit_learn(name, kind):
    """On all rows, on which class weights are those of the sample; losses up to clipping."""
    X, y = rows(LABELS[kind])
    target, metric = Classes.of(y), METRICS[name]
    for model in models(X, y):
        output = output_of(model, X, metric.needs, target)
        first, score = metric.measure(y, output, (200, len(y)), target)
        tolerance = 0.002 if name == "neg_log_loss" else 1e-9
        assert score.value == pytest.approx(get_scorer(name)(model, X, y), abs=tolerance)
        if name != "balanced_accuracy":  # whose weights are of all rows
            expected = get_scorer(name)(model, X[:200], y[:200])
            assert first.value == pytest.approx(expected, abs=tolerance)
        assert metric.scale(target).low <= score.value <= metric.scale(target).high


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_no_constant_prediction_is_better_than_the_best_one(name, kind):
    """By trying all labels, or the shares of the classes as probabilities."""
    _, y = rows(LABELS[kind])
    target, metric = Classes.of(y), METRICS[name]
    shares = np.array(target.counts) / len(y)
    if metric.needs == "labels":
        tried = [np.full(len(y), label) for label in target.values]
    elif metric.needs == "decisions" and len(shares) == 2:
        tried = [np.zeros(len(y))]
    else:
        tried = [np.tile(shares, (len(y), 1))]
    found = max(metric.measure(y, each, (len(y),), target)[0].value for each in tried)
    assert metric.constant(target) == pytest.approx(found, abs=1e-9)


@pytest.mark.parametrize("name", OF_CLASSES)
def test_a_scorer_is_the_metric_of_its_name(name):
    """Whoever passes the object gets what the name stands for."""
    assert metric_named(get_scorer(name)) == METRICS[name]
    assert key_of(metric_named(get_scorer(name))) == name


@pytest.mark.parametrize("name", [n for n in METRICS if METRICS[n].needs == "labels"])
def test_predictions_that_are_no_labels_are_nonsense(name):
    """Whatever the metric, they cannot be scored."""
    y = np.array([0, 1] * 50)
    with pytest.raises(ValueError, match="not a label"):
        METRICS[name].measure(y, np.full(100, 7), (100,), Classes.of(y))


@pytest.mark.parametrize("name", ["neg_log_loss", "neg_brier_score", "roc_auc_ovr"])
@pytest.mark.parametrize("said", [np.full((100, 2), 1.5), np.full((100, 2), np.nan)])
def test_probabilities_beyond_one_or_missing_are_nonsense(name, said):
    """A model that says so has failed."""
    y = np.array([0, 1] * 50)
    with pytest.raises(ValueError, match="outside"):
        METRICS[name].measure(y, said, (100,), Classes.of(y))


@pytest.mark.parametrize("name", ["roc_auc", "average_precision"])
def test_decisions_that_are_not_finite_are_nonsense(name):
    """They have no order."""
    y = np.array([0, 1] * 50)
    with pytest.raises(ValueError, match="not finite"):
        METRICS[name].measure(y, np.full(100, np.nan), (100,), Classes.of(y))
