"""Every score of numbers beside scikit-learn's."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import PoissonRegressor, QuantileRegressor
from sklearn.metrics import get_scorer, make_scorer, mean_pinball_loss
from sklearn.tree import DecisionTreeRegressor

from nearbest.data.numbers import Numbers
from nearbest.probing.metrics.absolute import MeanPinballLoss
from nearbest.probing.metrics.named import OF_NUMBERS, key_of, metric_named

#: scikit-learn has the function, and no name for a scorer of it.
SCORERS = {
    **{name: get_scorer(name) for name in OF_NUMBERS if name != "neg_mean_pinball_loss"},
    "neg_mean_pinball_loss": make_scorer(mean_pinball_loss, greater_is_better=False),
}
#: Predictions of these models lie within the range of the target, so that none is clipped.
MODELS = {
    "tree": DecisionTreeRegressor(max_depth=3),
    "forest": RandomForestRegressor(5, max_depth=5, random_state=0),
    "quantiles": QuantileRegressor(quantile=0.5, alpha=100.0, fit_intercept=True),
    "counts": PoissonRegressor(alpha=1e3),
}


def rows(factor=1.0, n=600):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(n, 3))
    return X, factor * (1 + rng.poisson(np.exp(1 + 0.5 * X[:, 0])) + rng.random(n))


@pytest.mark.parametrize("factor", [1.0, 1e-7, 1e9])
@pytest.mark.parametrize("name", OF_NUMBERS)
def test_the_same_as_scikit_learn(name, factor):
    """On all test rows, for targets of any scale."""
    X, y = rows(factor)
    target, metric = Numbers.of(y), OF_NUMBERS[name]
    for model in MODELS.values():
        fitted = model.fit(X, y)
        *_, score = metric.measure(y, fitted.predict(X), (200, len(y)), target)
        assert score.value == pytest.approx(SCORERS[name](fitted, X, y), rel=1e-9)
        scale = metric.scale(target)
        assert scale.low <= score.value <= scale.high


@pytest.mark.parametrize("name", [n for n in OF_NUMBERS if n != "r2"])
def test_the_same_on_the_first_rows(name):
    """But for R², whose variance is that of all test rows."""
    X, y = rows()
    fitted = MODELS["tree"].fit(X, y)
    first, _ = OF_NUMBERS[name].measure(y, fitted.predict(X), (200, len(y)), Numbers.of(y))
    expected = SCORERS[name](fitted, X[:200], y[:200])
    assert first.value == pytest.approx(expected, rel=1e-9)


def test_r2_on_the_first_rows_is_the_squared_error_on_another_scale():
    """With the variance of all test rows: so a bound of the one is a bound of the other."""
    X, y = rows()
    predicted = MODELS["tree"].fit(X, y).predict(X)
    target, sizes = Numbers.of(y), (100, 300, 600)
    errors = OF_NUMBERS["neg_mean_squared_error"].measure(y, predicted, sizes, target)
    found = OF_NUMBERS["r2"].measure(y, predicted, sizes, target)
    assert [s.value for s in found] == pytest.approx([1 + e.value / y.var() for e in errors])


@pytest.mark.parametrize("alpha", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("name", OF_NUMBERS)
def test_no_constant_prediction_is_better_than_the_best_one(name, alpha):
    """By trying many."""
    y = rows()[1]
    metric, target = OF_NUMBERS[name], Numbers.of(y)
    if name == "neg_mean_pinball_loss":
        metric = MeanPinballLoss(alpha)
    best = metric.constant(target)
    tried = [
        metric.measure(y, np.full(len(y), each), (len(y),), target)[0].value
        for each in [*np.quantile(y, np.linspace(0, 1, 301)), y.mean(), *np.unique(y)]
    ]
    assert max(tried) == pytest.approx(best, rel=1e-9, abs=1e-9)


def test_the_constant_is_about_the_same_where_test_rows_are_summed_up():
    """More rows than are kept one by one."""
    rng = np.random.default_rng(0)
    y = rng.lognormal(size=50_000)
    target = Numbers.of(y)
    assert len(target.points) == 1_000
    for name, metric in OF_NUMBERS.items():
        constant = metric.best_constant(target)
        score = metric.measure(y, np.full(len(y), constant), (len(y),), target)[0].value
        assert metric.constant(target) == pytest.approx(score, rel=1e-3, abs=1e-9), name


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_a_scorer_is_the_metric_of_its_name(name):
    """Whoever passes the object gets what the name stands for."""
    assert metric_named(SCORERS[name]) == OF_NUMBERS[name]
    assert key_of(metric_named(SCORERS[name])) == name


def test_a_quantile_is_told_by_a_scorer():
    """As scikit-learn has no names for quantiles."""
    scorer = make_scorer(mean_pinball_loss, greater_is_better=False, alpha=0.9)
    assert metric_named(scorer) == MeanPinballLoss(0.9)


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_predictions_beyond_the_target_are_clipped(name):
    """To its range: without a limit on what a row can lose there is no bound."""
    y = rows()[1]
    target, metric, n = Numbers.of(y), OF_NUMBERS[name], len(y)
    for beyond, end in ((1e6, y.max()), (-1e6, y.min())):
        far, near = (
            metric.measure(y, np.full(n, value), (n,), target)[0] for value in (beyond, end)
        )
        assert far == near
        assert far.value >= metric.scale(target).low


@pytest.mark.parametrize("name", OF_NUMBERS)
@pytest.mark.parametrize(
    ("said", "why"),
    [
        (np.full(600, np.nan), "NaN or infinite"),
        (np.full(600, np.inf), "NaN or infinite"),
        (np.full(600, "many"), "not numbers"),
        (np.zeros((600, 2)), "shape"),
    ],
)
def test_nonsense_is_refused(name, said, why):
    """A model that says so has failed."""
    y = rows()[1]
    with pytest.raises(ValueError, match=why):
        OF_NUMBERS[name].measure(y, said, (600,), Numbers.of(y))
