"""Coverage of all intervals at once, δ = 0.05."""

import numpy as np
import pytest

from nearbest.race.bounds import Exact, Hoeffding, exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan

from .chance import assert_rare
from .worlds import N_ROWS, World, one_model_each, several_models_each

RUNS = 1_000
DELTA = 0.05
ACCURACIES = (0.8, 0.78, 0.75, 0.7, 0.55)


def intervals_of(world, bounds):
    """Each learner's interval from all samples short of the full run."""
    estimate = bounds.estimator(world.plan)
    return [
        estimate([world.observe(name, s) for s in sizes[:-1]]).interval
        for name, sizes in world.plan.sizes.items()
    ]


def missed_by_any(world, bounds):
    """Whether any learner's accuracy lies outside its interval."""
    intervals = intervals_of(world, bounds)
    return any(a not in i for a, i in zip(world.accuracies, intervals, strict=True))


def missed_where_it_matters(world, bounds):
    """Whether any lower bound fails, or the upper bound of the best learner."""
    intervals, accuracies = intervals_of(world, bounds), world.accuracies
    best = int(np.argmax(accuracies))
    return accuracies[best] > intervals[best].upper or any(
        a < i.lower for a, i in zip(accuracies, intervals, strict=True)
    )


def count_missed(bounds, missed=missed_by_any, classes=None, seed=2):
    rng = np.random.default_rng(seed)
    models = one_model_each(rng, ACCURACIES)
    worlds = (World(models, rng, classes=classes) for _ in range(RUNS))
    return sum(missed(world, bounds) for world in worlds)


@pytest.mark.parametrize(
    "bounds", [Exact(), Exact(self_check=False), Hoeffding()], ids=["checked", "plain", "paper"]
)
def test_all_intervals_hold_at_once(bounds):
    """Where every sample gives the same model, all intervals of all sizes hold."""
    assert_rare(count_missed(bounds), RUNS, DELTA)


@pytest.mark.parametrize("self_check", [True, False])
def test_two_step_intervals_hold_for_the_best(self_check):
    """All lower bounds and the best learner's upper bound hold at once."""
    bounds = Exact(self_check=self_check, two_steps=True)
    assert_rare(count_missed(bounds, missed_where_it_matters), RUNS, DELTA)


def test_stratified_intervals_hold_at_once():
    """Interleaved classes on which learners differ are covered by the binomial."""
    classes = np.arange(N_ROWS) % 3
    assert_rare(count_missed(Exact(), classes=classes), RUNS, DELTA)


def too_sure(monkeypatch, factor):
    """Let every event of `Exact` happen `factor` times as often as it was paid for."""
    tail = exact.most
    monkeypatch.setattr(
        exact, "most", lambda x, s, t, alpha: tail(x, s, t, min(0.5, factor * alpha))
    )


@pytest.mark.parametrize("two_steps", [False, True])
def test_an_alpha_ten_thousand_times_too_large_is_caught(two_steps, monkeypatch):
    """The same check fails where δ is overspent."""
    too_sure(monkeypatch, 10_000)
    missed = missed_where_it_matters if two_steps else missed_by_any
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(count_missed(Exact(two_steps=two_steps), missed), RUNS, DELTA)


@pytest.mark.parametrize("two_steps", [False, True])
def test_upper_bounds_hold_for_learners_that_minimise_their_training_error(two_steps):
    """Fitness is all that the upper bound needs; the lower one holds for its own model."""
    rng = np.random.default_rng(3)
    bounds = Exact(two_steps=two_steps)
    misses = 0
    for _ in range(RUNS):
        world = World(several_models_each(rng, ACCURACIES), rng)
        estimate = bounds.estimator(world.plan)
        best = int(np.argmax(world.accuracies))
        missed = False
        for name, sizes in world.plan.sizes.items():
            found = estimate([world.observe(name, s) for s in sizes[:-1]])
            missed |= found.interval.lower > world.accuracy(name, found.attained_at)
            if int(name) == best or not two_steps:
                missed |= found.interval.upper < world.accuracies[int(name)]
        misses += missed
    assert_rare(misses, RUNS, DELTA)


class ManyLearners:
    """300 equally good learners with errors of their own; the best is picked on D_te."""

    n, s, n_train, n_test, share = 300, 400, 2_000, 500, 0.8

    def __init__(self, bounds):
        sizes = (self.s, self.n_train)
        plan = Plan({str(i): sizes for i in range(self.n)}, n_test=self.n_test)
        self._estimate = bounds.estimator(plan)

    def count_missed(self, runs, seed=4):
        """Races in which the best learner's upper bound is too low."""
        rng = np.random.default_rng(seed)
        n_rows = self.n_train + self.n_test
        marked = round(self.share * n_rows)
        right = rng.hypergeometric(marked, n_rows - marked, self.n_test, (runs, self.n))
        best, y = right.argmax(axis=1), right.max(axis=1)
        left = marked - y
        x = rng.hypergeometric(left, self.n_train - left, self.s)
        return sum(
            self._upper(str(i), int(seen)) < there / self.n_test
            for i, seen, there in zip(best, x, y, strict=True)
        )

    def _upper(self, name, correct):
        probe = Observation.of_counts(name, self.s, self.n_test, correct, self.n_test // 2)
        return self._estimate([probe]).interval.upper


@pytest.mark.parametrize("two_steps", [False, True])
def test_the_best_of_many_is_covered_though_it_was_picked_on_the_test_data(two_steps):
    """The union over n covers the learner that D_te favours."""
    many = ManyLearners(Exact(self_check=False, two_steps=two_steps))
    assert_rare(many.count_missed(5_000), 5_000, DELTA)


def test_dropping_n_from_the_joint_bound_is_caught(monkeypatch):
    """The best of many is picked by D_te, so that a bound for one learner misses it."""
    too_sure(monkeypatch, ManyLearners.n)
    many = ManyLearners(Exact(self_check=False, two_steps=False))
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(many.count_missed(5_000), 5_000, DELTA)


def test_dropping_n_from_the_second_of_two_steps_is_caught(monkeypatch):
    """The first step is paid once for all; the second is not."""
    tail = exact.most

    def second_step_for_one(x, s, t, alpha):
        step = t == ManyLearners.n_test
        return tail(x, s, t, min(0.9, alpha * ManyLearners.n) if step else alpha)

    monkeypatch.setattr(exact, "most", second_step_for_one)
    many = ManyLearners(Exact(self_check=False, two_steps=True))
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(many.count_missed(5_000), 5_000, DELTA)
