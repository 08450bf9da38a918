"""A training that takes longer than there is time is given up."""

import time
from contextlib import ExitStack
from dataclasses import replace

import pytest

from nearbest.race.bounds import Exact
from nearbest.race.race import Race
from nearbest.running.prepare import prepare
from nearbest.running.time_limit import NoTime, TimeLimit
from nearbest.running.training import Trainer
from nearbest.running.workers.execution import execution
from nearbest.running.workers.resources import Resources
from tests.integration.misbehaving import SlowOn, noisy_signs

FULL = 3_200


@pytest.fixture
def started():
    """A function that probes a learner once and gives what trains it on all rows."""
    with ExitStack() as stack:

        def start(learner, timeout):
            X, y = noisy_signs(4_000)
            problem = prepare({"a": learner}, X, y, min_train_size=400, random_state=0)
            race = Race(problem.plan, Exact())
            resources = Resources(killable=timeout is not None)
            where = stack.enter_context(execution(problem, resources, None))
            observation, model = where.submit(race.task("a", 400)).result()
            race.tell(observation)
            where.keeper.offer(race, observation, model)
            limit = TimeLimit.starting(timeout, True)
            return Trainer(race, problem.prober, where, limit)

        yield start


def test_in_this_process_without_a_limit(started):
    """No worker is needed; the model comes with its score on all test rows."""
    training = started(SlowOn(FULL, 0.0), None)
    model, score = training("a", FULL)
    assert model.seen == FULL
    assert score == training.prober.score(model, 800).value


def test_nothing_is_trained_twice(started):
    """What was trained is remembered as the full run that it was."""
    training = started(SlowOn(FULL, 0.0), None)
    model, score = training("a", FULL)
    again, _ = training("a", FULL)
    observation, _ = training.made["a"]
    assert again is model
    assert (observation.n_train, observation.n_test) == (FULL, 800)
    assert observation.test_score == score
    assert observation.fit_time > 0


@pytest.mark.parametrize("timeout", [None, 60.0], ids=["here", "in a worker"])
def test_every_row(started, timeout):
    """Test rows are trained on, too, wherever the model is made."""
    training = started(SlowOn(4_000, 0.0), timeout)
    assert training.every_row("a").seen == 4_000
    assert not training.made  # it is no full run, and nothing is known of it


def test_every_row_given_up(started):
    """Training on the test rows too is stopped when time is up."""
    training = started(SlowOn(4_000, 3_600.0), 3.0)
    begin = time.monotonic()
    with pytest.raises(NoTime, match="on all 4,000 rows was given up after"):
        training.every_row("a")
    assert time.monotonic() - begin < 60


def test_in_a_worker(started):
    """The model comes back with its score on all test rows."""
    training = started(SlowOn(FULL, 0.0), 60.0)
    model, score = training("a", FULL)
    assert model.seen == FULL
    assert score == training.prober.score(model, 800).value


def test_is_needed(started):
    """Only what is not made yet, and should end in time, is going to be trained."""
    training = started(SlowOn(FULL, 0.0, seconds=0.1), None)
    assert training.is_needed("a", True)
    assert not replace(training, limit=TimeLimit.starting(0.05)).is_needed("a", True)
    training("a", FULL)
    assert not training.is_needed("a", True)
    assert training.is_needed("a", "all")


@pytest.mark.parametrize("timeout", [None, 60.0], ids=["here", "in a worker"])
def test_a_part_of_the_rows_and_then_all(started, timeout):
    """The largest planned size shows how long all rows take, and here there is time."""
    training = started(SlowOn(FULL, 0.0), timeout)
    model, n_train, score = training.part("a", 400)
    assert (model.seen, n_train) == (FULL, FULL)
    assert score == training.prober.score(model, 800).value
    assert training.made["a"][0].n_train == FULL
    assert training.part("a", 1_600) is None


def test_a_part_of_the_rows(started):
    """It is what there is where all rows take longer than it let expect."""
    training = started(SlowOn(FULL, 3_600.0), 5.0)
    model, n_train, score = training.part("a", 400)
    assert (model.seen, n_train) == (1_600, 1_600)
    assert score == training.prober.score(model, 800).value
    assert training.made == {}


@pytest.mark.parametrize("timeout", [None, 60.0], ids=["here", "in a worker"])
def test_a_part_of_the_rows_where_all_of_them_fail(started, timeout):
    """What there is already is not lost by it."""
    model, n_train, _ = started(SlowOn(FULL, -1.0), timeout).part("a", 400)
    assert (model.seen, n_train) == (1_600, 1_600)


def test_a_smaller_part_of_the_rows_where_the_larger_fails(started):
    """And no larger one after that."""
    model, n_train, _ = started(SlowOn(1_600, -1.0), None).part("a", 400)
    assert (model.seen, n_train) == (800, 800)


def test_no_time_for_a_part_of_the_rows(started):
    """Nothing is begun that should not end."""
    training = started(SlowOn(FULL, 0.0), 60.0)
    late = replace(training.limit, begun=training.limit.begun - 61.0)
    assert replace(training, limit=late).part("a", 400) is None


def test_given_up(started):
    """It does not end by itself, and is stopped when time is up."""
    training = started(SlowOn(FULL, 3_600.0), 3.0)
    begin = time.monotonic()
    with pytest.raises(NoTime, match="on all 3,200 rows was given up after"):
        training("a", FULL)
    assert time.monotonic() - begin < 60


def test_failures_are_told(started):
    """What the learner raised is what is raised here."""
    with pytest.raises(RuntimeError, match="ValueError: too many rows"):
        started(SlowOn(FULL, -1.0), 60.0)("a", FULL)
