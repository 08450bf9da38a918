"""Standard output is for the answer: what learners print goes to standard error."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

STDOUT, STDERR = 1, 2


@contextmanager
def kept_for_the_answer() -> Iterator[None]:
    """While it lasts, this process and those it starts write to standard error alone.

    Learners print, some of them from C (LightGBM's warnings, liblinear), and a single line of
    theirs makes the JSON of an answer unreadable.
    """
    answers = os.dup(STDOUT)
    _flush()
    os.dup2(STDERR, STDOUT)
    try:
        yield
    finally:
        _flush()
        os.dup2(answers, STDOUT)
        os.close(answers)


def _flush() -> None:
    """Nothing that was printed may wait in a buffer until the other file is in its place."""
    with suppress(BrokenPipeError):
        sys.stdout.flush()
    with suppress(OSError, TypeError):  # no C library by that name, as on Windows
        ctypes.CDLL(None).fflush(None)
