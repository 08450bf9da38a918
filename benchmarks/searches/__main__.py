"""Search one space with several tools, for the same time, and score what they deliver.

    PYTHONPATH=benchmarks python -m searches TABLE.parquet [--target label] [--rows 1000000]
        [--seconds 60 300 900] [--seeds 5]

Each tool runs alone, on one thread, in a process of its own that is stopped after twice
its time. Rows are kept in build/searches, and an interrupted run goes on with the first
that is missing. A fifth of the rows is held out from all tools, and scores their models.
"""

from __future__ import annotations

import argparse
import json
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd

from searches.measuring import measured
from searches.tools import TOOLS

FOLDER = Path(__file__).parents[2] / "build" / "searches"


def main() -> None:
    """Measure what is missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("table", type=Path)
    parser.add_argument("--target", default="label")
    parser.add_argument("--rows", type=int)
    parser.add_argument("--seconds", type=float, nargs="+", default=[60.0, 300.0, 900.0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--tools", nargs="+", default=list(TOOLS), choices=list(TOOLS))
    given = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / f"{given.table.stem}-{given.rows or 'all'}.jsonl"
    done = [json.loads(line) for line in file.open()] if file.exists() else []
    known = {(row["tool"], row["seconds"], row["seed"]) for row in done}
    for seconds, seed, tool in product(given.seconds, range(given.seeds), given.tools):
        if (tool, seconds, seed) in known:
            continue
        row = measured(tool, given.table, given.target, given.rows, seconds, seed)
        with file.open("a") as kept:
            kept.write(json.dumps(row) + "\n")
        print(row, flush=True)
        done.append(row)
    print(summary(done))


def summary(rows: list[dict[str, Any]]) -> str:
    """Medians and ranges over seeds, by tool and seconds, as Markdown."""
    frame = pd.DataFrame(rows)
    lines = [
        "| tool | seconds | answers | used | score, median (range) |",
        "|---|---|---|---|---|",
    ]
    for (seconds, tool), part in frame.groupby(["seconds", "tool"], sort=True):
        scores = part["score"].dropna() if "score" in part else pd.Series(dtype=float)
        shown = (
            f"{scores.median():.4f} ({scores.min():.4f} to {scores.max():.4f})"
            if len(scores)
            else "none"
        )
        used = part["used"].median() if "used" in part else float("nan")
        answers = f"{len(scores)} of {len(part)}"
        lines.append(f"| {tool} | {seconds:,.0f} | {answers} | {used:,.0f} | {shown} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
