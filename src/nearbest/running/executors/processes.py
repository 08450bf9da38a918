"""Worker processes on this machine, each of which can be killed alone."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from loky.backend import get_context
from pebble import ProcessExpired, ProcessPool

from nearbest.running.executors.limits import die_with_parent

#: What kept this worker from preparing itself.
_unprepared: list[Exception] = []


class Processes(Executor):
    """A pool whose running tasks can be cancelled, and time out, one by one.

    Workers start afresh (no fork, so native thread pools are safe) without importing
    the user's script, and die with this process.

    Parameters
    ----------
    n_workers : int
    timeout : float, optional
        Seconds after which a task is killed.
    prepare : callable, optional
        Called in each worker when it starts, which counts against no task's time.

    Examples
    --------
    >>> from nearbest.running.executors import Processes
    >>> with Processes(1) as pool:
    ...     pool.submit(max, 1, 2).result()
    2
    """

    def __init__(
        self,
        n_workers: int,
        timeout: float | None = None,
        prepare: Callable[[], Any] | None = None,
    ) -> None:
        self.n_workers, self.timeout, self.prepare = n_workers, timeout, prepare
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(
            max_workers=self.n_workers,
            initializer=_begin,
            initargs=(self.prepare,),
            context=get_context("loky"),
        )

    def warm_up(self) -> None:
        """Wait until workers have started, before time is measured.

        Raises what `prepare` raised in a worker.
        """
        answered: set[int] = set()
        while len(answered) < self.n_workers:
            futures = [self._pool.schedule(_answer) for _ in range(self.n_workers)]
            answered |= {future.result() for future in futures}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run `fn` in a worker; cancelling the future kills it."""
        if not self._pool.active:  # an idle worker was killed, which breaks the pool
            self._pool.stop()
            self._pool = self._new_pool()
        future: Future[Any] = self._pool.schedule(
            fn, args=args, kwargs=kwargs, timeout=self.timeout
        )
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let running tasks finish, or kill them with `cancel_futures`."""
        if cancel_futures:
            self._pool.stop()
        else:
            self._pool.close()
        if wait or cancel_futures:
            self._pool.join()


def _begin(prepare: Callable[[], Any] | None) -> None:
    die_with_parent()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a handler would wait for native code
    if prepare is not None:
        try:
            prepare()
        except Exception as error:  # raised here it would end the worker without a word
            _unprepared.append(error)


def _answer() -> int:
    if _unprepared:
        raise _unprepared[0]
    time.sleep(0.02)  # so that one quick worker does not answer for all
    return os.getpid()


def is_fault_of_pool(error: BaseException) -> bool:
    """Whether the pool broke before the task began, which is no fault of the task."""
    return isinstance(error, BrokenProcessPool)


def was_killed(error: BaseException) -> bool:
    """Whether the process of a task was ended by a signal, such as of native code's abort."""
    return isinstance(error, ProcessExpired) and (error.exitcode or 0) < 0


def reason(error: BaseException) -> str:
    """Why an executor lost a task, in words."""
    if isinstance(error, ProcessExpired):
        code = error.exitcode
        if code is not None and code < 0:
            hint = "; perhaps out of memory" if code == -9 else ""
            return f"its process was killed by signal {-code}{hint}"
        return f"its process ended with exit code {code}"
    if isinstance(error, TimeoutError):
        return "it took longer than `probe_timeout`"
    return f"{type(error).__name__}: {error}"
