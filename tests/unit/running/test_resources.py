"""Folders of a run end with it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from nearbest.race.observation import Task
from nearbest.running.prepare import prepare
from nearbest.running.resources import Resources, execution
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
            observation, _ = pool.submit(where.probe, task).result()
            where.keeper.files.find("a", 400).unlink()
        assert observation.warnings == ()
        late, _ = pool.submit(where.probe, task).result()
    assert late.status == "ok"
    assert "could not be saved" in late.warnings[-1]
    assert not where.keeper.files.folder.exists()
    assert not list(tmp_path.glob("nearbest-*"))
