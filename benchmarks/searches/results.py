"""What was measured so far, and what is planned."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from searches.tools import TOOLS

FILE = Path(__file__).with_name("results.jsonl")
#: The whole plan; `make bench-search` goes on with what is missing of it.
TABLES = ("flights", "nba_shots")
BUDGETS, N_SEEDS = (60.0, 300.0, 900.0), 5


def rows() -> Iterator[dict[str, Any]]:
    """All models and endings, in the order in which they came."""
    if FILE.exists():
        with FILE.open() as file:
            yield from map(json.loads, file)


def keep(measured: list[dict[str, Any]]) -> None:
    """Add what one search gave."""
    with FILE.open("a") as file:
        for row in measured:
            print(row, flush=True)
            file.write(json.dumps(row) + "\n")


def is_known(tool: str, table: str, seconds: float, seed: int) -> bool:
    """Whether a search was made, or one that tells the same because it was longer."""
    return any(
        (row["tool"], row["table"], row["seed"]) == (tool, table, seed)
        and (row["seconds"] == seconds or (TOOLS[tool].anytime and row["seconds"] > seconds))
        for row in rows()
    )
