"""Runs on tables in files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from answers import reading, tables
from answers.learners import encoded, quick, readers
from answers.runs import REPEATABLE, Run
from nearbest import NearBestSearch, open_table, select


def parquet(folder: Path) -> Path:
    """The trips as one Parquet file."""
    path = folder / "trips.parquet"
    tables.trips().to_parquet(path)
    return path


def _csv(folder: Path) -> Path:
    path = folder / "trips.csv"
    tables.trips().to_csv(path, index=False)
    return path


def _parts(folder: Path) -> Path:
    parts = folder / "parts"
    parts.mkdir()
    for number in range(3):
        tables.trips()[number::3].to_parquet(parts / f"{number}.parquet")
    return parts


def _numbers(folder: Path) -> Path:
    X, y = tables.numbers()
    path = folder / "numbers.csv"
    frame = pd.DataFrame(X, columns=[f"x{i}" for i in range(X.shape[1])])
    frame.assign(late=y).to_csv(path, index=False)
    return path


def _texts(folder: Path) -> Path:
    X, y = tables.texts()
    path = folder / "texts.parquet"
    X.to_frame().assign(late=y).to_parquet(path)
    return path


def _from(
    written: Callable[[Path], Path],
    candidates: Callable[[], Any] = encoded,
    table: dict[str, Any] | None = None,
    **options: Any,
) -> Run:
    """A run of `select` on a table that is written first."""

    def run(folder: Path) -> reading.Answer:
        source = open_table(written(folder), "late", progress=False, **table or {})
        return reading.of_selection(select(candidates(), source, **REPEATABLE | options))

    return run


def _searched(folder: Path) -> reading.Answer:
    source = open_table(parquet(folder), "late", drop="driver", progress=False)
    search = NearBestSearch(encoded(), epsilon=0.02, **REPEATABLE).fit(source)
    return reading.of_search(search, tables.frame()[0])


def runs() -> dict[str, Run]:
    """All of them by name."""
    trips, groups = {"drop": "driver"}, {"groups": "driver"}
    return {
        "parquet": _from(parquet, table=trips, epsilon=0.02),
        "parquet, steps shared": _from(parquet, table=trips, epsilon=0.02, cache=True),
        "parquet, hoeffding": _from(parquet, table=trips, epsilon=0.05, bounds="hoeffding"),
        "parquet, predicted": _from(parquet, table=trips, epsilon=0.01, stop_at="stated"),
        "parquet, groups": _from(parquet, table=groups, epsilon=0.02),
        "parquet, refit on all": _from(parquet, table=trips, epsilon=0.05, refit="all"),
        "parquet, estimator": _searched,
        "folder of parquet, ucb": _from(_parts, table=trips, epsilon=0.01, scheduler="ucb"),
        "csv": _from(_csv, table=trips, epsilon=0.02),
        "csv as numpy": _from(_numbers, quick, {"as_": "numpy"}, epsilon=0.02, growth="auto"),
        "texts in parquet": _from(
            _texts, readers, {"as_": "text"}, epsilon=0.02, test_size=900
        ),
    }
