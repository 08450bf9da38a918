"""Learning curves by ROC AUC, in the shape that the laboratory has for accuracy."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from lab import data
from lab.data import Table
from nearbest.forecast.pasts import OF_ROC_AUC

#: Learners of the database that had no probabilities there: their areas are of hard labels.
WITHOUT_PROBABILITIES = (
    "SVC_linear", "SVC_poly", "SVC_rbf", "SVC_sigmoid", "Perceptron",
    "PassiveAggressiveClassifier", "RidgeClassifier", "SGDClassifier",
)  # fmt: skip
CONSTANT = 0.5


def tables() -> dict[str, list[Table]]:
    """All tables by group; there are neither curves of LCDB 1.1 nor those of 0.1.0."""
    return {
        "lcdb": lcdb(),
        "lcdb11": [],
        "recorded": [],
        "everyday": everyday(),
        "new": new(),
    }


@cache
def lcdb(smallest: float = 120) -> list[Table]:
    """Two classes of LCDB 1.0, one table per dataset and seed."""
    curves = pd.read_parquet(data.SHARED / "lcdb_metrics.parquet")
    kept = curves[curves["metric"].eq("roc_auc") & (curves["n_train"] >= smallest)]
    kept = kept[~kept["configuration"].isin(WITHOUT_PROBABILITIES)]
    full = kept.groupby("dataset")["n_train"].transform("max")
    is_power = (np.log2(kept["n_train"]) % 1 == 0) & (kept["n_train"] < 0.75 * full)
    kept = kept[is_power | (kept["n_train"] == full)]
    kept = kept.assign(configuration=kept["configuration"].astype(str))
    kept = kept.rename(columns={"train_score": "train", "test_score": "test"})
    kept = kept.assign(predict_row=0.0, converged=np.nan)
    return [
        data._table(
            f, name=f"LCDB {d}/{s}", unit=data.UNITS.get(f"LCDB {d}", f"LCDB {d}"),
            group="lcdb", n_classes=2, n_test=int(f["n_train"].max()) // 4, constant=CONSTANT,
            rarer=_rarer(data.constants().get(d, 0.5)), past=OF_ROC_AUC,
        )
        for (d, s), f in kept.groupby(["dataset", "seed"])
    ]  # fmt: skip


def everyday() -> list[Table]:
    """Nineteen everyday candidates on two tables."""
    frame = pd.read_parquet(data.SHARED / "everyday.parquet").dropna(subset="test_roc_auc")
    frame = frame.rename(columns={"train_roc_auc": "train", "test_roc_auc": "test"})
    frame["predict_row"] = 0.5 * frame["score_time"] / (frame["n_train"] + frame["n_test"])
    return [
        data._table(
            f, name=f"everyday {t}", unit=str(t), group="everyday", n_classes=2,
            n_test=int(f["n_test"].iloc[0]), constant=CONSTANT,
            rarer=_rarer(data.CONSTANT[str(t)]), past=OF_ROC_AUC,
        )
        for t, f in frame.groupby("table")
    ]  # fmt: skip


def new() -> list[Table]:
    """Recordings; of more than two classes one against the rest, for forecasts to learn from."""
    return [of_file(path) for path in data.recordings(data.PAST, data.TWO_CLASSES, data.UNSEEN)]


def of_file(path: Path) -> Table:
    """One recording."""
    frame = pd.read_parquet(path).query("status == 'ok'").dropna(subset="test_roc_auc")
    frame = frame.rename(columns={"train_roc_auc": "train", "test_roc_auc": "test"})
    seconds = frame["train_predict_time"] + frame["test_predict_time"]
    frame = frame.assign(predict_row=seconds / (frame["n_train"] + frame["n_test"]))
    return data._table(
        frame, name=f"new {path.stem}", unit=data.unit_of(path.stem),
        group="new", n_classes=int(frame["n_classes"].iloc[0]),
        n_test=int(frame["n_test"].iloc[0]), constant=CONSTANT,
        rarer=_rarer(frame["constant"].iloc[0]), past=OF_ROC_AUC,
    )  # fmt: skip


def _rarer(majority: float) -> float:
    """The share of the rarer of two classes; of one against the rest it is a guess."""
    return float(np.clip(min(majority, 1 - majority), 0.001, 0.5))
