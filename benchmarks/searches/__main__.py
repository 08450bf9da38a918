"""Search one space with several tools, for the same time, and score what they deliver.

    PYTHONPATH=benchmarks python -m searches [--data FOLDER] [--tables flights nba_shots]
        [--seconds 60 300 900] [--seeds 5] [--tools ...]

Each tool runs alone, on one thread, in a process of its own; seconds are processor time,
that of its workers included. A fifth of the rows is held out from all tools, and scores
their models. What was measured is kept in results.jsonl beside this file: a run that was
interrupted goes on with the first search that is missing. Then docs/searches.md and its
figure are written from what there is; without --seconds nothing more is measured.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from searches.measuring import measured
from searches.tools import TOOLS

RESULTS = Path(__file__).with_name("results.jsonl")
TABLES = ("flights", "nba_shots")


def main() -> None:
    """Measure what is missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, help="folder that holds nba_shots.parquet")
    parser.add_argument("--tables", nargs="+", default=TABLES, choices=TABLES)
    parser.add_argument("--seconds", type=float, nargs="+", default=[])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--tools", nargs="+", default=list(TOOLS), choices=list(TOOLS))
    given = parser.parse_args()
    order = product(given.seconds, range(given.seeds), given.tables, given.tools)
    for seconds, seed, table, tool in order:
        if not is_known(tool, table, seconds, seed):
            keep(measured(tool, table, given.data, None, seconds, seed))


def is_known(tool: str, table: str, seconds: float, seed: int) -> bool:
    """Whether a search was made, or one that tells the same because it was longer."""
    return any(
        (row["tool"], row["table"], row["seed"]) == (tool, table, seed)
        and (row["seconds"] == seconds or (TOOLS[tool].anytime and row["seconds"] > seconds))
        for row in rows()
    )


def rows() -> Iterator[dict[str, Any]]:
    """What was measured so far."""
    if RESULTS.exists():
        with RESULTS.open() as file:
            yield from map(json.loads, file)


def keep(measured: list[dict[str, Any]]) -> None:
    """Add what one search gave."""
    with RESULTS.open("a") as file:
        for row in measured:
            print(row, flush=True)
            file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
