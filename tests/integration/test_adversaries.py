"""Learners that break the assumptions: races find out, or say on what they rest."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_classification
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from nearbest import Configuration, select
from nearbest.race.credibility import is_credible

N, FULL = 20_000, 16_000
EPSILON = 0.01


@pytest.fixture(scope="module")
def table():
    return make_classification(
        N, 12, n_informative=8, n_clusters_per_class=6, flip_y=0.05, random_state=0
    )


def loss(found):
    """By how much the best candidate, trained on all rows, beats the model delivered."""
    race = found.race
    scores = [track.probes[-1].test_score for track in race.tracks.values()]
    assert all(race.exhausted(name) for name in race.plan.names)
    return max(scores) - found.certificate.delivery.score


#: Late ones, each beside a tree that is better on few rows.
LATE = {
    "network": make_pipeline(StandardScaler(), MLPClassifier((32,), max_iter=5)),
    "leaves of 20": RandomForestClassifier(5, min_samples_leaf=20),
    "leaves of 50": RandomForestClassifier(5, min_samples_leaf=50),
    "online": make_pipeline(StandardScaler(), SGDClassifier(max_iter=5)),
    "neighbours": KNeighborsClassifier(15),
    "bayes": GaussianNB(),
}


@pytest.mark.parametrize("name", LATE)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_late_learners_are_measured_before_they_are_excluded(table, name):
    """By proof alone, nothing below its full run excludes a learner that may fit late."""
    candidates = {"tree": DecisionTreeClassifier(max_depth=5), name: LATE[name]}
    found = select(candidates, *table, stop_at="proved", cost="rows", random_state=0)
    assert found.certificate.decided
    assert found.race.exhausted(name)
    reasons = {e.candidate: e.by for e in found.certificate.exclusions}
    assert reasons.get(name, "full run") == "full run"
    assert found.certificate.gap <= EPSILON


STUBBORN = {
    "boosting": HistGradientBoostingClassifier(min_samples_leaf=3_000, max_iter=30),
    "forest": RandomForestClassifier(10, min_samples_split=4_000),
}


@pytest.mark.parametrize("stop_at", ["proved", "calibrated"])
@pytest.mark.parametrize("name", STUBBORN)
def test_leaves_that_small_samples_cannot_fill(name, stop_at):
    """A constant on few rows, and the best on all: nothing but its full run excludes it."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60_000, 4))
    y = (X[:, 0] > 0) ^ (X[:, 1] > 0) ^ (rng.random(len(X)) < 0.1)
    y |= X[:, 2] > 0.8
    others = {"linear": LogisticRegression(), "shallow": DecisionTreeClassifier(max_depth=2)}
    found = select({**others, name: STUBBORN[name]}, X, y, stop_at=stop_at, random_state=0)
    assert found.race.exhausted(name)
    assert found.best == name


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_all_of_them_together(table):
    """The winner of a strict proof is within ε of the best of all late learners."""
    found = select(LATE, *table, stop_at="proved", cost="rows", random_state=0)
    assert loss(found) <= EPSILON


class Sleeper(ClassifierMixin, BaseEstimator):
    """Bad on its own training rows until there are many of them, and then the best."""

    def __init__(self, wakes_at=8_000):
        self.wakes_at = wakes_at

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.tree_ = DecisionTreeClassifier(max_depth=12, random_state=0).fit(X, y)
        self.is_awake_ = len(y) >= self.wakes_at
        return self

    def predict(self, X):
        found = self.tree_.predict(X)
        guess = np.where(X[:, 0] > np.median(X[:, 0]), self.classes_[0], self.classes_[-1])
        return found if self.is_awake_ else guess


class TestSleeper:
    """What sleeps until the last rows cannot be known; the certificate must say so."""

    def test_of_unknown_kind_it_is_found(self, table):
        """A learner that nobody knows is measured on all rows."""
        candidates = {"stump": DecisionTreeClassifier(max_depth=1), "sleeper": Sleeper()}
        found = select(candidates, *table, stop_at="proved", cost="rows", random_state=0)
        assert found.best == "sleeper"

    def test_passed_off_as_a_tree_it_is_named_as_a_doubt(self, table):
        """Bounds of trees are relied on, so the answer is wrong, and says on what it rests."""
        candidates = [
            Configuration("deep", DecisionTreeClassifier(max_depth=6)),
            Configuration("sleeper", Sleeper(FULL), kind="tree"),
        ]
        options = {"stop_at": "proved", "min_train_size": 500, "random_state": 0}
        options["scheduler"] = "ucb"  # the one for proofs takes its full run on so few rows
        found = select(candidates, *table, cost="rows", **options)
        assert found.best == "deep"
        [rival] = found.certificate.exclusions
        assert (rival.candidate, rival.by) == ("sleeper", "proof")
        assert "learns late" in found.certificate.doubts[0]
        assert "proved against 1" in found.certificate.sentence


def test_a_memorizer_needs_its_full_run(table):
    """A training score of 1 excludes nothing, and is no reason to choose it either."""
    candidates = {
        "memorizer": DecisionTreeClassifier(),
        "linear": LogisticRegression(),
        "small": DecisionTreeClassifier(max_depth=3),
    }
    found = select(candidates, *table, stop_at="proved", cost="rows", random_state=0)
    assert found.race.exhausted("memorizer")
    assert found.certificate.gap <= EPSILON


def test_three_hundred_classes():
    """The smallest sample holds rows of every class, so that curves mean something."""
    rng = np.random.default_rng(0)
    y = rng.permutation(np.repeat(np.arange(300), 60))
    centres = rng.normal(size=(300, 6)) * 4
    X = centres[y] + rng.normal(size=(len(y), 6))
    candidates = {"near": GaussianNB(), "stump": DecisionTreeClassifier(max_depth=2)}
    found = select(candidates, X, y, stop_at="proved", cost="rows", random_state=0)
    assert found.best == "near"
    smallest = found.race.plan.sizes["near"][0]
    assert smallest >= 5 * 300
    assert is_credible(found.race, "near")


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_what_only_several_columns_tell_together():
    """On samples of a parity nobody beats a constant: that is a doubt, and a proof waits."""
    rng = np.random.default_rng(0)
    bits = rng.integers(0, 2, (40_000, 20)).astype(float)
    y = (bits[:, :5].sum(axis=1) % 2).astype(int) ^ (rng.random(40_000) < 0.1)
    candidates = {
        "boosting": HistGradientBoostingClassifier(max_iter=50, early_stopping=False),
        "forest": RandomForestClassifier(20, min_samples_leaf=20),
        "linear": LogisticRegression(),
        "tree": DecisionTreeClassifier(max_depth=8),
    }
    found = select(candidates, bits, y, random_state=0)
    assert any("may begin to learn with more rows" in d for d in found.certificate.doubts)
    proved = select(candidates, bits, y, stop_at="proved", random_state=0)
    assert loss(proved) == 0
