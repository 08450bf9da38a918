"""Means over rows of a bounded loss: coverage and the ε-guarantee, δ = 0.05."""

import numpy as np
import pytest

from nearbest.race.bounds import KL, Exact, kl
from nearbest.race.schedulers import UCB, GradientCI, RoundRobin
from nearbest.race.score import Scale

from .chance import assert_rare
from .test_coverage import missed_by_any
from .worlds import N_ROWS, World, play

DELTA = 0.05
#: As for log loss with probabilities clipped to [0.001, 0.999].
LOSS = Scale("loss", low=-6.9, high=0.0, kind="row means", shown_negated=True)
MEANS = (0.9, 0.88, 0.85, 0.8, 0.6)


def skewed(rng, means):
    """Most rows near the top, few far below: losses of a good classifier."""
    weight = 1.5
    return rng.beta(weight * means, weight * (1 - means))


def all_or_nothing(rng, means):
    """Every row at one end of the range: the widest spread there can be."""
    return (rng.random(means.shape) < means).astype(float)


def narrow(rng, means):
    """Rows that hardly differ."""
    return np.clip(means + rng.normal(0, 0.01, means.shape), 0, 1)


def rare_disasters(rng, means):
    """One row in fifty lost completely, and all others alike."""
    rest = np.clip(means + 0.02, 0, 1)
    return np.where(rng.random(means.shape) < 0.02, 0.0, rest)


SHAPES = [skewed, all_or_nothing, narrow, rare_disasters]


def one_model_each(rng, shape, means=MEANS):
    """The values of every row under a single model for each learner."""
    return shape(rng, np.broadcast_to(np.array(means)[:, None, None], (len(means), 1, N_ROWS)))


def several_models_each(rng, shape, means=MEANS, n_models=6):
    """Models around each learner's mean, among which the training loss decides."""
    around = np.clip(
        np.array(means)[:, None] + rng.normal(0, 0.02, (len(means), n_models)), 0, 1
    )
    return shape(rng, np.broadcast_to(around[:, :, None], (*around.shape, N_ROWS)))


def count_missed(bounds, shape, runs, classes=None, seed=12):
    rng = np.random.default_rng(seed)
    models = one_model_each(rng, shape)
    if classes is not None:  # whose rows are not alike
        models = np.clip(models - 0.1 * classes, 0, 1)
    worlds = (World(models, rng, classes=classes, scale=LOSS) for _ in range(runs))
    return sum(missed_by_any(world, bounds) for world in worlds)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("self_check", [True, False])
def test_all_intervals_hold_at_once(shape, self_check):
    """Whatever the rows' values look like, only their mean and range count."""
    assert_rare(count_missed(Exact(self_check=self_check), shape, 400), 400, DELTA)


@pytest.mark.parametrize("shape", SHAPES)
def test_stratified_intervals_hold_at_once(shape):
    """Interleaved classes on which the losses differ."""
    classes = np.arange(N_ROWS) % 3
    assert_rare(count_missed(KL(), shape, 300, classes), 300, DELTA)


def test_an_alpha_far_too_large_is_caught(monkeypatch):
    """The same check fails where δ is overspent."""
    tail = kl.highest_mean
    monkeypatch.setattr(
        kl, "highest_mean", lambda a, s, t, alpha: tail(a, s, t, min(0.9, 10_000 * alpha))
    )
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(count_missed(KL(), all_or_nothing, 400), 400, DELTA)


@pytest.mark.parametrize("shape", SHAPES)
def test_upper_bounds_hold_for_learners_that_minimise_their_training_loss(shape):
    """Fitness is all that the upper bound needs; the lower one holds for its own model."""
    rng, runs, misses = np.random.default_rng(13), 300, 0
    for _ in range(runs):
        world = World(several_models_each(rng, shape), rng, scale=LOSS)
        estimate = Exact().estimator(world.plan)
        missed = False
        for name, sizes in world.plan.sizes.items():
            found = estimate([world.observe(name, s) for s in sizes[:-1]])
            missed |= found.interval.lower > world.accuracy(name, found.attained_at) + 1e-9
            missed |= found.interval.upper < world.accuracies[int(name)] - 1e-9
        misses += missed
    assert_rare(misses, runs, DELTA)


class Tally:
    """Races that lose more than ε or than certified, and those decided before full runs."""

    epsilon = 0.35
    #: Whoever takes another than the best loses more than ε in most splits.
    means = (0.84, 0.84, 0.9, 0.84, 0.84, 0.5)

    def __init__(self, shape, scheduler, runs, bounds=None, seed=14):
        rng = np.random.default_rng(seed)
        models = one_model_each(rng, shape, self.means)
        self.lost, self.wrong_gap, self.early = 0, 0, 0
        for _ in range(runs):
            world = World(models, rng, scale=LOSS, epsilon=self.epsilon)
            race = play(world, bounds or Exact(), scheduler)
            assert race.decided
            winner = race.winner
            loss = world.accuracies.max() - world.accuracies[int(winner)]
            self.lost += loss > self.epsilon
            self.wrong_gap += loss > race.gap(winner) + 1e-9
            self.early += not all(race.exhausted(name) for name in race.plan.names)


@pytest.mark.parametrize("scheduler", [GradientCI(), UCB(), RoundRobin()], ids=repr)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_choice_is_within_epsilon_of_the_best(shape, scheduler):
    """No more than δ of the races lose more than ε, or more than the certified gap."""
    tally = Tally(shape, scheduler, 150)
    assert_rare(tally.lost, 150, DELTA)
    assert_rare(tally.wrong_gap, 150, DELTA)
    assert tally.early == 150


def test_races_that_are_too_sure_are_caught(monkeypatch):
    """With α far too large the same check fails."""
    tail = kl.highest_mean
    monkeypatch.setattr(
        kl, "highest_mean", lambda a, s, t, alpha: tail(a, s, t, min(0.95, 10_000 * alpha))
    )
    tally = Tally(all_or_nothing, RoundRobin(), 300, KL(self_check=False))
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(tally.wrong_gap, 300, DELTA)
