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
#: How long Ctrl-C may go unnoticed while this process waits for probes elsewhere.
SECONDS_UNNOTICED = 0.2
#: Signals by which the command line was asked to end.
_asked: list[int] = []
#: Who notices Ctrl-C in this process's main thread, the innermost last.
_noticing: list[Pressed] = []


class Pressed:
    """Whether Ctrl-C was pressed, or the command asked to end; `check` raises if so.

    It is the handler of Ctrl-C itself, which makes it possible to tell a key that was
    pressed from a ``KeyboardInterrupt`` that an estimator raised. Unless `at_once`, the
    first Ctrl-C only waits for `check`.
    """

    def __init__(self, at_once: bool = True) -> None:
        self.seen, self.at_once = bool(_asked), at_once

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Note that Ctrl-C was pressed, and raise it unless it is to wait."""
        waits = not self.at_once and not self.seen
        self.seen = True
        if not waits:
            raise KeyboardInterrupt

    @contextmanager
    def raising(self, when: bool = True) -> Iterator[None]:
        """While the block runs, raise Ctrl-C where it comes; one that waits is raised first."""
        self.check()
        before, self.at_once = self.at_once, when
        try:
            yield
        finally:
            self.at_once = before

    def wait(self) -> None:
        """From here on the next Ctrl-C waits for `check`, and the one after it does not."""
        self.at_once, self.seen = False, bool(_asked)

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` if Ctrl-C was pressed, whoever caught it then."""
        if self.seen:
            raise KeyboardInterrupt


@contextmanager
def noticing_ctrl_c(at_once: bool = True, passed_on: bool = False) -> Iterator[Pressed]:
    """Remember Ctrl-C while the block runs.

    Some learners catch it and return a model that is trained halfway (scikit-learn's
    networks do). Such a model must neither be observed nor delivered.

    Unless `at_once`, the first Ctrl-C only waits for `check`: raised in the midst of a
    pool's or a client's code, it can leave their locks held for ever. The second is
    raised wherever it comes. Blocks may be nested: the innermost notices, and where it is
    `passed_on`, so does the one around it when the block ends.

    A Ctrl-C that somebody else handles, or that is ignored (as by what a shell runs in the
    background), stays theirs; being asked to end is noticed there, too.
    """
    pressed, before = Pressed(at_once), signal.getsignal(signal.SIGINT)
    if not _in_main_thread():
        yield pressed
        return
    ours = before is signal.default_int_handler or isinstance(before, Pressed)
    _noticing.append(pressed)
    if ours:
        signal.signal(signal.SIGINT, pressed)
    try:
        yield pressed
    finally:
        if ours:
            signal.signal(signal.SIGINT, before)
        _noticing.remove(pressed)
        if passed_on and _noticing:
            _noticing[-1].seen = _noticing[-1].seen or pressed.seen


def check_ctrl_c() -> None:
    """Raise a Ctrl-C that was pressed and waits for a check, in whichever block."""
    if _in_main_thread() and _noticing:
        _noticing[-1].check()


def may_be_ctrl_c() -> bool:
    """Whether a ``KeyboardInterrupt`` that was raised here may be a key's.

    If not, it is an estimator's own: in threads and in workers that ignore Ctrl-C, and
    where this module handles it and saw none. Handlers of others are given the benefit of
    the doubt, and so is who was asked to end.
    """
    handler = signal.getsignal(signal.SIGINT)
    if not _in_main_thread():
        return False
    if _asked or handler is signal.SIG_IGN:
        return bool(_asked)
    return handler.seen if isinstance(handler, Pressed) else True


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


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
        if not callable(handler) and _noticing:  # ignored, or not Python's
            handler = _noticing[-1]
        if not callable(handler):
            raise KeyboardInterrupt
        handler(signal.SIGINT, None)

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
    if not _in_main_thread():
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
