"""Processor time instead of time on the wall, for whatever a tool measures.

The machine may be busy with other things, and a tool that waits for a core is not to lose
by it. So tools are given clocks that stand still while their processes do.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import psutil

#: Looking at other processes takes time itself: it is done no more often than this.
SECONDS_BETWEEN_LOOKS = 0.02

_wall = time.perf_counter


class _Children:
    """Processor seconds of all processes that this one has started.

    What was last seen of each is kept: one that was killed leaves no account.
    """

    def __init__(self) -> None:
        self._looked = float("-inf")
        self._seen: dict[tuple[int, float], float] = {}

    def seconds(self) -> float:
        now = _wall()
        if now - self._looked >= SECONDS_BETWEEN_LOOKS:
            self._looked = now
            self._look()
        return sum(self._seen.values())

    def _look(self) -> None:
        for child in _this_process().children(recursive=True):
            try:
                times, born = child.cpu_times(), child.create_time()
            except psutil.NoSuchProcess:
                continue
            self._seen[child.pid, born] = times.user + times.system


@cache
def _this_process() -> psutil.Process:
    return psutil.Process()


_children = _Children()
_left_out = [0.0]


def processor_seconds() -> float:
    """Seconds for which this process and those that it started had a core."""
    return time.process_time() + _children.seconds() - _left_out[0]


@contextmanager
def not_counted() -> Iterator[None]:
    """What is done here is the benchmark's work, not the tool's."""
    before = processor_seconds()
    try:
        yield
    finally:
        _left_out[0] += processor_seconds() - before


def install() -> None:
    """Make it the clock of everything that is imported from now on."""
    time.perf_counter = time.time = processor_seconds
