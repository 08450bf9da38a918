"""Stores of samples in memory."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from nearbest.data.memory import InMemory
from nearbest.data.store.store import write_store


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


def test_two_writers(samples, tmp_path):
    """Whoever comes second waits, finds the store, and removes nothing in use."""
    with ThreadPoolExecutor(4) as pool:
        stores = list(
            pool.map(lambda _: write_store(samples, tmp_path / "store", "same"), range(4))
        )
    for store in stores:
        assert np.array_equal(store.train(800)[0], samples.train(800)[0])
    assert not list(tmp_path.glob(".store.part-*"))


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
