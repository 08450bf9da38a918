"""ROC AUC by pairs, and approximate scores: coverage and the ε-guarantee, δ = 0.05."""

import numpy as np
import pytest

from nearbest.data.target import Classes
from nearbest.probing.metrics import METRICS
from nearbest.race.bounds import Exact, Pairs, pairs
from nearbest.race.plan import Plan

from .chance import assert_rare
from .fixed_outputs import FixedOutputs

DELTA = 0.05
SIZES, N_TEST = (250, 1_000, 4_000), 2_000
N_ROWS = SIZES[-1] + N_TEST
#: How far apart each learner's values of both classes are, in standard deviations.
STRENGTHS = (2.0, 1.9, 1.7, 1.2)


class Ranked(FixedOutputs):
    """A split of two classes, and the score of that name."""

    def __init__(self, values, y, rng, name, epsilon=0.05):
        super().__init__(values, y, rng, METRICS[name], N_TEST, lambda y, _: Classes.of(y))
        self.plan = Plan(
            {str(i): SIZES for i in range(len(values))},
            N_TEST,
            epsilon=epsilon,
            scale=self._metric.scale(self.target),
            n_test_pairs=self._n_of_rarest(y[self._test]),
        )

    def _n_of_rarest(self, y_test):
        counts = np.bincount(y_test, minlength=2)
        by_class = self._metric.scale(self.target).kind == "class means"
        return int(counts.min()) * (2 if by_class else 1)


def smooth(values):
    """No two rows alike."""
    return values


def tied(values):
    """Five different values, as of a small tree."""
    return np.clip(np.round(values), -2, 2)


def decided(values):
    """Labels: the one threshold that a model has."""
    return (values > 1).astype(int)


def worlds(name, share, shape, runs, seed=21, strengths=STRENGTHS, **options):
    rng = np.random.default_rng(seed)
    y = (np.arange(N_ROWS) < share * N_ROWS).astype(int)
    values = shape(np.array(strengths)[:, None] * y + rng.normal(size=(len(strengths), N_ROWS)))
    return (Ranked(values, y, rng, name, **options) for _ in range(runs))


@pytest.mark.parametrize("share", [0.5, 0.1, 0.02])
@pytest.mark.parametrize("shape", [smooth, tied])
def test_all_intervals_of_auc_hold_at_once(share, shape):
    """With rare positives and with ties."""
    missed = sum(w.is_missed(Exact()) for w in worlds("roc_auc", share, shape, 400))
    assert_rare(missed, 400, DELTA)


@pytest.mark.parametrize("share", [0.5, 0.1, 0.02])
def test_all_intervals_of_balanced_accuracy_hold_at_once(share):
    """Whose rows of the rare class weigh much more than others."""
    runs = worlds("balanced_accuracy", share, decided, 400)
    assert_rare(sum(w.is_missed(Exact()) for w in runs), 400, DELTA)


def test_counting_all_rows_as_pairs_is_caught(monkeypatch):
    """The rows of the rarer class are the sample size, and no others."""
    monkeypatch.setattr(pairs, "_n_pairs", lambda score: 20 * score.n_rows)
    missed = sum(w.is_missed(Pairs()) for w in worlds("roc_auc", 0.02, smooth, 200))
    with pytest.raises(AssertionError, match="misses in"):
        assert_rare(missed, 200, DELTA)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("f1", decided),
        ("matthews_corrcoef", decided),
        ("recall_macro", decided),
        ("average_precision", smooth),
        ("average_precision", tied),
    ],
)
@pytest.mark.parametrize("share", [0.5, 0.1])
def test_approximate_intervals_hold_about_as_often_as_they_say(name, shape, share):
    """Where the rarer class has some dozens of rows in the smallest sample."""
    runs = 60
    missed = sum(w.is_missed(Exact()) for w in worlds(name, share, shape, runs))
    assert_rare(missed, runs, DELTA)


@pytest.mark.parametrize(
    ("name", "shape", "share"),
    [
        ("roc_auc", smooth, 0.3),
        ("roc_auc", tied, 0.3),
        ("roc_auc", tied, 0.05),
        ("f1", decided, 0.3),
    ],
)
def test_the_choice_is_within_epsilon_of_the_best(name, shape, share):
    """No more than δ of the races lose more than ε, or more than the certified gap."""
    lost = wrong_gap = early = 0
    runs = 250 if name == "roc_auc" else 150
    options = {"strengths": (1.6, 2.4, 1.6, 0.5), "epsilon": 0.04}
    for world in worlds(name, share, shape, runs, 22, **options):
        race = world.play(Exact())
        assert race.decided
        loss = world.truth.max() - world.truth[int(race.winner)]
        lost += loss > 0.04
        wrong_gap += loss > race.gap(race.winner) + 1e-9
        early += not all(race.exhausted(each) for each in race.plan.names)
    assert_rare(lost, runs, DELTA)
    assert_rare(wrong_gap, runs, DELTA)
    assert early > 0
