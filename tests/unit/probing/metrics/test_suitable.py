"""Which scores suit classifiers, and which regressors."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.metrics import get_scorer, make_scorer, median_absolute_error

from nearbest.data.numbers import Numbers
from nearbest.errors import InvalidInput
from nearbest.probing.metrics.named import OF_CLASSES, OF_NUMBERS, metrics_named
from nearbest.probing.metrics.row_score import RowScore
from nearbest.probing.metrics.suitable import check_suitable

#: Names that scikit-learn has for scores of numbers, beyond those with a bound of their own.
APPROXIMATE = (
    "explained_variance",
    "neg_median_absolute_error",
    "neg_mean_squared_log_error",
    "neg_root_mean_squared_log_error",
    "neg_mean_gamma_deviance",
    "d2_absolute_error_score",
)


def largest_share(y, predicted):
    """A function of the user's own, of which nobody knows what it is made for."""
    return float(np.mean(np.abs(y - predicted) < 1))


@pytest.mark.parametrize("name", [*OF_NUMBERS, *APPROXIMATE])
def test_scores_of_numbers_are_for_regressors(name):
    """By their names."""
    metrics = metrics_named(name)
    check_suitable("regressor", metrics)
    with pytest.raises(InvalidInput, match=f"'{name}' needs regressors"):
        check_suitable("classifier", metrics)


@pytest.mark.parametrize("name", [*OF_CLASSES, "jaccard_macro"])
def test_scores_of_classes_are_for_classifiers(name):
    """One among several is enough to refuse them."""
    check_suitable("classifier", metrics_named(name))
    with pytest.raises(InvalidInput, match=f"'{name}' needs classifiers"):
        check_suitable("regressor", metrics_named([name]))


def test_a_score_among_several_is_named():
    """The one that does not suit."""
    with pytest.raises(InvalidInput, match="'f1' needs classifiers"):
        check_suitable("regressor", metrics_named(["r2", "f1"]))


@pytest.mark.parametrize("learns", ["classifier", "regressor", None])
def test_what_nobody_knows_suits_all(learns):
    """Scorers of the user's own, and callables."""
    check_suitable(learns, metrics_named(make_scorer(largest_share)))
    check_suitable(learns, metrics_named(lambda estimator, X, y: 0.5))


def test_a_row_score_says_what_it_needs():
    """Numbers or labels."""
    check_suitable("regressor", metrics_named(RowScore(largest_share, 0, 1, needs="numbers")))
    with pytest.raises(InvalidInput, match="'largest_share' needs classifiers"):
        check_suitable("regressor", metrics_named(RowScore(largest_share, 0, 1)))


@pytest.mark.parametrize(
    "scorer", [*map(get_scorer, APPROXIMATE), make_scorer(largest_share)], ids=repr
)
def test_the_same_as_scikit_learn(scorer):
    """On all rows and on the first, with a standard error."""
    rng = np.random.default_rng(0)
    X = rng.random((600, 3))
    y = 1 + X @ [1.0, 2.0, 3.0] + 0.1 * rng.random(600)
    model = Ridge().fit(X, y)
    (metric,) = metrics_named(scorer).values()
    first, score = metric.measure(y, model.predict(X), (200, 600), Numbers.of(y))
    assert score.value == pytest.approx(scorer(model, X, y))
    assert first.value == pytest.approx(scorer(model, X[:200], y[:200]))
    assert score.stderr is not None
    assert metric.scale(Numbers.of(y)).kind == "approximate"


def test_a_scorer_of_a_known_function_asks_for_numbers():
    """So that `check_suitable` needs to know nothing of scikit-learn."""
    (metric,) = metrics_named(make_scorer(median_absolute_error)).values()
    assert metric.needs == "numbers"
