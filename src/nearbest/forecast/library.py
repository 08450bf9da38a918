"""Past learning curves: those that ship with nearbest and the user's own."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import pandas as pd

from nearbest.errors import InvalidInput

#: What tells curves apart; a configuration may have been run several times.
CURVE = ("dataset", "run", "configuration")
#: One row for each training.
COLUMNS = (*CURVE, "n_train", "train_score", "test_score")


@dataclass(frozen=True)
class Library:
    """Learning curves of the past, from which forecasts are made.

    Attributes
    ----------
    points : DataFrame
        One row for each training, with the columns `COLUMNS`. `test_score` is the
        accuracy on test rows that are the same along a curve.

    Examples
    --------
    >>> from nearbest.forecast import Library
    >>> library = Library.shipped()
    >>> "LCDB 1590" in library.summary().index
    True
    >>> "LCDB 1590" in library.without("LCDB 1590").summary().index
    False
    """

    points: pd.DataFrame

    def __post_init__(self) -> None:
        missing = [column for column in COLUMNS if column not in self.points]
        if missing:
            raise InvalidInput(f"A library must have the columns {COLUMNS}; got no {missing}.")

    @classmethod
    def shipped(cls) -> Library:
        """The curves that come with nearbest."""
        return cls(_shipped_points())

    @classmethod
    def default(cls, folder: Path | None = None) -> Library:
        """The shipped curves and those that the user has added."""
        own = sorted((folder or own_folder()).glob("*.parquet"))
        return cls(pd.concat([_shipped_points(), *map(pd.read_parquet, own)]))

    def without(self, *datasets: str) -> Library:
        """The curves of other datasets only."""
        return Library(self.points[~self.points["dataset"].isin(datasets)])

    def add_to(self, folder: Path | None = None) -> list[Path]:
        """Keep these curves among the user's own, one file for each dataset.

        Curves of the same dataset that were kept before are replaced.
        """
        folder = folder or own_folder()
        folder.mkdir(parents=True, exist_ok=True)
        kept = []
        for dataset, points in self.points.groupby("dataset", observed=True):
            target = folder / f"{dataset}.parquet"
            part = target.with_suffix(".part")
            points[list(COLUMNS)].to_parquet(part, index=False)
            part.replace(target)
            kept.append(target)
        return kept

    def summary(self) -> pd.DataFrame:
        """For each dataset: its curves, their configurations, and their sizes."""
        grouped = self.points.groupby("dataset", observed=True)
        curves = self.points.groupby(list(CURVE), observed=True).ngroup()
        return pd.DataFrame(
            {
                "curves": curves.groupby(self.points["dataset"], observed=True).nunique(),
                "configurations": grouped["configuration"].nunique(),
                "smallest": grouped["n_train"].min(),
                "largest": grouped["n_train"].max(),
            }
        )


def own_folder() -> Path:
    """Where the user's own curves are kept; the variable NEARBEST_LIBRARY moves it."""
    if chosen := os.environ.get("NEARBEST_LIBRARY"):
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "nearbest" / "library"


@cache
def _shipped_points() -> pd.DataFrame:
    with as_file(files("nearbest.forecast") / "library.parquet") as path:
        return pd.read_parquet(path)
