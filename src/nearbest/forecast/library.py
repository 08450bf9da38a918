"""Past learning curves: those that ship with nearbest and the user's own."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import pandas as pd

from nearbest.errors import CannotWrite, InvalidInput
from nearbest.places import as_path
from nearbest.writing import whole_file

#: What tells curves apart; a configuration may have been run several times.
CURVE = ("dataset", "run", "configuration")
#: One row for each training.
COLUMNS = (*CURVE, "n_train", "train_score", "test_score")
#: What a column of numbers may hold.
RANGES = {"n_train": (1, 1e15), "train_score": (0, 1), "test_score": (0, 1)}


@dataclass(frozen=True)
class Library:
    """Learning curves of the past, from which forecasts are made.

    Attributes
    ----------
    points : DataFrame
        One row for each training, with the columns `COLUMNS`. `test_score` is the
        accuracy on test rows that are the same along a curve, or a sample of them.
    left_out : tuple of str
        Files of the user's own that hold no curves, a sentence each.

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
    left_out: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        missing = [column for column in COLUMNS if column not in self.points]
        if missing:
            raise InvalidInput(f"A library must have the columns {COLUMNS}; got no {missing}.")
        for column, (low, high) in RANGES.items():
            values = pd.to_numeric(self.points[column], errors="coerce")
            if not values.between(low, high).all():
                raise InvalidInput(
                    f"A library must have numbers from {low} to {high:g} in {column!r}."
                )

    @classmethod
    def shipped(cls) -> Library:
        """The curves that come with nearbest."""
        return cls(_shipped_points())

    @classmethod
    def default(cls, folder: Path | None = None) -> Library:
        """The shipped curves and those that the user has added."""
        own = cls.own(folder)
        if own.points.empty:
            return cls(_shipped_points(), own.left_out)
        return cls(_shipped_points(), own.left_out).joined(own)

    @classmethod
    def own(cls, folder: Path | None = None) -> Library:
        """The curves that the user has added. A file that holds none is left out."""
        kept, left_out = [], []
        for path in sorted((folder or own_folder()).glob("*.parquet")):
            try:
                kept.append(cls.read(path).points)
            except InvalidInput as error:
                left_out.append(f"{error} Forecasts are made without it.")
        points = pd.concat(kept) if kept else pd.DataFrame(columns=list(COLUMNS))
        return cls(points, tuple(left_out))

    @classmethod
    def read(cls, path: Path) -> Library:
        """The curves of one file."""
        try:
            points = pd.read_parquet(path)[list(COLUMNS)]
            return cls(points.astype(dict.fromkeys(CURVE, str)))
        except (LookupError, TypeError, ValueError, OSError, NotImplementedError) as error:
            raise InvalidInput(
                f"{path} cannot be read as learning curves; move it elsewhere or delete it."
            ) from error

    def without(self, *datasets: str) -> Library:
        """The curves of other datasets only."""
        return Library(self.points[~self.points["dataset"].isin(datasets)], self.left_out)

    def joined(self, newer: Library) -> Library:
        """These curves and newer ones, which take the place of those that are the same."""
        same = self._curves.isin(newer._curves)
        return Library(pd.concat([self.points[~same], newer.points]), self.left_out)

    def add_to(self, folder: Path | None = None) -> list[Path]:
        """Keep these curves among the user's own, one file for each dataset.

        Curves of the same dataset that were kept before are replaced.
        """
        folder = folder or own_folder()
        kept = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for dataset, points in self.points.groupby("dataset", observed=True):
                target = file_of(str(dataset), folder)
                with whole_file(target) as half_written:
                    points[list(COLUMNS)].to_parquet(half_written, index=False)
                kept.append(target)
        except OSError as error:
            raise not_written(folder, error) from error
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

    @property
    def _curves(self) -> pd.MultiIndex:
        """Which curve each point belongs to."""
        return pd.MultiIndex.from_frame(self.points[list(CURVE)].astype(str))


def own_folder() -> Path:
    """Where the user's own curves are kept; the variable NEARBEST_LIBRARY moves it."""
    if chosen := os.environ.get("NEARBEST_LIBRARY"):
        return as_path(chosen)
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(data) / "nearbest" / "library"


def not_written(folder: Path, error: OSError) -> CannotWrite:
    """What to raise where the user's folder cannot be written to."""
    return CannotWrite(
        f"The library must be a folder to write to; {folder}: {error.strerror}. The "
        "variable NEARBEST_LIBRARY moves it."
    )


def file_of(dataset: str, folder: Path) -> Path:
    """Where the curves of a dataset are kept, whatever its name is.

    Examples
    --------
    >>> from pathlib import Path
    >>> file_of("flights / 2024", Path("library")).name
    'flights-2024-8497de2d.parquet'
    """
    readable = re.sub(r"[^A-Za-z0-9]+", "-", dataset)[:40].strip("-")
    digest = hashlib.blake2b(dataset.encode(), digest_size=4).hexdigest()
    return folder / f"{readable}-{digest}.parquet"


@cache
def _shipped_points() -> pd.DataFrame:
    with as_file(files("nearbest.forecast") / "library.parquet") as path:
        return pd.read_parquet(path)
