"""Candidates with their intervals as bars, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Column, Table
from rich.text import Text

from nearbest.printable import one_line
from nearbest.progress import bar
from nearbest.progress.names import shortened
from nearbest.race.answer.row import Row
from nearbest.race.durations import duration
from nearbest.race.interval import Interval, finite_span
from nearbest.race.score import ACCURACY, Scale

INTERVAL_WIDTH, ROWS_WIDTH, TIME_WIDTH = 16, 10, 11
#: Columns between interval and standing, without the bar, and the spaces between all.
NUMBERS_WIDTH = ROWS_WIDTH + TIME_WIDTH + 5 * 2
WIDEST_NAME, WIDEST_BAR, WIDEST_FATE = 40, 60, 40
#: Narrower than this, a standing is told without its reason.
WIDE = 120
#: Bars tell at least so many candidates apart.
FEWEST_IN_SCALE = 4


def interval_table(
    rows: Sequence[Row], width: int, scores: Scale = ACCURACY, proven: bool = True
) -> Table:
    """Candidates with their intervals, rows, time and standing, in the order given.

    `scores` are what the intervals are of. Bars are the further to the right the better.
    Only where bounds are `proven` somebody is excluded by proof.
    """
    scale = bar_scale(rows)
    intervals = [_interval(row, scores) for row in rows]
    interval_width = max(INTERVAL_WIDTH, *map(len, intervals))
    fates = [row.told(proven) if width >= WIDE else row.standing for row in rows]
    name_width = _width([row.name for row in rows], min(WIDEST_NAME, width // 4), "candidate")
    fate_width = _width(fates, WIDEST_FATE, "standing")
    numbers_width = interval_width + NUMBERS_WIDTH
    bar_width = min(WIDEST_BAR, max(1, width - numbers_width - name_width - fate_width))
    names = shortened([row.name for row in rows], name_width)
    table = Table(
        Column("candidate", no_wrap=True, width=name_width),
        Column(scores.name, no_wrap=True, width=interval_width),
        Column("", no_wrap=True, width=bar_width),
        Column("rows", justify="right", no_wrap=True, width=ROWS_WIDTH),
        Column("time", justify="right", no_wrap=True, width=TIME_WIDTH),
        Column("standing", no_wrap=True, width=fate_width),
        box=None,
        padding=(0, 2, 0, 0),
        pad_edge=False,
    )
    for row, fate, interval in zip(rows, fates, intervals, strict=True):
        table.add_row(
            Text(names[row.name]),
            interval,
            bar(row.interval, scale, bar_width) if row.n_probes else "",
            f"{row.n_train:,}" if row.n_train else "",
            duration(row.seconds) if row.n_probes else "",
            Text(one_line(fate)),
        )
    return table


def bar_scale(rows: Sequence[Row]) -> Interval:
    """From the lowest to the highest bound of those that could be the best.

    Where that is the winner alone, the next ones come in. Whoever lies below the scale has
    a bar at its left end.
    """
    probed = [row for row in rows if row.n_probes and row.standing != "failed"]
    close = [row for row in probed if row.excluded_by != "proof"]
    if len(close) < FEWEST_IN_SCALE:
        close += [row for row in probed if row.excluded_by == "proof"]
        close = close[:FEWEST_IN_SCALE]
    return finite_span(row.interval for row in close)


def _interval(row: Row, scores: Scale) -> str:
    if not row.n_probes:
        return ""
    if row.interval.lower == row.interval.upper:
        return scores.text(row.interval.lower)
    return scores.interval_text(row.interval)


def _width(texts: Iterable[str], most: int, header: str) -> int:
    return min(most, max(len(header), *map(len, texts)))
