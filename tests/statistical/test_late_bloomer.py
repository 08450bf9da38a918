"""A learner that breaks fitness: its training score rises with the sample, as SGD's does."""

from functools import partial

import numpy as np
import pytest

from nearbest.race.answer.certify import certify
from nearbest.race.bounds import Exact, Hoeffding
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import UCB, GradientCI, RoundRobin

from .chance import assert_rare

SIZES = (500, 1_000, 2_000, 4_000, 8_000, 16_000)
N_TEST, EPSILON, RUNS = 4_000, 0.02, 100
SCHEDULERS = [GradientCI(), UCB(), RoundRobin()]


def level(name, size):
    """The share of rows that the model from a sample gets right."""
    steady = {"steady": 0.75, "weak": 0.6}
    return steady.get(name) or 0.6 + 0.05 * SIZES.index(size)


class RisingWorld:
    """A split in which the late bloomer gains 0.05 with each doubling, up to 0.85.

    A row is right where its difficulty is below the model's level, so that later
    models are right wherever earlier ones were, on training rows too; there they are as
    good as the last one from the start where they are `fitting`, so that fitness holds.
    """

    def __init__(self, rng, paired=True, fitting=False, **options):
        names = ("steady", "late bloomer", "weak")
        self.plan = Plan(dict.fromkeys(names, SIZES), N_TEST, epsilon=EPSILON, **options)
        self._train, self._test = rng.random((2, len(names), SIZES[-1]))
        self._test = self._test[:, :N_TEST]
        self._paired, self._fitting = paired, fitting

    def observe(self, name, size):
        i, share = self.plan.index[name], level(name, size)
        fitted = level(name, SIZES[-1]) if self._fitting else share
        right = (self._train[i, :size] < fitted).cumsum()
        prefixes = tuple(int(right[s - 1]) for s in SIZES if s <= size)
        n_test = self.plan.n_test_for(name, size)
        correct = int((self._test[i, :n_test] < share).sum())
        return Observation.of_counts(
            name,
            size,
            n_test,
            prefixes[-1],
            correct,
            prefixes if self._paired else (),
            SIZES,
            fit_time=size / 1_000,
        )


def race_of(world, bounds, scheduler, rule=None):
    race = Race(world.plan, bounds, rule=rule)
    while not race.decided and (tasks := scheduler.ask(race, (), 1)):
        race.tell(world.observe(tasks[0].configuration, tasks[0].n_train))
    return race


def races(bounds, scheduler, paired=True, seed=7):
    rng = np.random.default_rng(seed)
    return [race_of(RisingWorld(rng, paired), bounds, scheduler) for _ in range(RUNS)]


def count_lost(played):
    return sum(race.winner != "late bloomer" for race in played)


lost_is_rare = partial(assert_rare, runs=RUNS, probability=0.05)


@pytest.mark.parametrize("scheduler", SCHEDULERS, ids=repr)
@pytest.mark.parametrize(
    "bounds", [Exact(self_check=False), Hoeffding()], ids=["exact", "paper"]
)
def test_without_the_self_check_it_is_lost(bounds, scheduler):
    """Its training score on a small sample bounds it below what it will reach."""
    lost = count_lost(races(bounds, scheduler))
    assert lost > 0.9 * RUNS
    with pytest.raises(AssertionError, match="misses in"):
        lost_is_rare(lost)


@pytest.mark.parametrize("scheduler", SCHEDULERS, ids=repr)
def test_with_the_self_check_it_is_not_lost_and_it_is_reported(scheduler):
    """Paired counts raise its upper bound, and the certificate says by how much."""
    played = races(Exact(), scheduler)
    lost_is_rare(count_lost(played))
    false_alarms = 0
    for race in played:
        seen = {v.configuration: v for v in certify(race).violations}
        assert seen["late bloomer"].assumption == "fitness"
        assert seen["late bloomer"].magnitude > 0.02
        false_alarms += len(seen) > 1
    assert_rare(false_alarms, RUNS, 0.05)


def test_recorded_curves_without_paired_counts_do_not_lose_it_either():
    """The unpaired rise of the training score serves where nothing else was recorded."""
    lost_is_rare(count_lost(races(Exact(), GradientCI(), paired=False)))
