"""What a worker process makes of a probe."""

import numpy as np
import pytest

from nearbest.data.store.store import write_store
from nearbest.errors import CannotRead
from nearbest.race.observation import Task
from nearbest.running.prepare import prepare
from nearbest.running.workers import remote_probe


@pytest.fixture
def packed(stub, coins, tmp_path, monkeypatch):
    """A function that packs a probe of one candidate, whose samples are in a store."""
    monkeypatch.setattr(remote_probe, "_unpacked", {})

    def pack(estimator, memory=None):
        problem = prepare({"it": estimator}, *coins(2_000), random_state=0)
        store = write_store(problem.samples, tmp_path / "store")
        probe = remote_probe.SavingProbe(problem.prober.on(store).without_candidates(), None)
        remote = remote_probe.RemoteProbe(probe, "key", memory)
        candidate = remote_probe.PackedCandidates(problem.configurations).packed("it")
        return lambda task: remote(task, candidate)

    return pack


def out_of_memory(n_rows):
    raise np._core._exceptions._ArrayMemoryError((1,), np.dtype(float))


def out_of_native_memory(n_rows):
    raise RuntimeError("std::bad_alloc")


class TestMemory:
    @pytest.mark.parametrize("on_fit", [out_of_memory, out_of_native_memory])
    def test_the_limit_that_was_broken_is_named(self, on_fit, packed, stub):
        observation, _ = packed(stub(on_fit=on_fit), 10**9)(Task("it", 1_600, 400))
        assert observation.status == "failed"
        assert observation.broke == ("probe_memory", 10**9)

    def test_without_a_limit_none_was_broken(self, packed, stub):
        observation, _ = packed(stub(on_fit=out_of_memory))(Task("it", 1_600, 400))
        assert observation.status == "failed"
        assert observation.broke is None

    def test_another_failure_breaks_none(self, packed, stub):
        observation, _ = packed(stub(on_fit=lambda n: 1 / 0), 10**9)(Task("it", 1_600, 400))
        assert observation.status == "failed"
        assert observation.broke is None


def test_a_probe_is_not_lost_to_another_thread(packed, stub, monkeypatch):
    """Two runs may share a worker of several threads; each lets go of what the other opened."""

    class Meddled(dict):
        def __setitem__(self, key, value):
            super().__setitem__(key, value)
            self.clear()

    monkeypatch.setattr(remote_probe, "_unpacked", Meddled())
    observation, _ = packed(stub())(Task("it", 1_600, 400))
    assert observation.status == "ok"


def test_a_store_that_is_gone_is_no_failure_of_the_candidate(packed, stub, tmp_path):
    """As where a worker starts anew after the store was moved away."""
    probe = packed(stub())
    (tmp_path / "store").rename(tmp_path / "elsewhere")
    with pytest.raises(CannotRead, match=r"manifest\.json"):
        probe(Task("it", 1_600, 400))
