"""The display to pass as `watch`."""

from __future__ import annotations

import os
import time
from collections.abc import Collection
from dataclasses import replace
from types import TracebackType
from typing import Self

from rich.console import Console as AnyConsole
from rich.console import ConsoleOptions, RenderResult
from rich.live import Live
from rich.text import Text

from nearbest.printable import one_line
from nearbest.progress.console import Console
from nearbest.progress.failures import failures_of
from nearbest.progress.lookout import Lookout
from nearbest.progress.notebook import NotebookView
from nearbest.progress.terminal import block, line
from nearbest.progress.view import View, view_of
from nearbest.race.cost import Seconds
from nearbest.race.observation import Task
from nearbest.race.race import Race

#: Without a terminal, at least this many seconds pass between two lines.
SECONDS_BETWEEN_LINES = 10.0
SECONDS_BETWEEN_QUIET_LINES = 60.0
#: A notebook is sent at most one view in this time.
SECONDS_BETWEEN_VIEWS = 0.5
#: Looking at a race that is drawn all the time takes no more than this part of the time.
MOST_TO_LOOK = 0.25


class Progress:
    """A display of the race, to be passed as `watch`.

    In a terminal it redraws one block: the intervals of those in the race on a common
    scale, the current winner, the gap certified so far and the forecast, probes, time, and
    how much of it should be left. In a
    notebook the same is a small table that is updated in place. Elsewhere, in CI and
    with `quiet` it writes a line now and then. The first candidate that fails of an error is
    told at once, with the error, unless `quiet`.

    Parameters
    ----------
    console : rich.console.Console, optional
        Where to write; standard error by default.
    quiet : bool, default=False
        Write at most one line per minute, even in a terminal.
    timeout : float, optional
        The seconds given to the race, so that no more are said to be left.

    Examples
    --------
    >>> from nearbest import NearBestSearch, space
    >>> from nearbest.progress import Progress
    >>> with Progress() as progress:
    ...     search = NearBestSearch(space.paper(), n_candidates=20, watch=progress)
    """

    def __init__(
        self,
        console: AnyConsole | None = None,
        *,
        quiet: bool = False,
        timeout: float | None = None,
    ) -> None:
        self.console = console or Console(stderr=True)
        self.quiet, self.timeout = quiet, timeout
        self._start = self._last = time.monotonic()
        self._shown: tuple[View, float] | None = None
        self._share: float | None = None
        self._failures: set[str] = set()
        self._lookout, self._looking = Lookout(), 0.0
        self._live: Live | None = None
        self._view: NotebookView | None = None

    def __deepcopy__(self, memo: object) -> Self:
        return self  # there is one terminal, whatever `clone` makes of a search

    def __enter__(self) -> Self:
        self._start = self._last = time.monotonic()
        if self._draws and not self.console.is_jupyter:
            self._live = Live(self, console=self.console, refresh_per_second=4, transient=True)
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def __call__(self, race: Race, running: Collection[Task]) -> None:
        """Note where the race stands."""
        now = time.monotonic()
        is_last = any(task.for_delivery for task in running)
        self._tell_failures(race)
        if not (is_last or self._is_due(race, now)):
            return
        shown = view_of(race, running, look=self._lookout)
        self._shown, self._last = (shown, now), now
        self._looking = time.monotonic() - now
        if self._live is not None:
            return
        if self._in_notebook:
            self._view = self._view or NotebookView()
            self._view.show(self._now(shown, now), now - self._start)
        else:
            self._write(line(self._now(shown, now), now - self._start))

    def preparing(self, share: float) -> None:
        """Note how much of the data is read, before the race begins."""
        self._share = share

    def __rich_console__(self, console: AnyConsole, options: ConsoleOptions) -> RenderResult:
        if self._shown is None:
            read = "" if self._share is None else f" {self._share:.0%} of the data is shuffled."
            yield Text(f"Preparing…{read}")
            return
        shown, now = self._shown[0], time.monotonic()
        yield block(self._now(shown, now), now - self._start, options.max_width, console.height)

    @property
    def _draws(self) -> bool:
        """Whether there is something to draw on, and somebody to look at it."""
        console = self.console
        if self.quiet or os.environ.get("CI", "").lower() not in ("", "0", "false"):
            return False
        return console.is_jupyter or (console.is_terminal and not console.is_dumb_terminal)

    @property
    def _in_notebook(self) -> bool:
        return self._draws and self.console.is_jupyter

    def _tell_failures(self, race: Race) -> None:
        """Write down each error that is new, above what is drawn; a notebook has them in it."""
        if self.quiet or self._in_notebook:
            return
        for sentence in failures_of(race):
            if sentence not in self._failures:
                self._failures.add(sentence)
                self._write(sentence)

    def _write(self, text: str) -> None:
        self.console.print(Text(one_line(text)), soft_wrap=True)

    def _is_due(self, race: Race, now: float) -> bool:
        """Whether to look at the race now; between two looks at thousands it goes on."""
        if self._live is not None:
            return now - self._last >= self._looking / MOST_TO_LOOK
        if self._in_notebook:
            at_once = self._view is None or race.ending is not None
            return at_once or now - self._last >= SECONDS_BETWEEN_VIEWS
        wait = SECONDS_BETWEEN_QUIET_LINES if self.quiet else SECONDS_BETWEEN_LINES
        return now - self._last >= wait

    def _now(self, shown: View, now: float) -> View:
        """The view with the time that passed since taken off what is left."""
        left = shown.left
        if left is not None and self._shown is not None:
            left = left.after(now - self._shown[1])
        if self.timeout is not None:
            until = max(self.timeout - (now - self._start), 0.0)
            left = Seconds(until, until, until) if left is None else left.at_most(until)
        return replace(shown, left=left)
