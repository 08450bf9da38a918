"""A race in a terminal: a block of lines whose size does not change."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from nearbest.printable import one_line
from nearbest.progress.bars import bar, gap_bar, ruler, share_bar
from nearbest.progress.names import shortened
from nearbest.progress.view import View
from nearbest.race.answer.row import Row
from nearbest.race.durations import about, duration

#: Candidates shown at once, where the terminal is high enough.
MOST_SHOWN = 16
#: Lines of the block besides the candidates' and a note's, and one for the cursor.
OTHER_LINES = 7
WIDEST_NAME, WIDEST_BAR = 40, 80
#: Room for "12,800,000" and "probing 12,800,000".
ROWS_WIDTH, STATE_WIDTH = 10, 18


def block(shown: View, elapsed: float, width: int, height: int) -> RenderableType:
    """The candidates that matter as a table, and a summary below."""
    others = OTHER_LINES + (shown.note is not None)
    n_shown = max(2, min(MOST_SHOWN, height - others))
    return Group(candidate_table(shown, width, n_shown), *summary(shown, elapsed, width))


def candidate_table(shown: View, width: int, n_shown: int) -> Table:
    """Those in the race; as many lines as there were candidates, up to `n_shown`."""
    name_width = min(WIDEST_NAME, max(width // 4, 12))
    bar_width = min(WIDEST_BAR, width - name_width - ROWS_WIDTH - STATE_WIDTH - 3)
    table = Table(
        Column("candidate", width=name_width, no_wrap=True),
        Column(
            ruler(shown.span, shown.threshold, bar_width, shown.scores),
            width=bar_width,
            no_wrap=True,
        ),
        Column("rows", width=ROWS_WIDTH, justify="right", no_wrap=True),
        Column("", width=STATE_WIDTH, no_wrap=True),
        box=None,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        header_style="dim",
    )
    fit = len(shown.rows) <= n_shown
    listed = shown.rows if fit else shown.rows[: n_shown - 1]
    names = shortened([row.name for row in listed], name_width)
    for row in listed:
        table.add_row(*_cells(row, names[row.name], shown, bar_width))
    if not fit:
        table.add_row(Text(f"and {len(shown.rows) - n_shown + 1} more", "dim"))
    note = shown.note is not None  # takes a line of those that candidates leave
    for _ in range(min(n_shown, shown.n_candidates) - len(shown.rows) - note):
        table.add_row("")  # the block keeps its height as candidates leave
    return table


def _cells(row: Row, name: str, shown: View, bar_width: int) -> tuple[RenderableType, ...]:
    style = "bold green" if row.standing == "winner" else ""
    drawn = bar(row.interval, shown.span, bar_width) if row.n_train else "·" * bar_width
    return Text(name, style), Text(drawn, style), rows_text(row), shown.doing(row)


def rows_text(row: Row) -> str:
    """The rows of its last probe."""
    return f"{row.n_train:,}" if row.n_train else "–"


def summary(shown: View, elapsed: float, width: int) -> list[Text]:
    """Counts, the current winner, what is proved and forecast of it, the time, and a note."""
    lines = [shown.counts]
    if shown.winner is None:
        lines += ["No answer yet: no probe has finished.", "", ""]
    elif shown.training is not None:
        lines += [shown.winner_text, training_line(shown, width), shown.answers[0]]
    else:
        lines.append(shown.winner_text)
        leads, *others = shown.answers
        stops = "; Ctrl-C stops with it" if width > len(leads) + 28 else ""
        room = width - len(leads) - len(stops) - 1
        width = min(max(room, 4), 30)
        drawn = gap_bar(_gap_to_close(shown), shown.epsilon, width, shown.widest_gap)
        lines += [f"{drawn} {leads}{stops}", *others]
    lines.append(ahead(shown, elapsed))
    if shown.note is not None:
        lines.append(shown.note)
    return [Text(one_line(line), no_wrap=True, overflow="ellipsis") for line in lines]


def training_line(shown: View, width: int) -> str:
    """What is trained for the user, and how much of it should be done."""
    share = shown.training.share(shown.left) if shown.training else None
    if share is None:
        return str(shown.training)
    room = min(max(width - len(str(shown.training)) - 1, 4), 30)
    return f"{share_bar(share, room)} {shown.training}"


def _gap_to_close(shown: View) -> float:
    """The gap that ends the race once it is ε: that of the forecast, or of the proof."""
    if not shown.by_forecast:
        return shown.gap
    return shown.widest_gap if shown.prediction is None else shown.prediction.gap


def clock(shown: View, elapsed: float) -> str:
    """Time spent, and what should be left where that can be said."""
    if shown.left is None or shown.left.seconds <= 0:
        return duration(elapsed)
    return f"{duration(elapsed)} · {about(shown.left, ' left')}"


def ahead(shown: View, elapsed: float) -> str:
    """The time, and how much more of it for which ε."""
    time = clock(shown, elapsed)
    if shown.prospects is None or not shown.epsilon:
        return time
    told = shown.prospects.beside(shown.epsilon) if shown.left else str(shown.prospects)
    return f"{time} · {told}"


def line(shown: View, elapsed: float) -> str:
    """All of it in one line, for a log."""
    parts = [ahead(shown, elapsed), shown.counts]
    if shown.training is not None:
        parts.append(str(shown.training))
    elif shown.winner is not None:
        parts += [shown.winner_text, *shown.answers]
    if shown.note is not None:
        parts.append(shown.note)
    return " · ".join(parts)
