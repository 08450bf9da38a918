"""Losses of numbers, skewed and with heavy tails: coverage and the ε-guarantee, δ = 0.05."""

import numpy as np
import pytest

from nearbest.data.numbers import Numbers
from nearbest.probing.metrics import losses
from nearbest.probing.metrics.named import OF_NUMBERS
from nearbest.race.bounds import KL, Exact, kl
from nearbest.race.plan import Plan

from .chance import assert_rare
from .fixed_outputs import FixedOutputs

DELTA = 0.05
SIZES, N_TEST = (500, 1_000, 2_000, 8_000), 4_000
N_ROWS = SIZES[-1] + N_TEST
#: What each learner's predictions are off by, in shares of the target's deviation.
NOISES = (0.3, 0.35, 0.5, 0.9)


def normal(rng):
    """Tails that end soon."""
    return 10 + rng.normal(size=N_ROWS)


def skewed(rng):
    """As waiting times: most are short."""
    return rng.exponential(size=N_ROWS) + 0.05


def counts(rng):
    """Many zeros."""
    return rng.poisson(rng.gamma(0.7, 2.0, N_ROWS)).astype(float)


def lognormal(rng):
    """As incomes: a few rows have most of the variance."""
    return rng.lognormal(sigma=1.2, size=N_ROWS)


def student(rng):
    """Tails on both sides, with a variance and hardly more."""
    return rng.standard_t(3, size=N_ROWS)


def drawn_towards_mean(y, noise, rng):
    """Predictions that miss extremes most, as models do, and are noisy besides."""
    part = 1 - noise**2
    centre = np.median(y)
    return centre + part * (y - centre) + noise * 0.3 * y.std() * rng.normal(size=len(y))


class Guessed(FixedOutputs):
    """A split of numbers, and the score of that name."""

    def __init__(self, predicted, y, rng, name, epsilon):
        super().__init__(predicted, y, rng, OF_NUMBERS[name], N_TEST, Numbers.of)
        share = abs(self._metric.constant(self.target)) or 1.0
        self.plan = Plan(
            {str(i): SIZES for i in range(len(predicted))},
            N_TEST,
            epsilon=epsilon * share,
            scale=self._metric.scale(self.target),
        )

    def rounding(self, truth):
        """Losses have any size."""
        return 1e-9 * abs(truth)


def worlds(name, shape, runs, seed=31, noises=NOISES, epsilon=0.1, n_tables=10):
    """Splits of several tables each: a table's extremes decide how hard it is."""
    rng = np.random.default_rng(seed)
    for _ in range(n_tables):
        y = shape(rng)
        predicted = np.array([drawn_towards_mean(y, noise, rng) for noise in noises])
        for _ in range(runs // n_tables):
            yield Guessed(predicted, y, rng, name, epsilon)


PROVED = [
    ("r2", normal),
    ("neg_root_mean_squared_error", skewed),
    ("neg_mean_absolute_error", skewed),
    ("neg_mean_absolute_error", lognormal),
    ("neg_mean_absolute_error", student),
    ("neg_mean_absolute_percentage_error", normal),
    ("neg_mean_poisson_deviance", counts),
    ("neg_mean_pinball_loss", skewed),
]


@pytest.mark.parametrize(("name", "shape"), PROVED)
def test_all_intervals_hold_at_once(name, shape):
    """Whatever the losses look like, their range is known and holds."""
    found = list(worlds(name, shape, 200))
    assert {world.plan.scale.kind for world in found} == {"row means"}
    assert_rare(sum(world.is_missed(Exact()) for world in found), len(found), DELTA)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("r2", lognormal),
        ("r2", student),
        ("neg_mean_squared_error", lognormal),
        ("neg_root_mean_squared_error", student),
    ],
)
def test_approximate_intervals_hold_about_as_often_as_they_say(name, shape):
    """Heavy tails, whose few extreme rows decide."""
    found = [w for w in worlds(name, shape, 400, n_tables=20) if w.plan.scale.heavy_tails]
    assert len(found) > 200
    assert_rare(sum(world.is_missed(Exact()) for world in found), len(found), DELTA)


def test_the_spread_of_a_sample_alone_is_caught(monkeypatch):
    """It may hold none of the extreme rows, and is then far too sure."""
    monkeypatch.setattr(
        losses.MeanLoss,
        "_error",
        lambda self, found, target: float(found.std()) / np.sqrt(len(found)),
    )
    found = [w for w in worlds("r2", lognormal, 400, n_tables=20) if w.plan.scale.heavy_tails]
    missed = sum(world.is_missed(Exact()) for world in found)
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(missed, len(found), DELTA)


def test_an_alpha_far_too_large_is_caught(monkeypatch):
    """The same check fails where δ is overspent."""
    tail = kl.highest_mean
    monkeypatch.setattr(
        kl, "highest_mean", lambda a, s, t, alpha: tail(a, s, t, min(0.99, 1e6 * alpha))
    )
    found = list(worlds("neg_mean_absolute_error", skewed, 200))
    missed = sum(world.is_missed(KL()) for world in found)
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(missed, len(found), DELTA)


@pytest.mark.parametrize(
    ("name", "shape", "epsilon"),
    [
        ("r2", normal, 0.1),
        ("neg_root_mean_squared_error", skewed, 0.1),
        ("neg_mean_absolute_error", lognormal, 0.1),
        ("neg_mean_poisson_deviance", counts, 0.1),
        ("r2", lognormal, 0.1),
        ("neg_mean_squared_error", student, 0.1),
    ],
)
def test_the_choice_is_within_epsilon_of_the_best(name, shape, epsilon):
    """No more than δ of the races lose more than ε, or more than the certified gap."""
    lost = wrong_gap = early = runs = 0
    options = {"noises": (0.6, 0.3, 0.6, 0.95), "epsilon": epsilon, "n_tables": 20}
    for world in worlds(name, shape, 200, 32, **options):
        race = world.play(Exact())
        assert race.decided
        loss = world.truth.max() - world.truth[int(race.winner)]
        lost += loss > world.plan.epsilon
        wrong_gap += loss > race.gap(race.winner) + 1e-9 * abs(world.truth.max())
        early += not all(race.exhausted(each) for each in race.plan.names)
        runs += 1
    assert_rare(lost, runs, DELTA)
    assert_rare(wrong_gap, runs, DELTA)
    assert early > 0
