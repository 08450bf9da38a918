"""Learning curves by other scores than accuracy and ROC AUC, as forecasts tell them.

Losses are told relative to the best constant prediction, which has 0, while 1 is perfect, as of
R²: those of different tables can be compared then. Others are told as they are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from lab import data
from lab.data import Table
from nearbest.data.target import Classes
from nearbest.forecast import pasts
from nearbest.forecast.pasts import LOWEST, Past
from nearbest.probing.metrics.named import OF_CLASSES as METRICS

#: What is known of the targets before any training (``recorded_targets.py``).
TARGETS = data.PAST / "targets.json"
#: Recordings of tables of classes, and of numbers.
OF_CLASSES, OF_NUMBERS = (data.PAST, data.TWO_CLASSES, data.UNSEEN), (data.PAST / "regression",)
#: What the shares of the classes are counted in.
COUNTED = 1_000_000


@dataclass(frozen=True)
class Column:
    """The column of recordings that has a score, its past, and the tables that it counts on."""

    name: str
    past: Past
    folders: Sequence[Path] = OF_CLASSES
    two_classes: bool = False


SCORES = {
    "log_loss": Column("neg_log_loss", pasts.OF_LOG_LOSS),
    "brier": Column("neg_brier_score", pasts.OF_BRIER),
    "balanced_accuracy": Column("balanced_accuracy", pasts.OF_BALANCED_ACCURACY),
    "f1": Column("f1", pasts.OF_F1, two_classes=True),
    "macro_f1": Column("f1_macro", pasts.OF_MACRO_F1),
    "average_precision": Column(
        "average_precision", pasts.OF_AVERAGE_PRECISION, two_classes=True
    ),
    "matthews": Column("matthews_corrcoef", pasts.OF_MATTHEWS),
    "r2": Column("r2", pasts.OF_R2, OF_NUMBERS),
    "rmse": Column("neg_root_mean_squared_error", pasts.OF_RMSE, OF_NUMBERS),
    "mae": Column("neg_mean_absolute_error", pasts.OF_MAE, OF_NUMBERS),
}


def is_loss(score: str) -> bool:
    """Whether a score is told relative to the best constant prediction."""
    return score in SCORES and SCORES[score].past.is_relative


def tables(score: str) -> dict[str, list[Table]]:
    """All tables by group that have this score; the databases have none that is of use."""
    column = SCORES[score]
    found = {"everyday": of_everyday(column), "new": of_recordings(column)}
    return {"lcdb": [], "lcdb11": [], "recorded": [], **found}


def of_recordings(column: Column) -> list[Table]:
    """Of each table that was recorded, the candidates that have the score."""
    found = (of_file(column, path) for path in data.recordings(*column.folders))
    return [table for table in found if table is not None]


def of_file(column: Column, path: Path) -> Table | None:
    """One recording; None where it has no such score."""
    frame = pd.read_parquet(path).query("status == 'ok'")
    if f"test_{column.name}" not in frame:
        return None
    if column.two_classes and frame["n_classes"].iloc[0] != 2:
        return None
    seconds = frame["train_predict_time"] + frame["test_predict_time"]
    frame = frame.assign(predict_row=seconds / (frame["n_train"] + frame["n_test"]))
    return _table(column, frame, path.stem, "new")


def of_everyday(column: Column) -> list[Table]:
    """Nineteen everyday candidates on two tables, in the scores that were recorded there."""
    frame = pd.read_parquet(data.SHARED / "everyday.parquet")
    if f"test_{column.name}" not in frame:
        return []
    frame["predict_row"] = 0.5 * frame["score_time"] / (frame["n_train"] + frame["n_test"])
    return [
        _table(column, part.assign(n_classes=2), str(table), "everyday")
        for table, part in frame.groupby("table")
    ]


def _table(column: Column, frame: pd.DataFrame, table: str, group: str) -> Table:
    frame = frame.dropna(subset=f"test_{column.name}")
    known, past = _known(table), column.past
    constant = _constant(column, known)
    told = {part: frame[f"{part}_{column.name}"] for part in ("train", "test")}
    if past.is_relative and constant:
        told = {part: 1 - scores / constant for part, scores in told.items()}
    low = LOWEST if past.is_relative else past.low
    frame = frame.assign(**{part: values.clip(low, 1) for part, values in told.items()})
    made = data._table(
        frame.drop_duplicates(["configuration", "n_train"]),
        name=f"{group} {table}",
        unit=data.unit_of(table),
        group=group,
        n_classes=int(frame["n_classes"].iloc[0]) if "n_classes" in frame else 2,
        n_test=int(frame["n_test"].iloc[0]),
        constant=0.0 if past.is_relative else constant,
    )
    size = -constant if past.is_relative and constant else 1.0
    shares = tuple(known.get("shares", ()))
    rarer = min(shares) if column.two_classes else None
    return replace(made, past=past, size=size, shares=shares, rarer=rarer)


@cache
def _targets() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(TARGETS.read_text())
    return found


def _known(table: str) -> dict[str, Any]:
    if table in _targets():
        return _targets()[table]
    share = data.CONSTANT[table]
    return {"shares": (share, 1 - share)}


def _constant(column: Column, known: dict[str, Any]) -> float:
    """The score of the best constant prediction; of F1 and the like of the rarer class."""
    if "shares" not in known:
        return float(known.get(column.name, 0.0))
    shares = sorted(known["shares"], reverse=True) if column.two_classes else known["shares"]
    counts = tuple(max(1, round(COUNTED * share)) for share in shares)
    target = Classes(np.arange(len(counts)), counts)
    return float(METRICS[column.name].constant(target))
