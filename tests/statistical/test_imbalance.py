"""Rare positives, ties and weights: coverage and the ε-guarantee of every kind, δ = 0.05."""

import numpy as np
import pytest
from sklearn.metrics import make_scorer

from nearbest.data.shuffle import stratified
from nearbest.data.target import Classes
from nearbest.data.weights import Weights
from nearbest.probing.metrics.named import metric_named
from nearbest.probing.metrics.weighted import measured, weighted
from nearbest.race.bounds import Exact, kl
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import RoundRobin

from .chance import assert_rare

DELTA = 0.05
SIZES, N_TEST = (500, 1_000, 4_000), 2_000
N_ROWS = SIZES[-1] + N_TEST
STRENGTHS = (2.0, 1.8, 1.2)


class World:
    """One random split, and learners that say the same of each row from any sample.

    So fitness and exploitativeness hold with equality, and all misses are the bound's.
    """

    def __init__(self, said, y, rng, scoring, weights=None, strata=False, epsilon=0.05):
        target, w = Classes.of(y), np.ones(len(y)) if weights is None else weights
        sums = tuple(np.bincount(y, w).tolist())
        known = None if weights is None else Weights(float(w.mean()), float(w.max()), sums)
        self._metric, self._target = weighted(metric_named(scoring), known), target
        self._said, self._y, self._w = said, y, weights
        order = rng.permutation(len(y))
        self._train, self._test, even = order[N_TEST:], order[:N_TEST], None
        if strata:
            shuffle = stratified(y, N_TEST, rng)
            self._train, self._test, even = shuffle.train, shuffle.test, shuffle.strata
        n_test = len(self._test)
        self.sizes = (*SIZES[:-1], len(self._train))
        self.plan = Plan(
            {str(i): self.sizes for i in range(len(said))},
            n_test,
            epsilon=epsilon,
            scale=self._metric.scale(target),
            n_test_pairs=int(np.bincount(y[self._test], minlength=2).min()),
            strata=even,
        )
        found = [self._scores(i, self._test, (n_test,))[0].value for i in range(len(said))]
        self.truth = np.array(found)

    def _scores(self, i, rows, sizes):
        w = None if self._w is None else self._w[rows]
        said = self._said[i][rows]
        return measured(self._metric, self._y[rows], said, sizes, self._target, w)

    def observe(self, name, size):
        n_test = self.plan.n_test_for(name, size)
        prefixes = self._scores(
            int(name), self._train[:size], [s for s in self.sizes if s <= size]
        )
        (tested,) = self._scores(int(name), self._test[:n_test], (n_test,))
        return Observation(name, size, n_test, prefixes[-1], tested, prefixes, fit_time=size)

    def is_missed(self):
        estimate = Exact().estimator(self.plan)
        for name, truth in zip(self.plan.names, self.truth, strict=True):
            found = estimate([self.observe(name, s) for s in self.sizes[:-1]]).interval
            if not found.lower - 1e-9 <= truth <= found.upper + 1e-9:
                return True
        return False

    def play(self):
        race, scheduler = Race(self.plan, Exact()), RoundRobin()
        while not race.decided and (tasks := scheduler.ask(race, (), 1)):
            for task in tasks:
                race.tell(self.observe(task.configuration, task.n_train))
        return race


def values_of(y, rng, strengths):
    return np.array(strengths)[:, None] * y + rng.normal(size=(len(strengths), len(y)))


def labels(values):
    """By one threshold, which finds some of the positives."""
    return (values > 1.5).astype(int)


def probabilities(values):
    """Confident ones, and wrong at times."""
    p = 1 / (1 + np.exp(-3 * (values - 2)))
    return np.stack([1 - p, p], axis=-1)


def tied_probabilities(values):
    """Four different ones, as of a small tree."""
    return probabilities(np.clip(np.round(values), 0, 3))


def tied(values):
    return np.clip(np.round(values), -1, 3)


def worlds(scoring, shape, share, runs, seed=31, strengths=STRENGTHS, weigh=None, **options):
    rng = np.random.default_rng(seed)
    y = (np.arange(N_ROWS) < share * N_ROWS).astype(int)
    said = shape(values_of(y, rng, strengths))
    weights = None if weigh is None else weigh(y, rng)
    return (World(said, y, rng, scoring, weights, **options) for _ in range(runs))


@pytest.mark.parametrize("share", [0.1, 0.01])
@pytest.mark.parametrize(
    ("scoring", "shape"),
    [
        ("accuracy", labels),
        ("neg_log_loss", tied_probabilities),
        ("neg_brier_score", probabilities),
        ("roc_auc", tied),
    ],
)
@pytest.mark.parametrize("strata", [False, True])
def test_all_intervals_hold_at_once(scoring, shape, share, strata):
    """Of counts, means over rows and pairs, plain and with classes kept even."""
    runs = 60
    missed = sum(w.is_missed() for w in worlds(scoring, shape, share, runs, strata=strata))
    assert_rare(missed, runs, DELTA)


def by_class(y, rng):
    """The rare class counts fifty times."""
    return np.where(y == 1, 50.0, 1.0)


def heavy(y, rng):
    """A few rows have much of all weight."""
    return rng.pareto(1.5, len(y)) + 0.1


@pytest.mark.parametrize("weigh", [by_class, heavy])
@pytest.mark.parametrize(
    ("scoring", "shape"),
    [("accuracy", labels), ("neg_log_loss", tied_probabilities), ("balanced_accuracy", labels)],
)
def test_all_intervals_hold_at_once_with_weights(scoring, shape, weigh):
    """Whose largest decides what a row may lose."""
    runs = 60
    missed = sum(w.is_missed() for w in worlds(scoring, shape, 0.05, runs, weigh=weigh))
    assert_rare(missed, runs, DELTA)


def test_a_bound_that_takes_weights_for_rows_is_caught(monkeypatch):
    """Were the loss of every row taken to be that of a mean one, intervals would miss."""

    def far_too_narrow(mean, s, t, alpha):
        return min(1.0, mean + 0.02 * (kl.highest_whole(mean, s, alpha) - mean))

    monkeypatch.setattr(kl, "highest_mean", far_too_narrow)
    runs = 30
    missed = sum(w.is_missed() for w in worlds("accuracy", labels, 0.05, runs, weigh=heavy))
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(missed, runs, DELTA)


def f2(y, said):
    """Quicker than scikit-learn's, which would be asked thousands of times."""
    return 5 * (y * said).sum() / max(4 * y.sum() + said.sum(), 1)


def test_intervals_of_a_scorer_hold_about_as_often_as_they_say():
    """Where the rarer class has some dozens of rows in the smallest sample."""
    runs, scorer = 20, make_scorer(f2)
    missed = sum(w.is_missed() for w in worlds(scorer, labels, 0.1, runs))
    assert_rare(missed, runs, DELTA)


@pytest.mark.parametrize(
    ("scoring", "shape", "epsilon"),
    [
        ("roc_auc", tied, 0.1),
        ("neg_log_loss", tied_probabilities, 0.05),
        ("neg_brier_score", probabilities, 0.02),
        ("average_precision", tied, 0.2),
    ],
)
def test_the_choice_is_within_epsilon_of_the_best(scoring, shape, epsilon):
    """With positives of 5 %, no more than δ of the races lose more than they say."""
    lost = wrong_gap = early = 0
    runs, options = 40, {"strengths": (1.0, 3.0, 1.0), "epsilon": epsilon}
    for world in worlds(scoring, shape, 0.05, runs, 32, **options):
        race = world.play()
        assert race.decided
        loss = world.truth.max() - world.truth[int(race.winner)]
        lost += loss > epsilon
        wrong_gap += loss > race.gap(race.winner) + 1e-9
        early += not all(race.exhausted(each) for each in race.plan.names)
    assert_rare(lost, runs, DELTA)
    assert_rare(wrong_gap, runs, DELTA)
    assert early > 0
