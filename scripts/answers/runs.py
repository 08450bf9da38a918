"""What a run is, and the options that make one repeatable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from answers import reading, tables
from nearbest import select

#: Does one run in an empty folder of its own, and reads its answer.
Run = Callable[[Path], reading.Answer]

#: Serial, and with rows as the cost: nothing depends on the clock. The rule is that of the
#: code that made the recording.
REPEATABLE: dict[str, Any] = {"cost": "rows", "random_state": 0, "stop_at": "paper"}


def selected(
    candidates: Callable[[], Any], table: Callable[[], tables.Rows], **options: Any
) -> Run:
    """A run of `select` on a table in memory."""

    def run(folder: Path) -> reading.Answer:
        X, y = table()
        found = select(candidates(), X, y, **REPEATABLE | options)
        return reading.of_selection(found, X)

    return run
