import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler, TargetEncoder
from sklearn.tree import DecisionTreeClassifier

from nearbest import select
from nearbest.probing import shared_steps as caching
from nearbest.probing.shared_steps import SharedSteps
from nearbest.race.observation import Task
from nearbest.running.prepare import prepare

N = 2_000
WORK = []


class Noted(TransformerMixin, BaseEstimator):
    """Scales by a factor, and notes every call."""

    def __init__(self, factor=1.0):
        self.factor = factor

    def fit(self, X, y=None):
        WORK.append(("fit", self.factor, len(X)))
        self.mean_ = X.mean(axis=0)
        return self

    def transform(self, X):
        WORK.append(("transform", self.factor, len(X)))
        return (X - self.mean_) * self.factor


@pytest.fixture(autouse=True)
def work():
    WORK.clear()
    return WORK


@pytest.fixture(scope="module")
def numbers():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(N, 6))
    return X, (X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=N) > 0).astype(int)


def probed(candidates, X, y, cache, sizes=(1_000, N * 4 // 5)):
    problem = prepare(candidates, X, y, cache=cache, random_state=0)
    tasks = [Task(name, n, 300) for n in sizes for name in problem.plan.names]
    return [problem.prober(task) for task in tasks], problem


def outcomes(found):
    return [
        (o.configuration, o.train_correct, o.test_correct, o.prefix_correct, o.status)
        for o, _ in found
    ]


def test_once_per_size(numbers, work):
    """Three candidates with the same first step fit it once for each sample size."""
    candidates = {
        "bayes": make_pipeline(Noted(2.0), GaussianNB()),
        "tree": make_pipeline(Noted(2.0), DecisionTreeClassifier()),
        "other": make_pipeline(Noted(3.0), GaussianNB()),
    }
    probed(candidates, *numbers, cache=True)
    fits = [entry for entry in work if entry[0] == "fit"]
    assert sorted(fits) == [
        ("fit", 2.0, 1_000),
        ("fit", 2.0, 1_600),
        ("fit", 3.0, 1_000),
        ("fit", 3.0, 1_600),
    ]
    work.clear()
    probed(candidates, *numbers, cache=False)
    assert len([entry for entry in work if entry[0] == "fit"]) == 6


def test_longest_shared_beginning(numbers, work):
    """What only some share is shared among those."""
    candidates = {
        "a": make_pipeline(Noted(1.0), Noted(2.0), GaussianNB()),
        "b": make_pipeline(Noted(1.0), Noted(2.0), DecisionTreeClassifier()),
        "c": make_pipeline(Noted(1.0), GaussianNB()),
    }
    probed(candidates, *numbers, cache=True, sizes=(1_000,))
    fits = [entry for entry in work if entry[0] == "fit"]
    assert fits.count(("fit", 2.0, 1_000)) == 1
    assert fits.count(("fit", 1.0, 1_000)) == 2  # once within the longer, once alone


CASES = {
    "numbers": {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "tree": make_pipeline(StandardScaler(), DecisionTreeClassifier()),
        "shallow": make_pipeline(StandardScaler(), DecisionTreeClassifier(max_depth=2)),
    },
    "selected by the labels": {
        "logistic": make_pipeline(StandardScaler(), SelectKBest(k=2), LogisticRegression()),
        "bayes": make_pipeline(StandardScaler(), SelectKBest(k=2), GaussianNB()),
        "fewer": make_pipeline(StandardScaler(), SelectKBest(k=1), GaussianNB()),
    },
    "written in place": {
        "logistic": make_pipeline(StandardScaler(copy=False), LogisticRegression()),
        "bayes": make_pipeline(StandardScaler(copy=False), GaussianNB()),
    },
    "lambdas": {
        "one": make_pipeline(FunctionTransformer(lambda X: X * 0), GaussianNB()),
        "two": make_pipeline(FunctionTransformer(lambda X: X + 1), GaussianNB()),
    },
    "passed through": {
        "logistic": Pipeline([("no", "passthrough"), ("learner", LogisticRegression())]),
        "bayes": Pipeline([("no", "passthrough"), ("learner", GaussianNB())]),
    },
    "no pipelines": {"logistic": LogisticRegression(), "bayes": GaussianNB()},
}


@pytest.mark.parametrize("candidates", CASES.values(), ids=CASES)
def test_same_results(candidates, numbers):
    """Every observation is the same with and without."""
    X, y = numbers
    with_it, _ = probed(candidates, X.copy(), y, cache=True)
    without, _ = probed(candidates, X.copy(), y, cache=False)
    assert outcomes(with_it) == outcomes(without)


def test_fitting_is_not_transforming(numbers):
    """Where fit_transform differs from transform, learners still get the former."""
    rng = np.random.default_rng(0)
    y, folds = numbers[1], StratifiedKFold(5)
    X = pd.DataFrame({"zone": pd.Categorical(rng.integers(0, 200, N).astype(str))})
    candidates = {
        "logistic": make_pipeline(TargetEncoder(cv=folds), LogisticRegression()),
        "tree": make_pipeline(TargetEncoder(cv=folds), DecisionTreeClassifier()),
    }
    with_it, _ = probed(candidates, X, y, cache=True)
    without, _ = probed(candidates, X, y, cache=False)
    assert outcomes(with_it) == outcomes(without)


def test_models_are_whole(numbers):
    """The model of a probe takes raw rows, and predicts what its probe counted."""
    X, y = numbers
    candidates = CASES["numbers"]
    found, problem = probed(candidates, X, y, cache=True)
    for observation, model in found:
        X_test, y_test = problem.samples.test(300)
        assert (model.predict(X_test) == y_test).sum() == observation.test_correct


def test_memory_is_bounded(numbers, monkeypatch):
    """Transformed rows beyond the budget are let go of, and the results are the same."""
    monkeypatch.setattr(caching, "MOST_BYTES", 1)
    with_it, problem = probed(CASES["numbers"], *numbers, cache=True)
    without, _ = probed(CASES["numbers"], *numbers, cache=False)
    assert outcomes(with_it) == outcomes(without)
    assert len(problem.prober.shared._heads) == 1


def test_travels_without_rows(numbers):
    """Pickling takes the keys along, not the rows."""
    import cloudpickle

    _, problem = probed(CASES["numbers"], *numbers, cache=True)
    shared = problem.prober.shared
    shared.samples = None
    copy = cloudpickle.loads(cloudpickle.dumps(shared))
    assert copy.shared == shared.shared
    assert not copy._heads


def test_failing_steps_fail_their_candidates(numbers):
    """A shared step that raises gives failures, as without."""
    candidates = {
        "a": make_pipeline(SelectKBest(k="none"), GaussianNB()),
        "b": make_pipeline(SelectKBest(k="none"), DecisionTreeClassifier()),
    }
    found, _ = probed(candidates, *numbers, cache=True, sizes=(1_600,))
    assert {o.status for o, _ in found} == {"failed"}


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_select(n_jobs):
    """A selection on texts ends the same with and without, also in worker processes."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 4_000)
    seen = np.where(rng.random(4_000) < 0.2, 1 - y, y)
    texts = pd.Series([f"{'ab'[c]}{rng.integers(30)} {rng.integers(9)}" for c in seen])
    candidates = {
        "bayes": make_pipeline(CountVectorizer(analyzer="char"), BernoulliNB()),
        "logistic": make_pipeline(CountVectorizer(analyzer="char"), LogisticRegression()),
    }
    found = [
        select(candidates, texts, y, cache=cache, n_jobs=n_jobs, cost="rows", random_state=0)
        for cache in (False, True)
    ]
    columns = ["configuration", "n_train", "train_score", "test_score"]
    plain, cached = (f.history[columns].drop_duplicates() for f in found)
    both = plain.merge(cached, on=columns[:2])
    assert len(both) >= 2
    assert both["train_score_x"].equals(both["train_score_y"])
    assert both["test_score_x"].equals(both["test_score_y"])
    if n_jobs is None:  # with workers the order of probes depends on the clock
        assert found[0].certificate.gap == found[1].certificate.gap


def test_only_repeated_steps_are_shared(numbers):
    """Steps of one candidate alone are not kept."""
    models = [
        make_pipeline(StandardScaler(), GaussianNB()),
        make_pipeline(SelectKBest(), GaussianNB()),
    ]
    problem = prepare(models, *numbers, random_state=0)
    assert not SharedSteps(models, problem.samples).shared


def test_what_another_thread_lets_go_of(numbers, monkeypatch):
    """It may be what this probe has just made, and is about to use."""
    monkeypatch.setattr(SharedSteps, "_shrink", lambda self: self._heads.clear())
    candidates = {
        "bayes": make_pipeline(StandardScaler(), GaussianNB()),
        "tree": make_pipeline(StandardScaler(), DecisionTreeClassifier(max_depth=1)),
    }
    observations = [o for o, _ in probed(candidates, *numbers, cache=True)[0]]
    assert {o.status for o in observations} == {"ok"}
