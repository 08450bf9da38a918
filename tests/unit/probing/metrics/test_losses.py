"""Losses of numbers: their ranges, and when these are of no use."""

import numpy as np
import pytest

from nearbest.data.numbers import Numbers
from nearbest.data.target import Classes
from nearbest.errors import InvalidInput
from nearbest.probing.metrics.absolute import (
    MeanAbsoluteError,
    MeanAbsolutePercentageError,
    MeanPinballLoss,
)
from nearbest.probing.metrics.losses import decimals_for
from nearbest.probing.metrics.named import OF_NUMBERS
from nearbest.probing.metrics.poisson import MeanPoissonDeviance
from nearbest.probing.metrics.squared import R2, MeanSquaredError, RootMeanSquaredError

EVEN = Numbers.of(np.linspace(1, 11, 1_000))


def test_ranges_by_hand():
    """From 1 to 11 a prediction is off by 10 at most."""
    assert MeanSquaredError().scale(EVEN).low == -100
    assert RootMeanSquaredError().scale(EVEN).low == -10
    assert MeanAbsoluteError().scale(EVEN).low == -10
    assert MeanPinballLoss(0.9).scale(EVEN).low == -9
    assert MeanAbsolutePercentageError().scale(EVEN).low == -10
    assert R2().scale(EVEN).low == pytest.approx(1 - 100 / EVEN.variance)
    assert R2().scale(EVEN).high == 1


def test_percentages_of_numbers_around_zero():
    """The one nearest to 0 may be predicted as the furthest."""
    target = Numbers.of(np.array([-2.0, -0.5, 1.0, 8.0]))
    assert MeanAbsolutePercentageError().most(target) == 1 + 8 / 0.5


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_no_prediction_loses_more_than_the_range_allows(name):
    """By trying labels and predictions all over it."""
    rng = np.random.default_rng(0)
    y = rng.gamma(2, size=400) + 0.1
    target, metric = Numbers.of(y), OF_NUMBERS[name]
    scale = metric.scale(target)
    for _ in range(50):
        predicted = rng.choice([*y, y.min(), y.max(), -5.0, 50.0], len(y))
        for label in (y.min(), y.max(), *rng.choice(y, 3)):
            labels = np.full(len(y), label)
            score = metric.measure(labels, predicted, (len(y),), target)[0].value
            assert scale.low <= score <= scale.high


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_rows_are_proved_where_tails_are_light(name):
    """A normal target of half a million rows is within reach."""
    y = 10 + np.random.default_rng(0).normal(size=500_000)
    scale = OF_NUMBERS[name].scale(Numbers.of(y))
    assert scale.kind == "row means"
    assert not scale.heavy_tails


def test_heavy_tails_are_told_by_the_labels_alone():
    """Squares of a lognormal target; absolute errors, and its logarithm, can be proved."""
    y = np.random.default_rng(0).lognormal(size=100_000)
    target = Numbers.of(y)
    for metric in (R2(), MeanSquaredError(), RootMeanSquaredError()):
        assert metric.scale(target).heavy_tails
        assert metric.scale(target).kind == "approximate"
    assert not MeanAbsoluteError().scale(target).heavy_tails
    assert not R2().scale(Numbers.of(np.log(y))).heavy_tails


def test_a_sample_without_the_extremes_is_not_taken_to_be_sure():
    """Its spread, relative to its mean, is at least that of a constant prediction."""
    y = np.random.default_rng(0).lognormal(sigma=2, size=100_000)
    target, tame = Numbers.of(y), np.sort(y)[40_000:40_500]
    (score,) = MeanSquaredError().measure(tame, tame + 1, (500,), target)
    squares = (y - y.mean()) ** 2
    relative = squares.std() / squares.mean()
    assert score.stderr == pytest.approx(relative * 1.0 / np.sqrt(500), rel=0.01)


def test_the_error_of_a_root_is_smaller_by_its_slope():
    """d√m = dm / 2√m; and R² has it in units of the variance."""
    y = np.random.default_rng(0).lognormal(sigma=2, size=100_000)
    target, predicted = Numbers.of(y), np.full(len(y), 5.0)
    mse, rmse, r2 = (
        metric.measure(y, predicted, (1_000,), target)[0]
        for metric in (MeanSquaredError(), RootMeanSquaredError(), R2())
    )
    assert rmse.stderr == pytest.approx(mse.stderr / (2 * -rmse.value))
    assert r2.stderr == pytest.approx(mse.stderr / target.variance)


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_classes_have_no_such_loss(name):
    """In a sentence."""
    with pytest.raises(InvalidInput, match=f"'{name}' needs numbers to predict; got classes"):
        OF_NUMBERS[name].scale(Classes.of(np.array([0, 1])))


@pytest.mark.parametrize(
    ("metric", "y", "why"),
    [
        (R2(), [1.0, 1.0, 1.0], "needs test rows whose target differs"),
        (MeanPoissonDeviance(), [-1.0, 2.0, 3.0], "never negative; the lowest is -1"),
        (MeanAbsolutePercentageError(), [0.0, 2.0, 3.0], "never 0"),
        (MeanSquaredError(), [-1e200, 0.0, 1e200], "finite numbers; its values reach from -1e"),
    ],
)
def test_targets_without_such_a_loss(metric, y, why):
    """One sentence before anything is trained."""
    with pytest.raises(InvalidInput, match=why), np.errstate(over="ignore"):
        metric.scale(Numbers.of(np.array(y)))


@pytest.mark.parametrize("alpha", [0, 1, -0.1, "0.5"])
def test_quantiles_lie_between_0_and_1(alpha):
    """The others are no quantiles."""
    with pytest.raises(InvalidInput, match=r"`alpha` must (lie|be a number) in"):
        MeanPinballLoss(alpha)


def test_decimals():
    """Four digits of what is usual, of any size."""
    assert [decimals_for(v) for v in (1e-6, 0.049, 0.5, 1.0, 99.0, 1e6, 0.0)] == [
        9, 5, 4, 3, 2, 0, 4,
    ]  # fmt: skip
