"""Running probes one after another, in this process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from nearbest.running.ctrl_c import may_be_ctrl_c


class Serial(Executor):
    """An executor whose `submit` does the work before it returns.

    Examples
    --------
    >>> from nearbest.running.executors import Serial
    >>> Serial().submit(max, 1, 2).result()
    2
    """

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call `fn` now; what it raises goes into the future, Ctrl-C to the caller."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and may_be_ctrl_c():
                raise
            future.set_exception(error)
        return future
