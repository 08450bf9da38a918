"""Standings in a notebook: a small HTML view, updated in place."""

from __future__ import annotations

from html import escape
from typing import Any

from nearbest.progress.standings import Row, Standings
from nearbest.progress.terminal import MOST_SHOWN, clock

BAR = "display:inline-block;position:relative;width:22em;height:.8em;background:#8883"
FILL = "position:absolute;top:0;bottom:0;min-width:2px;background:{colour}"
LEADER, OTHERS = "#2a9d4a", "#5b8bd0"


def html(shown: Standings | None, elapsed: float) -> str:
    """The same as in a terminal, as a fragment of HTML with every name escaped."""
    if shown is None:
        return "<p>Preparing…</p>"
    rows = "".join(_row(row, shown) for row in shown.rows[:MOST_SHOWN])
    hidden = len(shown.rows) - MOST_SHOWN
    more = f"<tr><td colspan=4>and {hidden} more</td></tr>" if hidden > 0 else ""
    lines = [shown.counts]
    if shown.best is not None:
        lines += [f"best guess {shown.best} {shown.interval}", *shown.answers]
    lines.append(clock(shown, elapsed))
    scale = f"<th>{shown.scale.lower:.3f} to {shown.scale.upper:.3f}</th>"
    head = f"<tr><th>contender</th>{scale}<th>rows</th><th></th></tr>"
    text = "<br>".join(map(escape, lines))
    return f'<table class="nearbest-progress">{head}{rows}{more}</table><p>{text}</p>'


def _row(row: Row, shown: Standings) -> str:
    span = max(shown.scale.width, 1e-12)
    left = (row.interval.lower - shown.scale.lower) / span * 100
    right = (row.interval.upper - shown.scale.lower) / span * 100
    fill = FILL.format(colour=LEADER if row.leads else OTHERS)
    position = f"left:{max(left, 0):.1f}%;width:{min(right, 100) - max(left, 0):.1f}%"
    drawn = f'<span style="{BAR}"><span style="{fill};{position}"></span></span>'
    cells = [escape(row.name), drawn if row.n_train else "", row.rows, escape(row.state)]
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


class NotebookView:
    """A place in the notebook's output that can be written again and again."""

    def __init__(self) -> None:
        from IPython.display import HTML, display  # only in a notebook

        self._html: Any = HTML
        self._handle = display(HTML(html(None, 0.0)), display_id=True)  # type: ignore[no-untyped-call]

    def show(self, shown: Standings, elapsed: float) -> None:
        """Replace what is shown."""
        self._handle.update(self._html(html(shown, elapsed)))
