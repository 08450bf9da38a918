"""Live progress in a terminal."""

from __future__ import annotations

import time
from collections.abc import Collection
from types import TracebackType
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from nearbest.interval import Interval
from nearbest.observation import Task
from nearbest.race import Race, Track

#: Contenders shown at once, the most promising ones.
MOST_SHOWN = 8
BAR_WIDTH = 30
#: Without a terminal, at least this many seconds pass between two lines.
SECONDS_BETWEEN_LINES = 5.0


class Progress:
    """A display of the race, to be passed as `watch`.

    In a terminal it redraws one block: the contenders' intervals on a common scale,
    the best so far, the gap certified, probes and time. Elsewhere it writes a line
    now and then.

    Examples
    --------
    >>> from nearbest import NearBestSearch, space
    >>> from nearbest.progress import Progress
    >>> with Progress() as progress:
    ...     search = NearBestSearch(space.paper(), n_candidates=20, watch=progress)
    """

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console()
        self._start = self._last_line = time.monotonic()
        self._race: Race | None = None
        self._running: list[Task] = []
        self._live: Live | None = None

    def __enter__(self) -> Self:
        self._start = self._last_line = time.monotonic()
        if self.console.is_terminal:
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
        self._race, self._running = race, list(running)
        now = time.monotonic()
        if self._live is None and now - self._last_line >= SECONDS_BETWEEN_LINES:
            self._last_line = now
            self.console.print(self._summary(race), highlight=False)

    def __rich__(self) -> RenderableType:
        if self._race is None:
            return Text("Preparing…")
        return Group(contender_table(self._race, self._running), self._summary(self._race))

    def _summary(self, race: Race) -> Text:
        elapsed = time.monotonic() - self._start
        parts = [f"{elapsed:.0f} s", f"{len(race.history)} probes"]
        parts.append(f"{len(race.contenders)} of {race.plan.n_configurations} contenders")
        if race.incumbent is not None:
            best = race.best_guess
            parts.append(f"best {best} {race.tracks[best].interval}")
            parts.append(f"certified gap {race.gap(best):.4f} (wanted {race.plan.epsilon:g})")
        return Text(" · ".join(parts))


def contender_table(race: Race, running: Collection[Task]) -> Table:
    """The most promising contenders with their intervals as bars."""
    probing = {task.configuration: task.n_train for task in running}
    tracks = [race.tracks[name] for name in race.contenders]
    tracks.sort(key=lambda track: (-track.interval.upper, -track.interval.lower))
    incumbent = race.incumbent
    shown = [t for t in tracks if t.name == incumbent]
    shown += [t for t in tracks if t.name != incumbent][: MOST_SHOWN - len(shown)]
    low = min((t.interval.lower for t in shown if t.probes), default=0.0)
    high = max((t.interval.upper for t in shown if t.probes), default=1.0)
    table = Table(box=None, pad_edge=False, show_header=False)
    for track in shown:
        table.add_row(*_row(track, Interval(low, high), probing, track.name == incumbent))
    hidden = len(tracks) - len(shown)
    if hidden > 0:
        table.add_row(f"and {hidden} more", "", "", "")
    return table


def _row(
    track: Track, scale: Interval, probing: dict[str, int], leads: bool
) -> tuple[RenderableType, ...]:
    rows = f"{track.probes[-1].n_train:,} rows" if track.probes else "not probed"
    state = f"probing {probing[track.name]:,}" if track.name in probing else ""
    style = "bold green" if leads else ""
    return Text(track.name, style), Text(bar(track.interval, scale), style), rows, state


def bar(interval: Interval, scale: Interval, width: int = BAR_WIDTH) -> str:
    """An interval drawn on a scale.

    Examples
    --------
    >>> from nearbest.interval import Interval
    >>> bar(Interval(0.8, 0.9), Interval(0.8, 1.0), width=10)
    '█████·····'
    """
    span = max(scale.width, 1e-12)
    first = min(max(round((interval.lower - scale.lower) / span * width), 0), width - 1)
    last = min(max(round((interval.upper - scale.lower) / span * width), first + 1), width)
    return "·" * first + "█" * (last - first) + "·" * (width - last)
