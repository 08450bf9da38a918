"""Small first probes in this process, while worker processes start."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from typing import Any

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.known_libraries import is_known
from nearbest.race.observation import Observation, Task
from nearbest.running.ctrl_c import SECONDS_UNNOTICED, check_ctrl_c
from nearbest.running.executors import Processes, Serial
from nearbest.running.workers.remote_probe import RemoteProbe, SavingProbe
from nearbest.running.workers.setting_up import SettingUp

#: Samples up to so many rows, and so many values, are small.
MOST_ROWS, MOST_VALUES = 5_000, 1_000_000
#: A candidate that took longer than this here goes to a worker with its next sample.
MOST_SECONDS = 0.5


def may_go_first(configuration: Configuration) -> bool:
    """Whether a candidate may be fitted here, where it cannot be killed."""
    return is_known(configuration.specimen)


class FirstProbesHere(Executor):
    """Worker processes, and this one for small probes as long as none of them is ready.

    What is known to end, and not to end its process, is carried out by `submit` itself.
    Everything else waits for a worker.

    Parameters
    ----------
    workers : Processes
    set_up : SettingUp
        Called in a thread, as putting the data where workers find it takes its time too;
        what it raises is raised by `submit`.
    """

    def __init__(self, workers: Processes, set_up: SettingUp) -> None:
        self._workers, self._set_up, self._here = workers, set_up, Serial()
        self._thread = ThreadPoolExecutor(1, "nearbest-setting-up")
        self._probe = self._thread.submit(set_up)
        self._may_go_first: dict[str, bool] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Carry out the task now with the probe `fn`, or have a worker do so."""
        task, candidate = args
        assert isinstance(fn, SavingProbe)
        if not self._probe.done() and self._goes_here(fn, task):
            return self._carried_out(fn, task)
        return self._workers.submit(self._ready(), task, candidate)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut the workers down."""
        self._workers.shutdown(wait, cancel_futures=cancel_futures)

    def __exit__(self, *error: object) -> None:
        """Give up what is not yet set up, as its folder is about to go."""
        self._set_up.stop()
        self._thread.shutdown()

    def _goes_here(self, probe: SavingProbe, task: Task) -> bool:
        name, known = task.configuration, probe.prober.configurations
        if task.n_train > MOST_ROWS or task.for_delivery or name not in known:
            return False
        if name not in self._may_go_first:
            self._may_go_first[name] = may_go_first(known[name])
        return self._may_go_first[name] and _n_values(probe, task) <= MOST_VALUES

    def _carried_out(self, probe: SavingProbe, task: Task) -> Future[tuple[Observation, Any]]:
        begun = time.perf_counter()
        future = self._here.submit(probe, task)
        self._may_go_first[task.configuration] = time.perf_counter() - begun < MOST_SECONDS
        return future

    def _ready(self) -> RemoteProbe:
        """The probe for workers, when one of them is ready."""
        while not wait([self._probe], SECONDS_UNNOTICED).done:
            check_ctrl_c()
        return self._probe.result()


def _n_values(probe: SavingProbe, task: Task) -> int:
    """Values in the sample that a task trains on."""
    X, _ = probe.prober.samples.train(task.n_train)
    return int(X.nnz) if hasattr(X, "nnz") else math.prod(X.shape)
