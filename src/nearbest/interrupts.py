"""Ctrl-C that no estimator can swallow."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Pressed:
    """Whether Ctrl-C was pressed; `check` raises if it was."""

    def __init__(self) -> None:
        self.seen = False

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` if Ctrl-C was pressed, whoever caught it then."""
        if self.seen:
            raise KeyboardInterrupt


@contextmanager
def noticing_ctrl_c() -> Iterator[Pressed]:
    """Remember Ctrl-C while the block runs.

    Some learners catch it and return a model that is trained halfway (scikit-learn's
    networks do). Such a model must neither be observed nor delivered.
    """
    pressed = Pressed()
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield pressed  # someone else handles it
        return

    def handle(number: int, frame: FrameType | None) -> None:
        pressed.seen = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handle)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
