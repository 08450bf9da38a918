"""Recorded trainings, read from a table with one row for each."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from nearbest.errors import InvalidInput
from nearbest.race.kinds import LearnerKind
from nearbest.race.score import Scale

COLUMNS = ("configuration", "n_train", "train_score", "test_score", "fit_time")


@dataclass(frozen=True, slots=True)
class Point:
    """One recorded training: scores on its sample and on all test rows."""

    train_score: float
    test_score: float
    fit_time: float
    score_time: float
    prefix: Mapping[int, float]
    converged: bool | None = None
    test_spread: float | None = None

    @classmethod
    def of(cls, row: Mapping[Any, Any]) -> Point:
        """The training that a row of the table tells of."""
        return cls(
            float(row["train_score"]),
            float(row["test_score"]),
            float(row["fit_time"]),
            float(row.get("score_time", 0.0)),
            _prefix(row),
            bool(row["converged"]) if "converged" in row else None,
            float(row["test_spread"]) if "test_spread" in row else None,
        )


def check_frame(frame: pd.DataFrame, scale: Scale) -> None:
    """Raise unless the table has what a replay needs."""
    missing = [column for column in COLUMNS if column not in frame]
    if missing:
        raise InvalidInput(f"`frame` must have the columns {COLUMNS}; {missing} are missing.")
    if frame.empty:
        raise InvalidInput("`frame` must have at least one row; got none.")
    for column, low, high in _ranges(scale):
        if not frame[column].between(low, high).all():
            raise InvalidInput(
                f"`frame` must have values from {low:g} to {high:g} in {column!r}."
            )
    if frame.duplicated(["configuration", "n_train"]).any():
        raise InvalidInput("`frame` must have one row for each configuration and n_train.")


def n_test_of(frame: pd.DataFrame, given: int | None) -> int:
    """The number of test rows: the one given, that of the table, or a guess by its sizes."""
    if given is None and "n_test" in frame:
        given = int(frame["n_test"].iloc[0])
    n_test = int(frame["n_train"].max()) // 4 if given is None else int(given)
    if n_test < 1:
        raise InvalidInput(f"`n_test` must be at least 1; got {n_test}.")
    return n_test


def points_of(frame: pd.DataFrame) -> dict[str, dict[int, Point]]:
    """The trainings of each configuration by their size."""
    points: dict[str, dict[int, Point]] = {}
    for row in frame.to_dict("records"):
        own = points.setdefault(str(row["configuration"]), {})
        own[int(row["n_train"])] = Point.of(row)
    return points


def kinds_of(frame: pd.DataFrame) -> dict[str, LearnerKind]:
    """The kind of learner of each configuration, where the table has it."""
    if "kind" not in frame:
        return {}
    return dict(zip(map(str, frame["configuration"]), frame["kind"], strict=True))


def large_leaves_of(frame: pd.DataFrame) -> set[str]:
    """The forests whose leaves have a least number of rows, where the frame tells."""
    if "large_leaves" not in frame:
        return set()
    return set(map(str, frame["configuration"][frame["large_leaves"]]))


def class_counts_of(frame: pd.DataFrame) -> tuple[int, ...]:
    """Rows of each class, where the table has them; they are the same in every row."""
    if "class_counts" not in frame:
        return ()
    return tuple(map(int, frame["class_counts"].iloc[0]))


def _ranges(scale: Scale) -> tuple[tuple[str, float, float], ...]:
    """What the values of each column must lie between."""
    return (
        ("n_train", 1, math.inf),
        ("train_score", scale.low, scale.high),
        ("test_score", scale.low, scale.high),
        ("fit_time", 0, math.inf),
    )


def _prefix(row: Mapping[Any, Any]) -> dict[int, float]:
    """Scores of the model on the first so many rows, by that number."""
    sizes = row.get("prefix_sizes", ())
    if "prefix_scores" in row:
        return {int(s): float(v) for s, v in zip(sizes, row["prefix_scores"], strict=True)}
    counts = zip(sizes, row.get("prefix_correct", ()), strict=True)
    return {int(size): int(n_right) / int(size) for size, n_right in counts}
