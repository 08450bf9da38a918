"""A race in a notebook: a small HTML view, updated in place."""

from __future__ import annotations

from html import escape
from typing import Any

from nearbest.progress.bars import ends
from nearbest.progress.terminal import MOST_SHOWN, clock, rows_text
from nearbest.progress.view import View
from nearbest.race.answer.row import Row

BAR = "display:inline-block;position:relative;width:22em;height:.8em;background:#8883"
FILL = "position:absolute;top:0;bottom:0;min-width:2px;background:{colour}"
WINNER, OTHERS = "#2a9d4a", "#5b8bd0"


def html(shown: View | None, elapsed: float) -> str:
    """The same as in a terminal, as a fragment of HTML with every name escaped."""
    if shown is None:
        return "<p>Preparing…</p>"
    rows = "".join(_row(row, shown) for row in shown.rows[:MOST_SHOWN])
    hidden = len(shown.rows) - MOST_SHOWN
    more = f"<tr><td colspan=4>and {hidden} more</td></tr>" if hidden > 0 else ""
    lines = [shown.counts]
    if shown.training is not None:
        lines.append(str(shown.training))
    elif shown.winner is not None:
        lines += [shown.winner_text, *shown.answers]
    lines.append(clock(shown, elapsed))
    if shown.note is not None:
        lines.append(shown.note)
    lines += shown.failures
    scale = (
        f"<th>{escape(shown.scores.name)} {' to '.join(ends(shown.span, shown.scores))}</th>"
    )
    head = f"<tr><th>candidate</th>{scale}<th>rows</th><th></th></tr>"
    text = "<br>".join(map(escape, lines))
    return f'<table class="nearbest-progress">{head}{rows}{more}</table><p>{text}</p>'


def _row(row: Row, shown: View) -> str:
    span = shown.span.width or 1.0
    left = (row.interval.lower - shown.span.lower) / span * 100
    right = (row.interval.upper - shown.span.lower) / span * 100
    fill = FILL.format(colour=WINNER if row.standing == "winner" else OTHERS)
    position = f"left:{max(left, 0):.1f}%;width:{min(right, 100) - max(left, 0):.1f}%"
    drawn = f'<span style="{BAR}"><span style="{fill};{position}"></span></span>'
    cells = [
        escape(row.name),
        drawn if row.n_train else "",
        rows_text(row),
        escape(shown.doing(row)),
    ]
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


class NotebookView:
    """A place in the notebook's output that can be written again and again."""

    def __init__(self) -> None:
        from IPython.display import HTML, display  # only in a notebook

        self._html: Any = HTML
        self._handle = display(HTML(html(None, 0.0)), display_id=True)  # type: ignore[no-untyped-call]

    def show(self, shown: View, elapsed: float) -> None:
        """Replace what is shown."""
        self._handle.update(self._html(html(shown, elapsed)))
