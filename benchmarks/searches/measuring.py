"""One tool on one table, in a process of its own, so that none can spoil the next."""

from __future__ import annotations

import warnings
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from pebble import ProcessPool
from sklearn.metrics import accuracy_score
from threadpoolctl import threadpool_limits

from nearbest.candidates.encoder import Encoder
from searches.tools import Given, searched

HELD_OUT_SHARE = 0.2
#: A tool is stopped after so many times its seconds.
PATIENCE = 2.0


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
    """Shuffled rows for the tools, and rows held out; texts and dates as LightGBM asks."""
    frame = pd.read_parquet(table)
    order = np.random.default_rng(seed).permutation(len(frame))[:n_rows]
    frame = frame.iloc[order].reset_index(drop=True)
    y, X = frame[target].to_numpy(), frame.drop(columns=target)
    X = Encoder("native").fit_transform(X)
    cut = int(len(y) * (1 - HELD_OUT_SHARE))
    return X[:cut], y[:cut], X[cut:].reset_index(drop=True), y[cut:]
