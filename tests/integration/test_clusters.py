"""Selections on real Dask and Ray clusters on this machine."""

from __future__ import annotations

import os
import signal
import time

import pytest

from nearbest import select
from nearbest.errors import InvalidInput, NotSupported
from tests.integration.misbehaving import Slow, noisy_signs

SAME = ["configuration", "n_train", "n_test", "train_correct", "test_correct"]
X, Y = noisy_signs(8_000, noise=(0.1, 0.12, 0.2, 0.3))


def run(candidates=None, **options):
    candidates = candidates or {f"feature {i}": Slow(i, 0.01) for i in range(X.shape[1])}
    options = {"epsilon": 0.0, "cost": "rows", "random_state": 0, **options}
    return select(candidates, X, Y, **options)


class DiesOnce(Slow):
    """Takes its worker process with it the first time it is fitted on enough rows."""

    def __init__(self, feature=0, seconds=0.0, marker=""):
        super().__init__(feature, seconds)
        self.marker = marker

    def fit(self, X, y):
        if len(y) >= 1_500 and not os.path.exists(self.marker):
            open(self.marker, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().fit(X, y)


class SignsIn(Slow):
    """Leaves the number of the process that it is fitted in."""

    def __init__(self, feature=0, seconds=0.0, folder=""):
        super().__init__(feature, seconds)
        self.folder = folder

    def fit(self, X, y):
        open(os.path.join(self.folder, str(os.getpid())), "w").close()
        return super().fit(X, y)


@pytest.fixture(scope="module")
def dask_client():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def ray_executor():
    ray = pytest.importorskip("ray")
    from nearbest.running.executors.ray import RayExecutor

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield RayExecutor()
    ray.shutdown()


@pytest.fixture(params=["dask", "ray"])
def executor(request):
    if request.param == "dask":
        with request.getfixturevalue("dask_client").get_executor() as found:
            yield found
    else:
        yield request.getfixturevalue("ray_executor")


@pytest.fixture(scope="module")
def serial():
    return run()


def test_one_probe_at_a_time_gives_the_serial_history(executor, serial, tmp_path):
    """With the same costs and one probe in flight, the cluster makes the same probes."""
    found = run(executor=executor, n_jobs=1, store=tmp_path / "store")
    assert found.history[SAME].equals(serial.history[SAME])
    assert found.certificate.gap == serial.certificate.gap
    assert not list((tmp_path / "store-models").iterdir())  # of a run without a folder


def test_workers_fetch_the_data_from_a_url(executor, serial, tmp_path):
    """A store behind a URL is copied there once and fetched by each machine."""
    url = f"file://{tmp_path}/bucket/store"
    found = run(executor=executor, n_jobs=1, store=url)
    assert found.history[SAME].equals(serial.history[SAME])
    assert (tmp_path / "bucket" / "store" / "manifest.json").exists()
    with pytest.raises(InvalidInput, match="holds other data"):
        run(executor=executor, n_jobs=1, store=url, random_state=1)


def test_two_probes_at_a_time_give_the_same_answer(executor, serial, tmp_path):
    """With two in flight the order differs and the choice does not."""
    found = run(executor=executor, n_jobs=2, store=tmp_path / "store")
    assert found.best == serial.best
    assert found.certificate.decided


def test_a_worker_that_dies_costs_at_most_its_probe(executor, tmp_path):
    """A worker killed in the middle of a probe: the probe is made again elsewhere."""
    candidates = {
        "dies": DiesOnce(0, 0.0, marker=str(tmp_path / "died")),
        "other": Slow(1, 0.0),
    }
    found = run(candidates, executor=executor, n_jobs=2, store=tmp_path / "store")
    assert (tmp_path / "died").exists()
    assert found.best == "dies"
    assert found.certificate.failed == ()


def test_workers_take_part_in_a_search(executor, tmp_path):
    """Tasks bring candidates that no worker knew of when the run began."""
    pytest.importorskip("optuna")

    def suggest(trial):
        return Slow(trial.suggest_int("feature", 0, 3), trial.suggest_float("s", 0, 0.01))

    options = {"n_candidates": 8, "epsilon": 0.05}
    alone = run(suggest, **options)
    found = run(suggest, executor=executor, n_jobs=1, store=tmp_path / "store", **options)
    assert found.history[SAME].equals(alone.history[SAME])
    assert found.certificate.failed == ()


def test_two_workers_fit_what_a_search_proposes(executor, tmp_path):
    """Two proposals are in flight at once, each in a process of the cluster."""
    pytest.importorskip("optuna")
    folder = tmp_path / "processes"
    folder.mkdir()

    def suggest(trial):
        seconds = trial.suggest_float("seconds", 0.05, 0.1)
        return SignsIn(trial.suggest_int("feature", 0, 3), seconds, str(folder))

    options = {"n_candidates": 8, "epsilon": 0.05, "store": tmp_path / "store"}
    found = run(suggest, executor=executor, n_jobs=2, **options)
    processes = {int(path.name) for path in folder.iterdir()}
    # the winner may be trained here, after the race
    assert len(processes - {os.getpid()}) == 2
    assert len(found.race.tracks) == 8
    assert found.certificate.failed == ()


def test_worker_processes_give_the_serial_history(serial):
    """One worker process of our own makes the same probes as this process."""
    found = run(n_jobs=1, probe_timeout=600)
    assert found.history[SAME].equals(serial.history[SAME])


def test_probe_timeout_is_refused(executor):
    """No probe of an executor that is not ours can be killed."""
    with pytest.raises(NotSupported, match="`probe_timeout` needs workers"):
        run(executor=executor, n_jobs=1, probe_timeout=600)


def test_data_does_not_travel_with_the_task(executor, tmp_path):
    """What is submitted is small whatever the size of the data."""
    import cloudpickle

    sent = []

    class Spy:
        def submit(self, fn, *args):
            sent.append(len(cloudpickle.dumps((fn, args))))
            return executor.submit(fn, *args)

    run(executor=Spy(), n_jobs=1, store=tmp_path / "store")
    assert max(sent) < 20_000 < X.nbytes


def test_a_running_dask_worker_can_be_killed_from_outside(dask_client, tmp_path):
    """Killing one of the two worker processes during a run changes no answer."""
    pids = list(dask_client.run(os.getpid).values())
    killed = []

    def watch(race, running):
        if len(race.history) == 3 and not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    with dask_client.get_executor() as executor:
        found = run(executor=executor, n_jobs=2, store=tmp_path / "store", watch=watch)
    assert killed
    assert found.certificate.failed == ()
    assert found.best == "feature 0"
    time.sleep(0.1)
