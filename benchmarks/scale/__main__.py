"""Measure selecting on tables of a million rows and more, against full runs.

    PYTHONPATH=benchmarks python -m scale FOLDER [--rows 1000000 --rows 10000000]

Generates the tables of `orders.py`, and measures in a process each: the pass over the
file, opening samples, selecting by the default rule and by the paper's, and the full run
of every candidate. What was measured is in ``FOLDER/results.jsonl``, and a piece that is
there is not measured again. `docs/scale.md` holds the figures.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import orders
import pandas as pd
import typer

from scale import pieces

ROWS = (1_000_000, 3_000_000, 10_000_000)


def main(
    folder: Path,
    rows: Annotated[list[int] | None, typer.Option()] = None,
    piece: Annotated[str, typer.Option(help="measure this one here, on one table")] = "",
) -> None:
    """Measure what is missing, then print the tables."""
    sizes = tuple(rows or ROWS)
    if piece:
        print(json.dumps(pieces.measure(piece, _file(folder, sizes[0]))))
        return
    folder.mkdir(parents=True, exist_ok=True)
    journal = folder / "results.jsonl"
    for n_rows in sizes:
        if not _file(folder, n_rows).exists():
            orders.generate(_file(folder, n_rows), n_rows, seed=n_rows)
        for name in pieces.names():
            _measured(journal, folder, n_rows, name)
    print_tables(_read(journal))


def _file(folder: Path, n_rows: int) -> Path:
    return folder / f"orders-{n_rows}.parquet"


def _read(journal: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in journal.open()] if journal.exists() else []


def _measured(journal: Path, folder: Path, n_rows: int, piece: str) -> None:
    """Measure a piece in a process of its own, unless it was."""
    if any(row["rows"] == n_rows and row["piece"] == piece for row in _read(journal)):
        return
    command = [sys.executable, "-W", "ignore", "-m", "scale", str(folder)]
    command += ["--rows", str(n_rows), "--piece", piece]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    row = {"rows": n_rows, "piece": piece, **json.loads(output.strip().splitlines()[-1])}
    with journal.open("a") as file:
        file.write(json.dumps(row) + "\n")


def print_tables(rows: list[dict[str, Any]]) -> None:
    """All pieces, then selections against full runs."""
    frame = pd.DataFrame(rows)
    print(frame.round(3).to_string(index=False))
    for n_rows, of_table in frame.groupby("rows"):
        full = of_table[of_table["piece"].str.startswith("full run: ")]
        accuracy = dict(
            zip(full["piece"].str.removeprefix("full run: "), full["accuracy"], strict=True)
        )
        for _, row in of_table[of_table["piece"].str.startswith("selection")].iterrows():
            ratio = full["processor"].sum() / row["processor"]
            lost = max(accuracy.values()) - accuracy[row["winner"]]
            print(f"{n_rows:,} rows, {row['piece']}: {ratio:.1f}×, loses {lost:.4f}")


if __name__ == "__main__":
    typer.run(main)
