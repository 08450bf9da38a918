"""Worker processes on this machine, each of which can be killed alone."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

from joblib.externals.loky.backend import get_context
from pebble import ProcessExpired, ProcessPool

from nearbest.running.executors.limits import die_with_parent

#: How long it may go unnoticed, while workers start, that they were shut down.
SECONDS_BETWEEN_LOOKS = 0.1


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
        `warm_up` may replace it.

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
        self.n_workers, self.timeout = n_workers, timeout
        self._beginning = _Beginning(prepare)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(
            max_workers=self.n_workers,
            initializer=self._beginning,
            context=get_context("loky"),
        )

    def start(self) -> None:
        """Start the workers unless they have started, and do not wait for them."""
        self._pool.schedule(os.getpid)  # the pool starts with its first task

    def warm_up(self, prepare: Callable[[], Any], n_workers: int = 1) -> None:
        """Wait until `n_workers` have called `prepare`; workers to come call it first.

        Raises what `prepare` raised in a worker, and ``BrokenProcessPool`` if the workers
        are shut down meanwhile.
        """
        self._beginning.prepare = prepare
        answered: set[int] = set()
        waiting: set[Future[Any]] = set()
        while len(answered) < n_workers:
            if not self._pool.active:  # which no future of it would tell
                raise BrokenProcessPool("the workers were shut down")
            if not waiting:
                waiting = {
                    self._pool.schedule(_answer, (prepare,)) for _ in range(self.n_workers)
                }
            ended, waiting = wait(waiting, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
            answered |= {future.result() for future in ended}

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


class _Beginning:
    """What a worker does when it starts; one that starts later does what is set by then."""

    def __init__(self, prepare: Callable[[], Any] | None) -> None:
        self.prepare = prepare

    def __call__(self) -> None:
        die_with_parent()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a handler would wait for native code
        if self.prepare is not None:
            # Raised here it would end the worker without a word. Tasks meet it again.
            with suppress(Exception):
                self.prepare()


def _answer(prepare: Callable[[], Any]) -> int:
    prepare()
    time.sleep(0.02)  # so that one quick worker does not answer for all
    return os.getpid()


def is_fault_of_pool(error: BaseException) -> bool:
    """Whether the pool broke before the task began, which is no fault of the task."""
    return isinstance(error, BrokenProcessPool)


def was_killed(error: BaseException) -> bool:
    """Whether the process of a task was ended by a signal, such as of native code's abort."""
    return isinstance(error, ProcessExpired) and (error.exitcode or 0) < 0


def reason(error: BaseException, timeout: float | None = None) -> str:
    """Why a task came to nothing, in words; `timeout` is the limit it had, if any."""
    if isinstance(error, ProcessExpired):
        code = error.exitcode
        if code is not None and code < 0:
            hint = "; perhaps out of memory" if code == -9 else ""
            return f"its process was killed by signal {-code}{hint}"
        return f"its process ended with exit code {code}"
    if isinstance(error, TimeoutError) and timeout is not None:
        return "it took longer than `probe_timeout`"
    return f"{type(error).__name__}: {error}".strip(": ")
