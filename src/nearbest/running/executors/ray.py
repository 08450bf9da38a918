"""Ray as an executor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import ray


class RayExecutor(Executor):
    """Runs tasks on the Ray cluster that this process is connected to.

    Parameters
    ----------
    **options
        Passed to Ray's ``options`` for every task, such as ``num_cpus=1``.

    Examples
    --------
    >>> import ray
    >>> from nearbest.running.executors.ray import RayExecutor
    >>> _ = ray.init(num_cpus=2)  # doctest: +SKIP
    >>> RayExecutor().submit(max, 1, 2).result()  # doctest: +SKIP
    2
    """

    def __init__(self, **options: Any) -> None:
        self._options = {"max_retries": 1, **options}
        self._references: dict[Future[Any], Any] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run `fn` on the cluster."""
        task = ray.remote(_call).options(**self._options)
        reference = task.remote(fn, args, kwargs)
        future: Future[Any] = reference.future()
        self._references[future] = reference
        future.add_done_callback(self._let_go)
        return future

    def _let_go(self, done: Future[Any]) -> None:
        reference = self._references.pop(done, None)
        if reference is not None and done.cancelled():
            ray.cancel(reference, force=True)  # which cancelling the future does not

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel what is running if asked; the cluster itself is the user's."""
        for reference in list(self._references.values()) if cancel_futures else ():
            ray.cancel(reference, force=True)


def _call(fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    return fn(*args, **kwargs)
