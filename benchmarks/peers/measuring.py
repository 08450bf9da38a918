"""Running one tool in a process of its own, so that none can spoil the next."""

from __future__ import annotations

import math
import platform
import resource
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from multiprocessing import get_context
from typing import TYPE_CHECKING

from pebble import ProcessExpired, ProcessPool
from threadpoolctl import threadpool_limits

from peers.rows import FULL_RUN, Found, Row, Setup, completed

if TYPE_CHECKING:
    from collections.abc import Callable

    from peers.task import Task

PACKAGES = ("nearbest", "scikit-learn", "lightgbm", "numpy", "pandas")
#: Of an error's message, so much is kept.
MESSAGE_LENGTH = 300


@dataclass(frozen=True)
class Tool:
    """A row to be: the function that fills it, and the packages it needs besides."""

    name: str
    module: str
    function: str = "search"
    packages: tuple[str, ...] = ()

    def load(self) -> Callable[[Task], Found]:
        """The function; an ImportError where a package is missing."""
        search: Callable[[Task], Found] = getattr(import_module(self.module), self.function)
        return search

    def versions(self) -> dict[str, str]:
        """The versions that its row was measured with."""
        installed = {name: version(name) for name in (*PACKAGES, *self.packages)}
        return {"Python": platform.python_version(), **installed}


def measured(tool: Tool, setup: Setup, earlier: Mapping[str, Row], limit: float) -> Row:
    """The row of a tool; one that says why where it fails or takes too long."""
    try:
        with ProcessPool(max_workers=1, context=get_context("spawn")) as pool:
            arguments = (tool, setup, dict(earlier), limit)
            return pool.schedule(_carried_out, args=arguments).result()
    except Exception as error:
        if isinstance(error, ProcessExpired) and error.exitcode == -signal.SIGXCPU:
            return Row(
                tool.name, setup.n_rows, error=f"stopped after {limit:,.0f} s", limit=limit
            )
        reason = f"{type(error).__name__}: {error}"[:MESSAGE_LENGTH]
        return Row(tool.name, setup.n_rows, error=reason)


def _carried_out(tool: Tool, setup: Setup, earlier: Mapping[str, Row], limit: float) -> Row:
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + limit), most))
    search = tool.load()
    from peers.task import Task  # after the tool: a missing package is told at once

    task = Task.load(setup, earlier)
    with threadpool_limits(1):
        found = search(task)
    found = completed(found, earlier.get(FULL_RUN))
    return Row(tool.name, len(task.y), found, versions=tool.versions())
