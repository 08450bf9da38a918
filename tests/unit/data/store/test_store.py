"""Stores of samples in memory."""

import json
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from nearbest.data.memory import InMemory
from nearbest.data.numbers import Numbers
from nearbest.data.store.manifest import CLASSES, MANIFEST
from nearbest.data.store.store import Store, write_store
from nearbest.errors import InvalidInput


@pytest.fixture
def samples():
    rows = np.arange(1_000)
    return InMemory(rows.reshape(-1, 1) * 1.0, rows % 2, train=rows[:800], test=rows[800:])


def test_half_made_stores_of_killed_processes_go(samples, tmp_path):
    """Each would be a copy of the data; those of another name are not touched."""
    (tmp_path / ".store.part-killed").mkdir()
    (tmp_path / ".store.part-killed" / "train.X.npy").write_bytes(b"half")
    (tmp_path / ".store-2.part-alive").mkdir()
    write_store(samples, tmp_path / "store")
    left = {path.name for path in tmp_path.iterdir()} - {".store.lock"}
    assert left == {"store", ".store-2.part-alive"}


@pytest.mark.parametrize("name", ["store*", "store?2", "store[-]2"])
def test_a_name_is_no_pattern(samples, tmp_path, name):
    """Signs that stand for others in patterns stand for themselves in the name of a store."""
    (tmp_path / ".store-2.part-alive").mkdir()
    (tmp_path / f".{name}.part-killed").mkdir()
    write_store(samples, tmp_path / name)
    left = {path.name for path in tmp_path.iterdir()} - {f".{name}.lock"}
    assert left == {name, ".store-2.part-alive"}


def test_two_writers(samples, tmp_path):
    """Whoever comes second waits, finds the store, and removes nothing in use."""
    with ThreadPoolExecutor(4) as pool:
        stores = list(
            pool.map(lambda _: write_store(samples, tmp_path / "store", "same"), range(4))
        )
    for store in stores:
        assert np.array_equal(store.train(800)[0], samples.train(800)[0])
    assert not list(tmp_path.glob(".store.part-*"))


class Meddled(dict):
    """What a store holds, where another thread asks for `n` rows whenever something is put."""

    def __init__(self, store, n):
        super().__init__()
        self.store, self.n, self.is_asking = store, n, False

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        if not self.is_asking:
            self.is_asking = True
            with ThreadPoolExecutor(1) as other:
                other.submit(self.store.train, self.n).result()


def test_a_sample_is_not_exchanged_by_another_thread(samples, tmp_path):
    """Two probes in threads share a store; each trains on as many rows as it asked for."""
    store = write_store(samples, tmp_path / "store")
    store._held = Meddled(store, 800)
    X, y = store.train(100)
    assert (len(X), len(y)) == (100, 100)


def test_all_files_are_on_disk_before_the_store_is_there(samples, tmp_path, monkeypatch):
    """A crash of the machine leaves no store with empty files."""
    flushed = set()

    def fsync(descriptor, real=os.fsync):
        assert not (tmp_path / "store").exists()
        flushed.add(os.fstat(descriptor).st_ino)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    store = write_store(samples, tmp_path / "store")
    assert {path.stat().st_ino for path in store.path.iterdir()} == flushed


def test_a_store_knows_its_target(samples, tmp_path):
    """Classes with their counts, without reading a label."""
    store = write_store(samples, tmp_path / "store")
    for part in ("train", "test"):
        (tmp_path / "store" / f"{part}.y.npy").unlink()
    assert store.target.values.tolist() == [0, 1]
    assert store.target.counts == (500, 500)


def test_a_store_of_version_0_1_0_counts_its_labels(samples, tmp_path):
    """Its manifest is of format 1, with neither counts nor a place for numbers."""
    store = write_store(samples, tmp_path / "store")
    manifest = json.loads((store.path / MANIFEST).read_text())
    assert manifest["format"] == 2
    manifest["format"] = 1
    manifest["class_counts"] = []
    del manifest["numbers"]
    (store.path / MANIFEST).write_text(json.dumps(manifest))
    old = Store(store.path)
    assert old.target.values.tolist() == [0, 1]
    assert old.target.counts == (500, 500)


def test_a_target_of_numbers_is_kept(tmp_path):
    """Range, variance and quantiles come back; there are no classes."""
    rows = np.arange(1_000)
    y = np.sqrt(rows)
    numbers = Numbers.of(y, y[800:])
    samples = InMemory(
        rows.reshape(-1, 1) * 1.0, y, train=rows[:800], test=rows[800:], target=numbers
    )
    store = write_store(samples, tmp_path / "store")
    assert Store(store.path).target == numbers
    assert np.array_equal(store.train(5)[1], y[:5])
    assert not (store.path / CLASSES).exists()


def test_a_store_of_a_later_format_is_refused(samples, tmp_path):
    """It may hold what this version cannot honour."""
    store = write_store(samples, tmp_path / "store")
    manifest = json.loads((store.path / MANIFEST).read_text())
    (store.path / MANIFEST).write_text(json.dumps({**manifest, "format": 3}))
    with pytest.raises(InvalidInput, match=r"must be of a format up to 2; .* is of 3"):
        Store(store.path)
