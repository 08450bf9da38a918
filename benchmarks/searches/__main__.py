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
import warnings
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from pebble import ProcessPool
from sklearn.metrics import accuracy_score
from threadpoolctl import threadpool_limits

from searches.tools import TOOLS, Given, searched

FOLDER = Path(__file__).parents[2] / "build" / "searches"
HELD_OUT_SHARE = 0.2
#: A tool is stopped after so many times its seconds.
PATIENCE = 2.0


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


def measured(
    tool: str, table: Path, target: str, n_rows: int | None, seconds: float, seed: int
) -> dict[str, Any]:
    """One row: what the tool's model scores on the rows held out, or why there is none."""
    row: dict[str, Any] = {"tool": tool, "seconds": seconds, "seed": seed}
    with ProcessPool(max_workers=1, context=get_context("spawn")) as pool:
        arguments = (tool, table, target, n_rows, seconds, seed)
        future = pool.schedule(_carried_out, args=arguments, timeout=PATIENCE * seconds + 60)
        try:
            return row | future.result()
        except Exception as error:
            return row | {"error": f"{type(error).__name__}: {error}"[:300]}


def _carried_out(
    tool: str, table: Path, target: str, n_rows: int | None, seconds: float, seed: int
) -> dict[str, Any]:
    warnings.simplefilter("ignore")
    X, y, X_held, y_held = rows_of(table, target, n_rows, seed)
    with threadpool_limits(1):
        model, used = searched(tool, Given(X, y, seed, seconds))
        if model is None:
            return {"used": used, "error": "no model within its time"}
        return {"used": used, "score": float(accuracy_score(y_held, model.predict(X_held)))}


def rows_of(
    table: Path, target: str, n_rows: int | None, seed: int
) -> tuple[pd.DataFrame, np.ndarray, pd.DataFrame, np.ndarray]:
    """Rows for the tools and rows held out, shuffled; texts as categories, as LightGBM asks."""
    frame = pd.read_parquet(table)
    order = np.random.default_rng(seed).permutation(len(frame))[:n_rows]
    frame = frame.iloc[order].reset_index(drop=True)
    y, X = frame[target].to_numpy(), frame.drop(columns=target)
    for column in X.select_dtypes(include=["object", "string"]):
        X[column] = X[column].astype("category")
    cut = int(len(y) * (1 - HELD_OUT_SHARE))
    return X[:cut], y[:cut], X[cut:].reset_index(drop=True), y[cut:]


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
