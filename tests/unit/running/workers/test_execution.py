"""Folders of a run end with it."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from sklearn.dummy import DummyClassifier

from nearbest.race.observation import Task
from nearbest.running.prepare import prepare
from nearbest.running.run_dir.run_dir import RunDir
from nearbest.running.workers.execution import execution
from nearbest.running.workers.resources import Resources
from tests.integration.misbehaving import Slow, noisy_signs


@pytest.fixture
def problem():
    X, y = noisy_signs(4_000)
    return prepare({"a": Slow(0, 0.0)}, X, y, min_train_size=400, random_state=0)


@pytest.mark.parametrize("store", [None, "shared/store"])
def test_a_probe_that_outlives_its_run_leaves_nothing(problem, store, tmp_path, monkeypatch):
    """A model that comes after the end is not saved, in no folder made anew."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    task = Task("a", 400, 100)
    with ThreadPoolExecutor(1) as pool:
        place = None if store is None else tmp_path / store
        with execution(problem, Resources(executor=pool, store=place), None) as where:
            observation, _ = where.submit(task).result()
            where.keeper.files.find("a", 400).unlink()
        assert observation.warnings == ()
        late, _ = where.submit(task).result()
    assert late.status == "ok"
    assert "could not be saved" in late.warnings[-1]
    assert not where.keeper.files.folder.exists()
    assert not list(tmp_path.glob("nearbest-*"))


@pytest.mark.parametrize("kept", [False, True])
def test_models_that_nobody_else_reads_are_pickled(kept, tmp_path):
    """skops, whose import takes long, is for models that outlive the run."""
    pytest.importorskip("skops")
    X, y = noisy_signs(4_000)
    problem = prepare({"a": DummyClassifier()}, X, y, min_train_size=400, random_state=0)
    with ExitStack() as stack:
        run_dir = stack.enter_context(RunDir(tmp_path / "run")) if kept else None
        where = stack.enter_context(execution(problem, Resources(killable=True), run_dir))
        where.submit(Task("a", 400, 100)).result()
        assert where.keeper.files.find("a", 400).suffix == (".skops" if kept else ".pkl")
