"""The race's promise: within ε of the best with confidence 1 − δ = 0.95."""

import numpy as np
import pytest

from nearbest.race.answer.certify import certify
from nearbest.race.bounds import Exact, Hoeffding, exact
from nearbest.race.schedulers import UCB, GradientCI, RoundRobin

from .chance import assert_rare
from .worlds import N_ROWS, World, one_model_each, play, several_models_each

RUNS = 400
DELTA = 0.05
EPSILON = 0.03
#: Whoever takes another than the best loses more than ε in most splits.
ACCURACIES = (0.74, 0.74, 0.8, 0.74, 0.74, 0.74, 0.74, 0.5)

SCHEDULERS = [GradientCI(), UCB(), RoundRobin()]
BOUNDS = {
    "joint": (Exact(two_steps=False), None),
    "two steps": (Exact(two_steps=True), None),
    "stratified": (Exact(), np.arange(N_ROWS) % 3),
    "hoeffding": (Hoeffding(), None),
}


class Tally:
    """Races lost by more than ε or than certified, and those decided before full runs."""

    def __init__(self, bounds, scheduler, classes=None, runs=RUNS, seed=5):
        rng = np.random.default_rng(seed)
        models = one_model_each(rng, ACCURACIES)
        self.lost, self.wrong_gap, self.early = 0, 0, 0
        for _ in range(runs):
            world = World(models, rng, classes=classes, epsilon=EPSILON)
            race = play(world, bounds, scheduler)
            certificate = certify(race)
            loss = world.accuracies.max() - world.accuracies[int(certificate.winner)]
            assert certificate.decided
            self.lost += loss > EPSILON
            self.wrong_gap += loss > certificate.gap + 1e-12
            self.early += not all(race.exhausted(name) for name in race.plan.names)


@pytest.mark.parametrize("scheduler", SCHEDULERS, ids=repr)
@pytest.mark.parametrize("kind", BOUNDS)
def test_the_choice_is_within_epsilon_of_the_best(kind, scheduler):
    """No more than δ of the races lose more than ε, or more than the certified gap."""
    tally = Tally(BOUNDS[kind][0], scheduler, BOUNDS[kind][1])
    assert_rare(tally.lost, RUNS, DELTA)
    assert_rare(tally.wrong_gap, RUNS, DELTA)
    assert tally.early == RUNS


@pytest.mark.parametrize("scheduler", SCHEDULERS, ids=repr)
def test_bounds_that_are_too_sure_are_caught(scheduler, monkeypatch):
    """With α ten thousand times too large the same check fails."""
    tail = exact.most
    monkeypatch.setattr(
        exact, "most", lambda x, s, t, alpha: tail(x, s, t, min(0.35, 10_000 * alpha))
    )
    tally = Tally(Exact(self_check=False), scheduler, runs=300)
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(tally.lost, 300, DELTA)


@pytest.mark.parametrize("scheduler", SCHEDULERS, ids=repr)
def test_the_better_model_of_the_winner_is_within_epsilon_under_fitness_alone(scheduler):
    """The full model or the one that attained the lower bound, without exploitativeness."""
    rng = np.random.default_rng(6)
    runs, lost = 150, 0
    for _ in range(runs):
        world = World(several_models_each(rng, ACCURACIES), rng, epsilon=EPSILON)
        race = play(world, Exact(), scheduler)
        winner = race.winner
        attained = race.tracks[winner].estimate.attained_at
        delivered = max(
            world.accuracy(winner, attained),
            world.accuracy(winner, race.plan.full_size(winner)),
        )
        lost += world.accuracies.max() - delivered > EPSILON
    assert_rare(lost, runs, DELTA)
