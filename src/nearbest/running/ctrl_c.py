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
def noticing_ctrl_c(at_once: bool = True) -> Iterator[Pressed]:
    """Remember Ctrl-C while the block runs.

    Some learners catch it and return a model that is trained halfway (scikit-learn's
    networks do). Such a model must neither be observed nor delivered.

    Unless `at_once`, the first Ctrl-C only waits for `check`: raised in the midst of a
    pool's or a client's code, it can leave their locks held for ever. The second is
    raised wherever it comes.
    """
    pressed = Pressed()
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield pressed  # someone else handles it
        return

    def handle(number: int, frame: FrameType | None) -> None:
        waits = not at_once and not pressed.seen
        pressed.seen = True
        if not waits:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handle)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
