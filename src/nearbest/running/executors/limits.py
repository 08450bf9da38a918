"""Limits that a process sets on itself before it runs what users wrote."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PR_SET_PDEATHSIG = 1

_lock = threading.Lock()
#: For each probe under way in this process, the limit that was there before all of them.
_before: list[tuple[int, int]] = []


def die_with_parent() -> None:
    """Have the kernel kill this process, and what it forks, with its parent.

    Without this a killed run would leave workers behind. Linux only; elsewhere
    workers end when they notice the closed pipe.
    """
    if sys.platform != "linux":
        return
    _kill_on_parent_death()
    os.register_at_fork(after_in_child=_kill_on_parent_death)


def _kill_on_parent_death() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


@contextmanager
def memory_limit(n_bytes: int | None) -> Iterator[None]:
    """Let this process allocate at most `n_bytes` more; beyond it, ``MemoryError``.

    Counts private memory, so that mapped data files cost nothing. Probes in several
    threads of one process share the limit of the last that began. Linux only.
    """
    if n_bytes is None or sys.platform != "linux":
        yield
        return
    import resource  # not on every platform

    with _lock:
        _before.append(_before[0] if _before else resource.getrlimit(resource.RLIMIT_DATA))
        limit = _private_bytes() + n_bytes
        resource.setrlimit(resource.RLIMIT_DATA, (limit, _before[0][1]))
    try:
        yield
    finally:
        with _lock:
            before = _before.pop()
            if not _before:  # the last thread restores what the first one found
                resource.setrlimit(resource.RLIMIT_DATA, before)


def _private_bytes() -> int:
    """What RLIMIT_DATA counts of this process now."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) * 1024
    return 0
