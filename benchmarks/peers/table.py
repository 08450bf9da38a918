"""The table in the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from peers.rows import FULL_RUN, Row

BEGIN, END = "<!-- table: written by make bench-peers -->", "<!-- end of table -->"
HEADER = (
    "tool",
    "selecting, s",
    "and training the choice, s",
    "choice",
    "accuracy",
    "loss",
    "says about its choice",
)


def markdown(rows: Mapping[str, Row]) -> str:
    """The table, and beneath it the versions that it was measured with."""
    best = _accuracy(rows.get(FULL_RUN))
    lines = [HEADER, ("---",) * len(HEADER), *(_cells(row, best) for row in rows.values())]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return f"{table}\n\n{_measured(rows)}"


def write(page: Path, rows: Mapping[str, Row]) -> None:
    """Put the table between the markers of a page."""
    before, begin, rest = page.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{page} must hold the lines {BEGIN!r} and {END!r}.")
    page.write_text(f"{before}{BEGIN}\n\n{markdown(rows)}\n\n{END}{after}")


def _cells(row: Row, best: float | None) -> tuple[str, ...]:
    found = row.found
    if found is None:
        return (row.tool, "–", "–", "–", "–", "–", f"no result: {_plain(row.error)}")
    accuracy = found.accuracy
    loss = None if best is None or accuracy is None else best - accuracy
    return (
        row.tool,
        _number(found.seconds, ",.1f"),
        _number(found.total, ",.1f"),
        _plain(found.choice),
        _number(accuracy, ".4f"),
        _number(loss, "z.4f"),
        _plain(found.promise),
    )


def _number(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form).replace("-", "−")


def _plain(text: str) -> str:
    """`text` as one cell."""
    return " ".join(text.split()).replace("|", "\\|")


def _accuracy(row: Row | None) -> float | None:
    return None if row is None or row.found is None else row.found.accuracy


def _measured(rows: Mapping[str, Row]) -> str:
    versions = {name: v for row in rows.values() for name, v in row.versions.items()}
    listed = ", ".join(f"{name} {v}" for name, v in sorted(versions.items()))
    n_rows = max(row.n_rows or 0 for row in rows.values())
    return f"{n_rows:,} rows, one thread. {listed}."
