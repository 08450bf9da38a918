"""Small probes go first in this process; all others wait for a worker."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import Future
from types import SimpleNamespace

import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression

from nearbest import select
from nearbest.errors import NotSupported
from nearbest.race.observation import Task
from nearbest.running.ctrl_c import noticing_ctrl_c
from nearbest.running.executors import Processes
from nearbest.running.prepare import prepare
from nearbest.running.workers import first_probes
from nearbest.running.workers.first_probes import FirstProbesHere
from nearbest.running.workers.remote_probe import SavingProbe
from nearbest.selection import steps
from tests.integration.misbehaving import Slow, noisy_signs

#: Longer than any of these tests takes where nothing hangs.
PATIENCE = 120


class Workers:
    """Takes tasks and leaves them be."""

    def __init__(self):
        self.tasks = []

    def submit(self, probe, task, candidate):
        self.tasks.append((probe, task, candidate))
        return Future()


class Arrival:
    """A worker that is ready when the test says so."""

    def __init__(self):
        self.ready, self.error, self.stopped = threading.Event(), None, False

    def __call__(self):
        assert self.ready.wait(PATIENCE)
        if self.error is not None:
            raise self.error
        return "the probe for workers"

    def stop(self):
        self.stopped = True
        self.ready.set()


@pytest.fixture
def at():
    X, y = noisy_signs(40_000)
    candidates = {"known": DummyClassifier(), "own": Slow(0, 0.0)}
    problem = prepare(candidates, X, y, random_state=0)
    arrival, workers = Arrival(), Workers()
    with FirstProbesHere(workers, arrival) as executor:
        probe = SavingProbe(problem.prober, None)
        yield SimpleNamespace(
            arrival=arrival,
            workers=workers,
            submit=lambda *task: executor.submit(probe, Task(*task), b"packed"),
        )
    assert arrival.stopped


def ready_soon(arrival):
    threading.Timer(0.3, arrival.ready.set).start()


def test_a_small_probe_of_a_known_learner_is_carried_out_here(at):
    observation, _ = at.submit("known", 1_000, 2_000).result(0)
    assert observation.status == "ok"
    assert at.workers.tasks == []


@pytest.mark.parametrize("task", [("known", 16_000, 2_000), ("own", 1_000, 2_000)])
def test_other_probes_wait_for_a_worker(at, task):
    """Those of many rows, and of classes of which nobody knows what they do."""
    ready_soon(at.arrival)
    assert not at.submit(*task).done()
    assert at.workers.tasks == [("the probe for workers", Task(*task), b"packed")]


def test_samples_of_many_columns_are_not_small(at, monkeypatch):
    monkeypatch.setattr(first_probes, "MOST_VALUES", 1_000)
    ready_soon(at.arrival)
    assert not at.submit("known", 1_000, 2_000).done()


def test_who_took_long_here_waits_for_a_worker_next_time(at, monkeypatch):
    monkeypatch.setattr(first_probes, "MOST_SECONDS", 0.0)
    assert at.submit("known", 1_000, 2_000).done()
    ready_soon(at.arrival)
    assert not at.submit("known", 2_000, 4_000).done()


def test_nothing_is_carried_out_here_when_a_worker_is_ready(at):
    at.arrival.ready.set()
    while not at.submit("known", 1_000, 2_000) or not at.workers.tasks:
        time.sleep(0.01)  # the thread may take a moment to tell
    assert not at.submit("known", 1_000, 2_000).done()


def test_what_keeps_workers_from_starting_is_raised(at):
    at.arrival.error = NotSupported("no worker can open the run")
    ready_soon(at.arrival)
    with pytest.raises(NotSupported, match="no worker can open the run"):
        at.submit("own", 1_000, 2_000)


def test_ctrl_c_ends_the_wait_for_a_worker(at, ctrl_c_as_in_a_terminal):
    """Although the first one is only noted."""
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with noticing_ctrl_c(at_once=False), pytest.raises(KeyboardInterrupt):
        at.submit("own", 1_000, 2_000)


@pytest.mark.parametrize("options", [{"n_jobs": 2}, {"timeout": 600}])
def test_the_first_probe_needs_no_worker(options, monkeypatch):
    """It has ended before any of them is ready."""
    seen, warm_up = threading.Event(), Processes.warm_up

    def wait_for_an_observation(*args):
        assert seen.wait(PATIENCE), "nothing was probed before a worker was ready"
        warm_up(*args)

    monkeypatch.setattr(Processes, "warm_up", wait_for_an_observation)
    found = select(
        {"linear": LogisticRegression(), "dummy": DummyClassifier()},
        *noisy_signs(40_000),
        epsilon=0.0,
        stop_at="paper",
        min_train_size=4_000,  # so that the next size is for workers
        watch=lambda race, running: race.history and seen.set(),
        random_state=0,
        **options,
    )
    assert found.best == "linear"


def test_a_run_that_begins_here_has_the_history_of_a_serial_one():
    """Where a probe is carried out changes no score."""
    X, y = noisy_signs(40_000, noise=(0.2, 0.3, 0.4))
    candidates = {c: LogisticRegression(C=c) for c in (1e-6, 1e-3, 1.0)}
    options = {"epsilon": 0.0, "cost": "rows", "random_state": 3}
    here = select(candidates, X, y, **options)
    begun_here = select(candidates, X, y, timeout=600, **options)
    assert here.history["n_train"].max() > first_probes.MOST_ROWS
    assert scores_of(here).equals(scores_of(begun_here))


def scores_of(found):
    """All that was measured but times; with a time limit first probes come in another order."""
    scores = found.history.drop(columns=["fit_time", "score_time", "elapsed"])
    return scores.sort_values(["configuration", "n_train"], ignore_index=True)


@pytest.mark.parametrize(
    ("own", "before"), [(LogisticRegression(), False), (Slow(0, 0.0), True)]
)
def test_workers_start_before_the_data_is_prepared_where_one_is_waited_for(
    own, before, monkeypatch
):
    """Their imports then go on meanwhile; elsewhere they would slow the first probe down."""
    order = []
    start, prepared = Processes.start, steps.prepare_run
    monkeypatch.setattr(Processes, "start", lambda p: (order.append("start"), start(p)))
    monkeypatch.setattr(
        steps, "prepare_run", lambda *args: (order.append("prepare"), prepared(*args))[1]
    )
    select({"own": own, "dummy": DummyClassifier()}, *noisy_signs(4_000), timeout=600)
    assert (order[0] == "start") == before
