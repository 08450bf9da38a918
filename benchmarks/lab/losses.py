"""Learning curves by losses, told relative to the best constant prediction.

That has 0, and 1 is perfect, as of R²: losses of different tables can be compared then.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from lab import data
from lab.data import Table
from nearbest.forecast.pasts import LOWEST, OF_LOG_LOSS, OF_R2, Past

#: What the best constant prediction loses on tables of classes, by the shares of their labels:
#: recordings know the largest share alone.
CONSTANTS = data.PAST / "constants.csv"
#: Recordings of tables of classes, and of numbers.
OF_CLASSES, OF_NUMBERS = (data.PAST, data.TWO_CLASSES, data.UNSEEN), (data.PAST / "regression",)
#: The past of each loss, the column of recordings that has it, and the folders of these.
COLUMNS = {
    "log_loss": (OF_LOG_LOSS, "neg_log_loss", OF_CLASSES),
    "r2": (OF_R2, "r2", OF_NUMBERS),
}


def tables(score: str) -> dict[str, list[Table]]:
    """All tables by group that have this loss; the databases have none that is of use."""
    past, column, folders = COLUMNS[score]
    everyday = of_everyday(past, column) if folders is OF_CLASSES else []
    found = {"everyday": everyday, "new": of_recordings(past, column, folders)}
    return {"lcdb": [], "lcdb11": [], "recorded": [], **found}


def of_recordings(past: Past, column: str, folders: Sequence[Path]) -> list[Table]:
    """Of each table that was recorded, the candidates that have the loss."""
    found = []
    for path in data.recordings(*folders):
        frame = pd.read_parquet(path).query("status == 'ok'").dropna(subset=f"test_{column}")
        seconds = frame["train_predict_time"] + frame["test_predict_time"]
        frame = frame.assign(predict_row=seconds / (frame["n_train"] + frame["n_test"]))
        found.append(_table(past, column, frame, path.stem, "new"))
    return found


def of_everyday(past: Past, column: str) -> list[Table]:
    """Nineteen everyday candidates on two tables."""
    frame = pd.read_parquet(data.SHARED / "everyday.parquet").dropna(subset=f"test_{column}")
    frame["predict_row"] = 0.5 * frame["score_time"] / (frame["n_train"] + frame["n_test"])
    return [
        _table(past, column, part.assign(n_classes=2), str(table), "everyday")
        for table, part in frame.groupby("table")
    ]


def _table(past: Past, column: str, frame: pd.DataFrame, table: str, group: str) -> Table:
    constant = 0.0 if column == "r2" else _constant(table)
    told = {part: frame[f"{part}_{column}"] for part in ("train", "test")}
    if constant:
        told = {part: 1 - scores / constant for part, scores in told.items()}
    frame = frame.assign(**{part: values.clip(LOWEST, 1) for part, values in told.items()})
    made = data._table(
        frame.drop_duplicates(["configuration", "n_train"]),
        name=f"{group} {table}",
        unit=data.unit_of(table),
        group=group,
        n_classes=int(frame["n_classes"].iloc[0]) if "n_classes" in frame else 2,
        n_test=int(frame["n_test"].iloc[0]),
        constant=0.0,
    )
    return replace(made, losses=past, size=-constant or 1.0)


def _constant(table: str) -> float:
    """The score of the best constant prediction."""
    known = pd.read_csv(CONSTANTS).set_index("table")["log_loss"]
    if table in known:
        return -float(known[table])
    share = data.CONSTANT[table]
    return share * math.log(share) + (1 - share) * math.log(1 - share)
