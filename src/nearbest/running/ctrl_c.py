"""Ctrl-C that no estimator can swallow, and ends that leave nothing behind."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

#: What asks a process to end; a platform may lack some.
ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
#: Signals by which the command line was asked to end.
_asked: list[int] = []


class Pressed:
    """Whether Ctrl-C was pressed, or the command asked to end; `check` raises if so."""

    def __init__(self) -> None:
        self.seen = bool(_asked)

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


@contextmanager
def cleaning_up(clean: Callable[[], object]) -> Iterator[None]:
    """Call `clean` before SIGTERM or SIGHUP ends the process, as they do."""

    def end(number: int) -> None:
        clean()
        _end_by(number)

    with _handling(end):
        yield


@contextmanager
def ending_like_ctrl_c() -> Iterator[None]:
    """Have SIGTERM and SIGHUP do what two Ctrl-C do: end with the answer so far.

    There is no time to train it: what asks politely kills soon after.
    """

    def press(number: int) -> None:
        _asked.append(number)
        handler = signal.getsignal(signal.SIGINT)
        if callable(handler):
            handler(signal.SIGINT, None)
        else:
            raise KeyboardInterrupt

    try:
        with _handling(press):
            yield
    finally:
        _asked.clear()


@contextmanager
def _handling(handle: Callable[[int], None]) -> Iterator[None]:
    """Call `handle` with the signal that asks this process to end.

    Signals that somebody else handles or ignores (nohup does) are left alone, and
    processes that an estimator forked end as ever.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    owner = os.getpid()

    def on_signal(number: int, frame: FrameType | None) -> None:
        if os.getpid() == owner:
            handle(number)
        else:
            _end_by(number)

    mine = [number for number in ENDING if signal.getsignal(number) is signal.SIG_DFL]
    for number in mine:
        signal.signal(number, on_signal)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_DFL)


def _end_by(number: int) -> None:
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
