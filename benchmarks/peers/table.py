"""The table in the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from peers.published import Published
from peers.rows import FULL_RUN, Row

END = "<!-- end of table -->"


def markdown(rows: Mapping[str, Row], score: str) -> str:
    """The table, and beneath it the versions that it was measured with."""
    best = _score(rows.get(FULL_RUN))
    times = ("selecting, s", "and training the choice, s")
    header = ("tool", *times, "choice", score, "loss", "says about its choice")
    lines = [header, ("---",) * len(header), *(_cells(row, best) for row in rows.values())]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return f"{table}\n\n{_measured(rows)}"


def write(page: Path, rows: Mapping[str, Row], published: Published) -> None:
    """Put the table between its markers on a page."""
    before, begin, rest = page.read_text().partition(published.begin)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{page} must hold the lines {published.begin!r} and {END!r}.")
    table = markdown(rows, published.score)
    page.write_text(f"{before}{begin}\n\n{table}\n\n{END}{after}")


def _cells(row: Row, best: float | None) -> tuple[str, ...]:
    found = row.found
    if found is None:
        return (row.tool, "–", "–", "–", "–", "–", f"no result: {_plain(row.error)}")
    score = found.score
    loss = None if best is None or score is None else best - score
    return (
        row.tool,
        _number(found.seconds, ",.1f"),
        _number(found.total, ",.1f"),
        _plain(found.choice),
        _number(score, ".4f"),
        _number(loss, "z.4f"),
        _plain(found.promise),
    )


def _number(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form).replace("-", "−")


def _plain(text: str) -> str:
    """`text` as one cell."""
    return " ".join(text.split()).replace("|", "\\|")


def _score(row: Row | None) -> float | None:
    return None if row is None or row.found is None else row.found.score


def _measured(rows: Mapping[str, Row]) -> str:
    versions = {name: v for row in rows.values() for name, v in row.versions.items()}
    listed = ", ".join(f"{name} {v}" for name, v in sorted(versions.items()))
    n_rows = max(row.n_rows or 0 for row in rows.values())
    return f"{n_rows:,} rows, one thread. {listed}."
