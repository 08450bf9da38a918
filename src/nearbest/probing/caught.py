"""What a probe warns of, told apart from what probes in other threads warn of.

Python's `catch_warnings` changes the whole process: of two that overlap in time the later
takes the other's warnings, and what comes back in the end is not what was there before. So
while probes run, one change holds for all of them, and it looks who is warning.
"""

from __future__ import annotations

import copyreg
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any, TextIO


class _ByThread(type):
    """A class that every warning is of, if a probe gives it, and no other warning."""

    def __subclasscheck__(cls, category: type) -> bool:
        return _recorder.caught_here() is not None


class OfProbes(Warning, metaclass=_ByThread):
    """The category of all warnings that a probe gives, for Python's filters."""


# Learners hand the filters to worker processes of their own, where all of it is the probe's.
copyreg.pickle(_ByThread, lambda _: (copy, (Warning,)))


class _Recorder:
    """The lists of all probes that run in this process, by their threads.

    Only those that enter and leave take the lock: a warning may come at any moment, from
    within those methods, too.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._lists: dict[int, tuple[list[warnings.WarningMessage], ...]] = {}
        self._contexts: list[Any] = []
        self._shown_by = warnings.showwarning

    def enter(self, caught: list[warnings.WarningMessage]) -> None:
        """Have all that this thread warns of put into `caught`."""
        me = threading.get_ident()
        with self._lock:
            if not self._lists.keys() - {me}:
                self._begin()
            self._lists[me] = (*self._lists.get(me, ()), caught)
            self._take_over()

    def leave(self, caught: list[warnings.WarningMessage]) -> None:
        """Undo `enter`, also where that was interrupted; with the last probe all is as before.

        Probes within the fit of another, in the same thread, leave it as they found it.
        """
        me = threading.get_ident()
        with self._lock:
            left = tuple(each for each in self._lists.get(me, ()) if each is not caught)
            self._lists.pop(me, None)
            if left:
                self._lists[me] = left
            if len(self._lists) > 1:
                return
            n_probes = sum(map(len, self._lists.values()))
            while len(self._contexts) > n_probes:
                self._contexts.pop().__exit__()

    def caught_here(self) -> list[warnings.WarningMessage] | None:
        """Where what this thread warns of belongs; None if to no probe that can be named.

        A thread that a learner started is told from others as long as one probe runs alone.
        """
        me, lists = threading.get_ident(), self._lists.copy()
        own = lists.get(me)
        if own is None and len(lists) == 1 and me != threading.main_thread().ident:
            (own,) = lists.values()
        return own[-1] if own else None

    def _begin(self) -> None:
        """Remember how warnings are shown now, and who shows those of no probe."""
        before = warnings.catch_warnings()
        before.__enter__()
        if not self._contexts and warnings.showwarning != self._show:
            self._shown_by = warnings.showwarning
        self._contexts.append(before)

    def _take_over(self) -> None:
        """Be asked for every warning; a learner in another thread may have changed that."""
        warnings.showwarning = self._show
        if not warnings.filters or warnings.filters[0][2] is not OfProbes:
            warnings.simplefilter("always", OfProbes)

    def _show(
        self,
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        caught = self.caught_here()
        if caught is None:
            self._shown_by(message, category, filename, lineno, file, line)
        else:
            told = warnings.WarningMessage(message, category, filename, lineno, file, line)
            caught.append(told)


_recorder = _Recorder()


@contextmanager
def caught_warnings() -> Iterator[list[warnings.WarningMessage]]:
    """All warnings of the probe that this block carries out, filters or not.

    Those of other threads are not among them, nor those of processes that a learner starts.
    A learner that catches warnings itself does so as ever: in this thread alone from Python
    3.14 on, if `sys.flags.context_aware_warnings` is set, else in all of them for a while.

    Examples
    --------
    >>> with caught_warnings() as caught:
    ...     warnings.warn("not converged")
    >>> [str(warning.message) for warning in caught]
    ['not converged']
    """
    if getattr(sys.flags, "context_aware_warnings", False):  # threads are told apart by Python
        with warnings.catch_warnings(record=True) as recorded:
            warnings.simplefilter("always")
            yield recorded
        return
    caught: list[warnings.WarningMessage] = []
    try:
        _recorder.enter(caught)
        yield caught
    finally:
        _recorder.leave(caught)
