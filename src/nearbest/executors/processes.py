"""Worker processes on this machine, each of which can be killed alone."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from loky.backend import get_context
from pebble import ProcessExpired, ProcessPool

from nearbest.executors.limits import die_with_parent


class Processes(Executor):
    """A pool whose running tasks can be cancelled, and time out, one by one.

    Workers start afresh (no fork, so native thread pools are safe) without importing
    the user's script, and die with this process.

    Parameters
    ----------
    n_workers : int
    timeout : float, optional
        Seconds after which a task is killed.

    Examples
    --------
    >>> from nearbest.executors import Processes
    >>> with Processes(1) as pool:
    ...     pool.submit(max, 1, 2).result()
    2
    """

    def __init__(self, n_workers: int, timeout: float | None = None) -> None:
        self.n_workers, self.timeout = n_workers, timeout
        self._pool = ProcessPool(
            max_workers=n_workers, initializer=die_with_parent, context=get_context("loky")
        )

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run `fn` in a worker; cancelling the future kills it."""
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
