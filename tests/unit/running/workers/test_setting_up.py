"""Data is put where other processes find it, and given up when the run has ended."""

from concurrent.futures import CancelledError
from threading import Event

import pytest
from sklearn.dummy import DummyClassifier

from nearbest.data.store import columns
from nearbest.running.prepare import prepare
from nearbest.running.problem.problem import Problem
from nearbest.running.workers.setting_up import StorePlace
from tests.integration.misbehaving import noisy_signs


@pytest.fixture
def problem():
    X, y = noisy_signs(4_000)
    return prepare({"a": DummyClassifier()}, X, y, min_train_size=400, random_state=0)


def test_a_store_that_nobody_waits_for_is_given_up(problem, tmp_path, monkeypatch):
    """Between two chunks, and nothing is left of it."""
    monkeypatch.setattr(columns, "CHUNK", 100)
    monkeypatch.setattr(Event, "is_set", lambda event: next(chunks) >= 5)
    chunks = iter(range(100))
    with pytest.raises(CancelledError):
        StorePlace(problem, None, tmp_path, lasting=False).write(Event())
    assert next(chunks) == 6
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []


def test_data_of_a_passing_store_is_not_read_for_a_digest(problem, tmp_path, monkeypatch):
    """It would take as long as writing, and nobody asks for it."""

    def refuse(problem):
        raise AssertionError("nobody asked for it")

    monkeypatch.setattr(Problem, "fingerprint", property(refuse))
    store = StorePlace(problem, None, tmp_path, lasting=False).write(Event())
    assert store.n_train == problem.samples.n_train


@pytest.mark.parametrize("chosen", [None, "elsewhere"])
def test_a_store_that_stays_knows_what_it_was_made_from(problem, tmp_path, chosen):
    place = None if chosen is None else tmp_path / chosen
    store = StorePlace(problem, place, tmp_path, lasting=chosen is None).write(Event())
    assert store.manifest.fingerprint == problem.fingerprint
