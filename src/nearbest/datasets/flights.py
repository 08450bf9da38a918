"""US domestic flights of the first half of 2001 (US Department of Transportation)."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, overload

import pandas as pd

from nearbest.errors import InvalidInput
from nearbest.places import as_path

#: Where `flights(full=True)` looks, unless told otherwise.
FULL_FILE = "flights-3m.parquet"
FOLDER_VARIABLE = "NEARBEST_DATA"


@overload
def flights(
    *, full: bool = ..., return_X_y: Literal[False] = ..., path: Any = ...
) -> pd.DataFrame: ...
@overload
def flights(
    *, full: bool = ..., return_X_y: Literal[True], path: Any = ...
) -> tuple[pd.DataFrame, pd.Series]: ...
def flights(
    *,
    full: bool = False,
    return_X_y: bool = False,
    path: str | os.PathLike[str] | None = None,
) -> pd.DataFrame | tuple[pd.DataFrame, pd.Series]:
    """A million real US flights: was the flight 15 minutes late or more?

    Columns are month, day, weekday (Monday is 0), minute of the day, distance in
    miles, origin and destination (categorical), and the target `delayed`.

    Parameters
    ----------
    full : bool, default=False
        Read all 3 million rows from the file that ``scripts/make_flights.py --full``
        made.
    return_X_y : bool, default=False
        Return the features and the target instead of one frame.
    path : path, optional
        That file, if it is not in the folder named by the environment variable
        ``NEARBEST_DATA`` or, without it, ``~/.cache/nearbest``.

    Examples
    --------
    >>> from nearbest.datasets import flights
    >>> X, y = flights(return_X_y=True)
    >>> X.shape, round(float(y.mean()), 3)
    ((1000000, 7), 0.209)
    """
    if full:
        source = as_path(path) if path is not None else full_path()
        if not source.exists():
            raise InvalidInput(
                f"`path` must be the file of all flights; {source} does not exist. Make it "
                f"with `python scripts/make_flights.py --full {source}`."
            )
        frame = pd.read_parquet(source)
    else:
        with files("nearbest.datasets").joinpath("flights-1m.parquet").open("rb") as file:
            frame = pd.read_parquet(file)
    if not return_X_y:
        return frame
    return frame.drop(columns="delayed"), frame["delayed"]


def full_path() -> Path:
    """Where the file of all flights is kept."""
    folder = os.environ.get(FOLDER_VARIABLE)
    return (as_path(folder) if folder else Path.home() / ".cache" / "nearbest") / FULL_FILE
