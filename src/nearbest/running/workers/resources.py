"""What the user grants to probes, and the worker processes that are started for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass

from nearbest.arguments import check_positive, is_whole
from nearbest.errors import InvalidInput, NotSupported
from nearbest.running.executors import Processes
from nearbest.running.workers.remote_probe import preload
from nearbest.warn import warn_user

#: More processes than this for each core only take memory from each other.
MOST_PER_CORE = 4


@dataclass(frozen=True)
class Resources:
    """What the user grants: workers, limits, and folders.

    Attributes
    ----------
    n_jobs : int or None
        Worker processes; None or 1 runs probes in this process unless a limit needs
        a process that can be killed. Negative counts back from the number of cores.
    executor : Executor or None
        Any `concurrent.futures.Executor`, used instead of worker processes, with
        `n_jobs` probes in flight.
    probe_timeout : float or None
        Seconds after which a probe is killed and its configuration fails.
    probe_memory : int or None
        Bytes that a probe may allocate.
    killable : bool
        Whether probes must be stoppable at any moment, as for a timeout.
    store : path or None
        Where the shuffled data goes: a folder or URL that all workers see.
    """

    n_jobs: int | None = None
    executor: Executor | None = None
    probe_timeout: float | None = None
    probe_memory: int | None = None
    killable: bool = False
    store: str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        check_positive("probe_timeout", self.probe_timeout, "number of seconds")
        check_positive("probe_memory", self.probe_memory, "number of bytes")
        if self.n_jobs is not None and (not is_whole(self.n_jobs) or self.n_jobs == 0):
            raise InvalidInput(
                f"`n_jobs` must be an integer other than 0; got {self.n_jobs!r}."
            )
        if self.executor is not None and not hasattr(self.executor, "submit"):
            raise InvalidInput(
                f"`executor` must be a concurrent.futures.Executor; got {self.executor!r}."
            )
        if hasattr(self.executor, "get_executor"):
            raise InvalidInput(
                "`executor` must be a concurrent.futures.Executor; got a Dask client, so pass "
                "its `get_executor()`."
            )
        if self.executor is not None and self.probe_timeout is not None:
            raise NotSupported(
                "`probe_timeout` needs workers of this process's own, which it can kill; leave "
                "`executor` out, or `probe_timeout`."
            )

    @property
    def n_workers(self) -> int:
        """Probes in flight at once; of processes of our own no more than cores can serve."""
        if self.n_jobs is None:
            return 1
        if self.n_jobs < 0:
            return max(1, n_cores() + 1 + self.n_jobs)
        return self.n_jobs if self.executor is not None else min(self.n_jobs, most_workers())

    @property
    def limits(self) -> dict[str, float | None]:
        """What each probe may use, by the name of the argument."""
        return {"probe_timeout": self.probe_timeout, "probe_memory": self.probe_memory}

    @property
    def limits_time(self) -> bool:
        """Whether probes, or all of them together, have so much time and no more."""
        return self.probe_timeout is not None or self.killable

    @property
    def limits_probes(self) -> bool:
        """Whether each probe needs a process that can be killed or denied memory."""
        return self.probe_timeout is not None or self.probe_memory is not None

    @property
    def in_this_process(self) -> bool:
        """Whether probes need no process of their own."""
        alone = self.n_workers == 1 and self.executor is None
        return alone and not self.killable and not self.limits_probes

    @property
    def own_workers(self) -> bool:
        """Whether probes run in processes that this one starts."""
        return self.executor is None and not self.in_this_process


@contextmanager
def starting_workers(resources: Resources) -> Iterator[Processes | None]:
    """The worker processes that are needed, if any; they are stopped in the end.

    Where every probe needs one, they import the libraries for it while this process
    prepares data. Elsewhere `execution` starts them at the latest, as their
    imports would take the cores that a first probe in this process needs.
    """
    if not resources.own_workers:
        yield None
        return
    if resources.n_jobs is not None and resources.n_jobs > resources.n_workers:
        warn_user(
            f"`n_jobs` is {resources.n_jobs:,}, and {n_cores():,} cores serve no more than "
            f"{resources.n_workers:,} processes well: so many are started."
        )
    workers = Processes(resources.n_workers, resources.probe_timeout, preload)
    try:
        if resources.limits_probes:
            workers.start()
        yield workers
    finally:
        workers.shutdown(cancel_futures=True)


def n_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def most_workers() -> int:
    """The most processes that are of use."""
    return MOST_PER_CORE * n_cores()
