"""The tables that are searched on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from nearbest.candidates.encoder import Encoder
from nearbest.datasets import flights

HELD_OUT_SHARE = 0.2
#: More rows than these tell no more about a model, and scoring them takes its time.
MOST_HELD_OUT = 100_000
#: Which game a shot was taken in says nothing about shots in other games.
NOT_PREDICTORS = {"nba_shots": ["game_id", "game_date"]}
TABLES = ("flights", "nba_shots")


@dataclass(frozen=True)
class Rows:
    """Rows for the tools, and rows held out from all of them."""

    X: pd.DataFrame
    y: np.ndarray
    X_held: pd.DataFrame
    y_held: np.ndarray


def rows_of(table: str, folder: Path | None, n_rows: int | None, seed: int) -> Rows:
    """Shuffled rows of a table; texts and dates as LightGBM asks."""
    X, y = _read(table, folder)
    order = np.random.default_rng(seed).permutation(len(y))[:n_rows]
    X = Encoder("native").fit_transform(X.iloc[order].reset_index(drop=True))
    y, cut = y[order], int(len(order) * (1 - HELD_OUT_SHARE))
    end = cut + MOST_HELD_OUT
    return Rows(X[:cut], y[:cut], X[cut:end].reset_index(drop=True), y[cut:end])


def _read(table: str, folder: Path | None) -> tuple[pd.DataFrame, np.ndarray]:
    if table == "flights":
        X, y = flights(return_X_y=True)
        return X, y.to_numpy()
    if folder is None:
        raise SystemExit(f"--data must name the folder that holds {table}.parquet.")
    frame = pd.read_parquet(folder / f"{table}.parquet")
    unwanted = ["label", *NOT_PREDICTORS.get(table, ())]
    return frame.drop(columns=unwanted), frame["label"].to_numpy()
