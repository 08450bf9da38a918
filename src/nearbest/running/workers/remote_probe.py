"""A probe that can be sent to another process.

Data never travels with it: the process opens the store by its path.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import cloudpickle

from nearbest.candidates.configuration import Configuration
from nearbest.errors import CannotRead, InvalidInput
from nearbest.probing.model_files import ModelFiles
from nearbest.probing.prober import Prober
from nearbest.probing.unpickling import unpickle_at_home
from nearbest.race.observation import Observation, Task
from nearbest.running.ctrl_c import may_be_ctrl_c
from nearbest.running.executors.limits import memory_limit

#: Probers that this process has unpacked, by key.
_unpacked: dict[str, SavingProbe] = {}
#: Tells this process from those on other machines too.
_PROCESS = uuid4().hex


def preload() -> None:
    """Do nothing: to find this function is to have imported what every probe needs."""


class PackedCandidates:
    """The candidates of a run, each packed once, to travel with its tasks."""

    def __init__(self, configurations: Iterable[Configuration]) -> None:
        self._configurations = {c.name: c for c in configurations}
        self._packed: dict[str, bytes] = {}

    def admit(self, configuration: Configuration) -> None:
        """Take in a candidate that came while the race runs."""
        self._configurations[configuration.name] = configuration

    def packed(self, name: str) -> bytes:
        """A candidate as bytes that a worker can open; raises what pickling it raises."""
        if name not in self._packed:
            self._packed[name] = cloudpickle.dumps(self._configurations[name])
        return self._packed[name]


class SavingProbe:
    """Probes, and saves the models that may be delivered, instead of returning them.

    Parameters
    ----------
    prober : Prober
    models : ModelFiles or None
        Where models are saved; None saves none, as where nobody could read them.
    """

    def __init__(self, prober: Prober, models: ModelFiles | None) -> None:
        self.prober, self.models = prober, models

    def __call__(
        self, task: Task, configuration: Configuration | None = None
    ) -> tuple[Observation, Any]:
        """Carry out `task`; the model, if it may be wanted, is in its file."""
        if configuration is not None and self.models is not None:
            self.models.admit(configuration)
        observation, model = self.prober(task, configuration)
        wanted = observation.status == "ok" and observation.test_score >= task.keep_from
        if wanted and self.models is not None:
            observation = self._saved(observation, model)
        return observation, None

    def prepare(self) -> None:
        """Import what saving needs, which takes seconds that are no probe's own."""
        if self.models is not None and self.models.lasting:
            with contextlib.suppress(ImportError):
                importlib.import_module("skops.io")

    def _saved(self, observation: Observation, model: Any) -> Observation:
        """The observation, with a warning where the model could not be saved."""
        assert self.models is not None
        why = self.models.save(observation.configuration, observation.n_train, model)
        if why is None:
            return observation
        return replace(observation, warnings=(*observation.warnings, why))


class RemoteProbe:
    """A probe as a small message: packed once, unpacked once in each process.

    Candidates are no part of it: each task brings its own along.

    Parameters
    ----------
    probe : callable
        What to run there; its samples must be a `Store`.
    key : str
        Tells this probe from others that the same process may serve.
    memory : int, optional
        Bytes that a probe may allocate.
    """

    def __init__(self, probe: SavingProbe, key: str, memory: int | None = None) -> None:
        self.packed, self.key, self.memory = cloudpickle.dumps(probe), key, memory
        self.home = _PROCESS

    def __call__(self, task: Task, candidate: bytes) -> tuple[Observation, Any]:
        """Carry out `task` with its packed candidate in the process where this is called."""
        process = os.getpid()
        probe = self._probe()
        try:
            configuration = self._loads(candidate)
        except Exception as error:  # of this candidate: others may be importable there
            why = f"A worker cannot open it: {type(error).__name__}: {error}"
            return Observation.failed(task, why), None
        with memory_limit(self.memory):
            observation, model = _probed(probe, task, configuration)
        if os.getpid() != process:
            os._exit(0)  # the estimator forked, and this is the copy
        if self.memory is not None and _lacked_memory(observation):
            observation = replace(observation, broke=("probe_memory", self.memory))
        return observation, model

    def unpack(self) -> None:
        """Open the probe in the process where this is called, before its first task."""
        self._probe()

    def prepare(self) -> None:
        """Do all that a first task would have to wait for."""
        self._probe().prepare()

    def _probe(self) -> SavingProbe:
        probe = _unpacked.get(self.key)
        if probe is None:
            _unpacked.clear()  # one run at a time; let go of the last one's data
            probe = self._opened()
            _unpacked[self.key] = probe  # until another thread opens that of its run
        return probe

    def _opened(self) -> SavingProbe:
        """The probe unpacked; the store it reads may be gone, which is no candidate's fault."""
        try:
            probe: SavingProbe = self._loads(self.packed)
        except (OSError, InvalidInput) as error:
            raise CannotRead(f"A worker cannot open the samples: {error}") from error
        return probe

    def _loads(self, packed: bytes) -> Any:
        """Unpickle; elsewhere classes follow what the user made of them since the last run."""
        at_home = self.home == _PROCESS
        return unpickle_at_home(packed) if at_home else cloudpickle.loads(packed)


def _probed(
    probe: SavingProbe, task: Task, configuration: Configuration
) -> tuple[Observation, Any]:
    """Carry out `task`; an interrupt that no key can have caused is the candidate's failure.

    Raised in a worker of Dask's, it would end the worker.
    """
    try:
        return probe(task, configuration)
    except KeyboardInterrupt as error:
        if may_be_ctrl_c():
            raise
        return Observation.failed(task, type(error).__name__), None


def _lacked_memory(observation: Observation) -> bool:
    """Whether a probe failed for want of memory, in Python or in native code."""
    kind = observation.message.partition(":")[0]
    lacked = kind.endswith("MemoryError") or "bad_alloc" in observation.message
    return observation.status == "failed" and lacked
