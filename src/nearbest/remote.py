"""A probe that can be sent to another process.

Data never travels with it: the process opens the store by its path.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cloudpickle

from nearbest.executors.limits import memory_limit
from nearbest.models import model_stem, save_model
from nearbest.observation import Observation, Task
from nearbest.probe import Prober

#: Probers that this process has unpacked, by key.
_unpacked: dict[str, Callable[[Task], tuple[Observation, Any]]] = {}


class SavingProbe:
    """Probes, and saves the models that may be delivered, instead of returning them.

    Parameters
    ----------
    prober : Prober
    models : Path
        The folder for models; the file of a probe is named by `model_stem`.
    """

    def __init__(self, prober: Prober, models: Path) -> None:
        self.prober, self.models = prober, models

    def __call__(self, task: Task) -> tuple[Observation, Any]:
        """Carry out `task`; the model, if it may be wanted, is in its file."""
        observation, model = self.prober(task)
        if observation.status == "ok" and observation.test_accuracy >= task.keep_from:
            number = self.prober.plan.index[task.configuration]
            save_model(model, model_stem(self.models, number, task.n_train))
        return observation, None


class RemoteProbe:
    """A probe as a small message: packed once, unpacked once in each process.

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

    def __call__(self, task: Task) -> tuple[Observation, Any]:
        """Carry out `task` in the process where this is called."""
        process = os.getpid()
        probe = self._probe()
        with memory_limit(self.memory):
            outcome = probe(task)
        if os.getpid() != process:
            os._exit(0)  # the estimator forked, and this is the copy
        return outcome

    def unpack(self) -> None:
        """Make the process where this is called ready for the first task."""
        self._probe()

    def _probe(self) -> Callable[[Task], tuple[Observation, Any]]:
        if self.key not in _unpacked:
            _unpacked.clear()  # one run at a time; let go of the last one's data
            _unpacked[self.key] = cloudpickle.loads(self.packed)
        return _unpacked[self.key]
