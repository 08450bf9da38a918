"""Rows of the comparison, kept as JSON lines as soon as each is done."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

#: The row that all others are held against.
FULL_RUN = "full runs of all"
#: The row whose time others are given.
NEARBEST = "nearbest, selecting"
#: And that whose time they are given where there is no such row.
BY_DEFAULT = "nearbest by default, with training"


@dataclass(frozen=True)
class Setup:
    """What is compared: so many of the flights, or all, and the score that decides."""

    n_rows: int | None = None
    scoring: str = "accuracy"


@dataclass(frozen=True)
class Found:
    """What a search ended with.

    Attributes
    ----------
    choice : str
    promise : str
        What the tool says about its choice.
    seconds : float or None
        Time to select; None where the choice was trained in the same go.
    total : float or None
        Time to select and to train the choice on all training rows; None where that
        has to be looked up in the full runs.
    score : float or None
        Of the choice trained on all training rows, on the test rows; None as above.
    details : mapping
        Whatever else is worth keeping.
    """

    choice: str
    promise: str
    seconds: float | None
    total: float | None = None
    score: float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One tool: what it found, or why it found nothing.

    `limit` is set where the tool was stopped after so many seconds.
    """

    tool: str
    n_rows: int | None
    found: Found | None = None
    error: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    limit: float | None = None

    def settled(self, limit: float) -> bool:
        """Whether measuring again, for up to `limit` seconds, would tell nothing new."""
        return self.found is not None or (self.limit is not None and self.limit >= limit)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Row:
        """The inverse of ``dataclasses.asdict``."""
        found = values["found"]
        return cls(**{**values, "found": None if found is None else Found(**found)})


def read(path: Path) -> dict[str, Row]:
    """The rows by tool."""
    if not path.exists():
        return {}
    rows = [Row.from_json(json.loads(line)) for line in path.read_text().splitlines()]
    return {row.tool: row for row in rows}


def keep(path: Path, row: Row) -> None:
    """Write one row, in the place of an earlier one of that tool."""
    rows = {**read(path), row.tool: row}
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")  # an interruption leaves the rows as they were
    draft.write_text("".join(f"{json.dumps(asdict(each))}\n" for each in rows.values()))
    os.replace(draft, path)


def completed(found: Found, full: Row | None) -> Found:
    """`found` with the score and the training time that the full runs measured."""
    if found.score is not None or full is None or full.found is None:
        return found
    of_choice = full.found.details[found.choice]
    total = found.total
    if total is None and found.seconds is not None:
        total = found.seconds + of_choice["fit seconds"]
    return replace(found, score=of_choice["score"], total=total)
