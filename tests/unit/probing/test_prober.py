import itertools
import sys
import warnings

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression

from nearbest.probing.faults import MOST_WARNINGS
from nearbest.race.observation import Task
from nearbest.race.score import Score
from nearbest.race.thrift import training_rows_at
from nearbest.running.prepare import prepare


class Predicting(ClassifierMixin, BaseEstimator):
    """A learner that predicts whatever `give` makes of the table."""

    def __init__(self, give=None):
        self.give = give

    def fit(self, X, y):
        return self

    def predict(self, X):
        return self.give(X)


def problem_of(estimator, X, y, **options):
    options = {"random_state": 0, "min_train_size": 100} | options
    return prepare({"it": estimator}, X, y, **options)


def failing(message):
    def on_fit(n_rows):
        raise RuntimeError(message)

    return on_fit


class TestCounts:
    def test_counts_are_those_of_the_samples(self, stub, coins):
        """Correct rows are counted on the sample and on the test sample."""
        problem = problem_of(stub(0.8), *coins(2_000))
        observation, model = problem.prober(Task("it", 400, 300))
        X, _ = problem.samples.train(400)
        X_test, _ = problem.samples.test(300)
        assert observation.status == "ok"
        assert observation.train_correct == (X[:, 1] < 0.8).sum()
        assert observation.test_correct == (X_test[:, 1] < 0.8).sum()
        assert (observation.n_train, observation.n_test) == (400, 300)
        assert model.share_ == 0.8

    def test_prefix_counts(self, stub, coins):
        """The model is counted on every planned size up to its own."""
        problem = problem_of(stub(0.8), *coins(2_000))
        assert problem.plan.sizes["it"] == (100, 200, 400, 800, 1600)
        observation, _ = problem.prober(Task("it", 800, 300))
        right = problem.samples.train(800)[0][:, 1] < 0.8
        assert observation.prefix_correct == tuple(
            right[:s].sum() for s in (100, 200, 400, 800)
        )

    def test_thrifty(self, stub, coins, monkeypatch):
        """Where scoring takes longer than fitting, some rows are scored for all."""
        monkeypatch.setattr("nearbest.probing.prober.TRIED_FROM", 100)
        problem = problem_of(stub(0.8), *coins(40_000), min_train_size=8_000)
        prober = problem.prober.timed_by(lambda: 0.0)  # nothing takes any time
        task = Task("it", 16_000, 8_000, scored="thrifty")
        every, _ = prober(task)
        assert (every.train.n_rows, every.n_test) == (16_000, 8_000)
        ticks = itertools.accumulate(itertools.chain([0, 0, 0], itertools.repeat(1)))
        some, _ = problem.prober.timed_by(lambda: next(ticks))(task)
        rows = training_rows_at(16_000, 2, problem.seed)
        right = problem.samples.train(16_000)[0][rows, 1] < 0.8
        assert some.train == Score.of_count(int(right.sum()), len(rows))
        assert some.prefixes[0] == Score.of_count(
            int(right[rows < 8_000].sum()), int((rows < 8_000).sum())
        )
        assert (some.test.n_rows, some.n_test) == (1_000, 1_000)

    def test_what_a_search_is_told_does_not_depend_on_the_clock(self, stub, coins, monkeypatch):
        """So many training rows are scored as the size says, however long that takes."""
        monkeypatch.setattr("nearbest.race.thrift.MOST_SETTLED", 4_000)
        problem = problem_of(stub(0.8), *coins(40_000), min_train_size=8_000)
        prober = problem.prober.on(problem.samples.held_out(2_000))
        task = Task("it", 16_000, 8_000, scored="thrifty")
        quick, _ = prober.timed_by(lambda: 0.0)(task)
        ticks = itertools.accumulate(itertools.chain([0, 0, 0], itertools.repeat(1)))
        slow, _ = prober.timed_by(lambda: next(ticks))(task)
        assert (quick.n_test, slow.n_test) == (8_000, 1_000)
        assert quick.train == slow.train
        assert quick.train.n_rows == len(training_rows_at(16_000, 1, problem.seed))
        assert quick.search == slow.search

    def test_a_small_sample_is_scored_on_as_many_rows_of_the_search(self, stub, coins):
        """Where time is short; else on all of them."""
        problem = problem_of(stub(0.8), *coins(20_000), min_train_size=1_500)
        prober = problem.prober.on(problem.samples.held_out(2_000))
        for n_train, scored, expected in (
            (1_500, "thrifty", 1_500),
            (500, "thrifty", 1_000),
            (3_000, "thrifty", 2_000),
            (1_500, "both", 2_000),
        ):
            observation, _ = prober(Task("it", n_train, 1_000, scored=scored))
            assert observation.search.n_rows == expected

    @pytest.mark.parametrize("cache", [False, True])
    def test_no_row_of_the_search_is_predicted_that_is_not_scored(self, coins, cache):
        """Predicting is what takes the time, and times are told per row that was scored."""
        asked = []

        def give(X):
            asked.append(len(X))
            return np.zeros(len(X), dtype=int)

        model = Predicting(give)
        problem = problem_of(model, *coins(20_000), min_train_size=1_500, cache=cache)
        prober = problem.prober.on(problem.samples.held_out(2_000))
        observation, _ = prober(Task("it", 1_500, 1_000, scored="thrifty"))
        assert sum(asked) == observation.n_scored == 1_500 + 1_000 + 1_500

    def test_test_rows_alone(self, stub, coins):
        """A full run needs no score on its training rows, and predicts none of them."""
        problem = problem_of(stub(0.8), *coins(2_000))
        observation, _ = problem.prober(Task("it", 1_600, 400, scored="test"))
        assert not observation.train.is_measured
        assert observation.prefixes == ()
        assert observation.test.n_rows == observation.n_scored == 400

    def test_trains_on_the_sample(self, stub, coins, fits):
        """One fit, on exactly the rows asked for."""
        problem_of(stub(), *coins(2_000)).prober(Task("it", 200, 100))
        assert [fit.n_rows for fit in fits] == [200]

    def test_times(self, stub, coins):
        """Fit and score times are measured apart."""
        observation, _ = problem_of(stub(), *coins(2_000)).prober(Task("it", 200, 100))
        assert observation.fit_time > 0
        assert observation.score_time > 0

    def test_seed_is_filled_in(self, stub, coins):
        """An open random_state gets the seed, and one that was set is left alone."""
        X, y = coins(2_000)
        for given, expected in ((None, 7), (3, 3)):
            problem = problem_of(stub(random_state=given), X, y, random_state=7)
            assert problem.prober(Task("it", 200, 100))[1].random_state == expected


class TestFailures:
    @pytest.mark.parametrize(
        ("give", "words"),
        [
            (lambda X: np.zeros(len(X) - 1, int), "shape"),
            (lambda X: np.full(len(X), 7), "7"),
            (lambda X: np.full(len(X), np.nan), "nan"),
            (lambda X: np.zeros((len(X), 2), int), "shape"),
            (lambda X: None, "shape"),
            (lambda X: ["x"] * len(X), "x"),
            (lambda X: 1 / 0, "ZeroDivisionError"),
            (lambda X: sys.exit("bye"), "SystemExit: bye"),
        ],
        ids=["short", "unknown", "nan", "wide", "none", "text", "raises", "exits"],
    )
    def test_nonsense_is_a_failure(self, give, words, coins):
        """A learner that predicts nonsense fails, with the reason."""
        observation, model = problem_of(Predicting(give), *coins(2_000)).prober(
            Task("it", 200, 100)
        )
        assert observation.status == "failed"
        assert words in observation.message
        assert model is None

    @pytest.mark.parametrize("error", [ValueError("no"), SystemExit(2), MemoryError()])
    def test_raising_is_a_failure(self, error, stub, coins):
        """A fit that raises, exits or runs out of memory is an observation."""

        def on_fit(n_rows):
            raise error

        observation, _ = problem_of(stub(on_fit=on_fit), *coins(2_000)).prober(
            Task("it", 200, 100)
        )
        assert observation.status == "failed"
        assert observation.message.startswith(type(error).__name__)

    def test_interrupts_pass(self, stub, coins):
        """Ctrl-C is not the learner's failure."""

        def on_fit(n_rows):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            problem_of(stub(on_fit=on_fit), *coins(2_000)).prober(Task("it", 200, 100))


class TestTooSmall:
    @pytest.fixture
    def rare(self):
        """A problem whose smallest sample has one class and whose next one has two."""
        X, y = np.random.default_rng(0).normal(size=(2_000, 2)), np.zeros(2_000, int)
        y[:8] = 1
        for seed in range(100):
            options = {"random_state": seed, "stratify": False}
            problem = problem_of(LogisticRegression(), X, y, **options)
            if len(np.unique(problem.samples.train(100)[1])) == 1:
                return problem
        raise AssertionError("no seed leaves the rare class out of 100 rows")

    def test_missing_class(self, rare):
        """A learner that raises for want of a class is not failed but too early."""
        observation, _ = rare.prober(Task("it", 100, 100))
        assert observation.status == "too small"
        assert "class" in observation.message

    def test_full_size(self, rare):
        """With all classes there, the same learner does its work."""
        full = Task("it", rare.plan.full_size("it"), rare.plan.n_test)
        assert rare.prober(full)[0].status == "ok"

    def test_too_much_memory(self, rare, monkeypatch):
        """More rows need more memory, so a class that is missing is no excuse."""

        def fit(self, X, y):
            raise MemoryError

        monkeypatch.setattr(LogisticRegression, "fit", fit)
        assert rare.prober(Task("it", 100, 100))[0].status == "failed"

    def test_other_errors(self, stub, coins):
        """With all classes there, an error is a failure."""
        problem = problem_of(stub(on_fit=failing("no")), *coins(2_000))
        assert problem.prober(Task("it", 100, 100))[0].status == "failed"


class TestWarnings:
    def test_kept_once_each(self, stub, coins):
        """Different warnings are kept, a line each, and none reaches the user."""

        def on_fit(n_rows):
            for _ in range(3):
                warnings.warn("did not converge\nsee the docs", UserWarning, stacklevel=1)
            warnings.warn("slow", RuntimeWarning, stacklevel=1)

        prober = problem_of(stub(on_fit=on_fit), *coins(2_000)).prober
        with warnings.catch_warnings(record=True) as leaked:
            warnings.simplefilter("always")
            observation, _ = prober(Task("it", 200, 100))
        assert observation.warnings == ("UserWarning: did not converge", "RuntimeWarning: slow")
        assert not leaked

    def test_not_too_many(self, stub, coins):
        """A learner that warns all the time does not fill the journal."""

        def on_fit(n_rows):
            for i in range(50):
                warnings.warn(str(i), UserWarning, stacklevel=1)

        observation, _ = problem_of(stub(on_fit=on_fit), *coins(2_000)).prober(
            Task("it", 200, 100)
        )
        assert len(observation.warnings) == MOST_WARNINGS

    def test_kept_with_a_failure(self, stub, coins):
        """Warnings of a failed probe are kept too."""

        def on_fit(n_rows):
            warnings.warn("careful", UserWarning, stacklevel=1)
            raise ValueError("no")

        observation, _ = problem_of(stub(on_fit=on_fit), *coins(2_000)).prober(
            Task("it", 200, 100)
        )
        assert observation.status == "failed"
        assert observation.warnings == ("UserWarning: careful",)

    @pytest.mark.parametrize(("max_iter", "converged"), [(1, False), (500, True)])
    def test_a_learner_that_stopped_too_early_is_known(self, coins, max_iter, converged):
        """Its ConvergenceWarning is kept as a fact, not only as a text."""
        problem = problem_of(LogisticRegression(max_iter=max_iter), *coins(2_000))
        observation, _ = problem.prober(Task("it", 400, 300))
        assert observation.converged is converged
