"""Running probes one after another, in this process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Serial(Executor):
    """An executor whose `submit` does the work before it returns.

    Examples
    --------
    >>> from nearbest.running.executors import Serial
    >>> Serial().submit(max, 1, 2).result()
    2
    """

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call `fn` now; its exception goes into the future, Ctrl-C to the caller."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
