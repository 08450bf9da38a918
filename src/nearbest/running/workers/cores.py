"""The cores that this process may use, and how many workers they serve."""

from __future__ import annotations

import os

#: More processes than this for each core only take memory from each other.
MOST_PER_CORE = 4


def n_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def most_workers() -> int:
    """The most processes that are of use."""
    return MOST_PER_CORE * n_cores()
