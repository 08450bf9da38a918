"""Scorers of scikit-learn without a bound of their own."""

import ast
import math
import re

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import (
    cohen_kappa_score,
    fbeta_score,
    get_scorer,
    get_scorer_names,
    hamming_loss,
    log_loss,
    make_scorer,
    max_error,
    median_absolute_error,
    roc_auc_score,
)

from nearbest.data.numbers import Numbers
from nearbest.data.target import Classes
from nearbest.errors import InvalidInput, NotSupported
from nearbest.probing.metrics.called import Called
from nearbest.probing.metrics.named import metric_named, single_metric
from nearbest.probing.metrics.scorer import Scorer
from nearbest.probing.output import output_of

TEXTS = np.array(["no", "yes", "maybe"])


def pairs_right(y, said):
    return float(roc_auc_score(y, said))


def rows(n_classes):
    X, y = make_classification(
        800, n_classes=n_classes, n_informative=4, flip_y=0.2, random_state=0
    )
    return X, TEXTS[y] if n_classes == 3 else y


def scored(metric, X, y, sizes):
    target, model = Classes.of(y), LogisticRegression().fit(X, y)
    return metric.measure(y, output_of(model, X, metric.needs, target), sizes, target), model


@pytest.mark.parametrize(
    ("scorer", "n_classes"),
    [
        (make_scorer(fbeta_score, beta=2), 2),
        (make_scorer(fbeta_score, beta=2, average="macro"), 3),
        (make_scorer(hamming_loss, greater_is_better=False), 3),
        (make_scorer(cohen_kappa_score), 3),
        (make_scorer(roc_auc_score, max_fpr=0.2, response_method="predict_proba"), 2),
        (make_scorer(pairs_right, response_method=("decision_function", "predict_proba")), 2),
        (make_scorer(log_loss, response_method="predict_proba", normalize=False), 3),
        (get_scorer("jaccard_macro"), 3),
    ],
)
def test_the_same_as_scikit_learn(scorer, n_classes):
    """On the first rows of any number."""
    X, y = rows(n_classes)
    found, model = scored(Scorer(scorer), X, y, (200, 800))
    assert found[0].value == pytest.approx(scorer(model, X[:200], y[:200]))
    assert found[1].value == pytest.approx(scorer(model, X, y))
    assert found[1].stderr > 0
    assert found[1].value in Scorer(scorer).scale(Classes.of(y)).unknown


@pytest.mark.parametrize(
    ("scorer", "low", "high", "name"),
    [
        (make_scorer(fbeta_score, beta=2), 0, 1, "fbeta (beta=2)"),
        (make_scorer(hamming_loss, greater_is_better=False), -1, 0, "hamming loss"),
        (make_scorer(pairs_right), -math.inf, math.inf, "pairs right"),
        (get_scorer("jaccard"), 0, 1, "jaccard"),
        (
            make_scorer(log_loss, greater_is_better=False, normalize=False),
            -math.inf, math.inf, "log loss (normalize=False)",
        ),
    ],
)  # fmt: skip
def test_range_and_name(scorer, low, high, name):
    """Known of scikit-learn's own functions; a loss is shown as one."""
    scale = Scorer(scorer).scale(Classes.of(np.array([0, 1])))
    assert (scale.low, scale.high, scale.name) == (low, high, name)
    assert scale.kind == "approximate"
    assert scale.shown_negated is (scorer._sign < 0)


def accuracy_of(estimator, X, y):
    return (estimator.predict(X) == y).mean()


def test_a_callable_is_asked_with_the_model_and_its_rows():
    """As scikit-learn's searches ask it."""
    X, y = rows(2)
    found, model = scored(Called(accuracy_of), X, y, (200, 800))
    assert [s.value for s in found] == [
        accuracy_of(model, X[:200], y[:200]), accuracy_of(model, X, y),
    ]  # fmt: skip
    assert found[1].stderr == pytest.approx(math.sqrt(0.25 / 800), rel=0.6)


@pytest.mark.parametrize("value", [None, "0.5", {"a": 1}, [0.5], 1j, True])
def test_what_is_no_number_is_nonsense(value):
    """The candidate fails with a sentence."""
    X, y = rows(2)
    with pytest.raises(ValueError, match="the score must be a number; got"):
        scored(Called(lambda estimator, X, y: value), X, y, (200,))


def test_a_scorer_of_numbers():
    """Where candidates are regressors, what `predict` gives are numbers."""
    scorer = make_scorer(median_absolute_error, greater_is_better=False)
    metric = metric_named(scorer, "regressor")
    X = np.random.default_rng(0).normal(size=(400, 2))
    y = X[:, 0] + X[:, 1] ** 2
    model, target = LinearRegression().fit(X, y), Numbers.of(y)
    assert metric.needs == "numbers"
    assert metric_named(make_scorer(fbeta_score, beta=2)).needs == "labels"
    (score,) = metric.measure(y, output_of(model, X, "numbers", target), (400,), target)
    assert score.value == pytest.approx(scorer(model, X, y))
    assert score.stderr > 0
    assert metric.scale(target).kind == "approximate"


class TestNames:
    def test_the_list_is_complete(self):
        """Whoever mistypes a name reads every name that is taken, and no other."""
        with pytest.raises(InvalidInput, match="`scoring` must be one of") as caught:
            single_metric("neg_median_absolut_error")
        listed = set(ast.literal_eval(re.search(r"\[.*\]", str(caught.value))[0]))
        assert "Did you mean 'neg_median_absolute_error'?" in str(caught.value)
        for name in listed:
            single_metric(name)
        for name in set(get_scorer_names()) - listed:
            with pytest.raises(ValueError, match="`scoring`"):
                single_metric(name)

    @pytest.mark.parametrize("scoring", ["max_error", "neg_max_error", make_scorer(max_error)])
    def test_the_largest_error_is_refused(self, scoring):
        """By name or as a scorer: samples say nothing about it."""
        with pytest.raises(NotSupported, match="the largest error among all rows"):
            single_metric(scoring)
