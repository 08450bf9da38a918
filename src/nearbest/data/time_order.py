"""Rows in the order of time: the past to train on, and the last of them to test on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from nearbest.data.frames import from_other_libraries
from nearbest.data.shuffle import Shuffle
from nearbest.errors import InvalidInput, InvalidType


def checked_time(time: Any, n_rows: int) -> np.ndarray:
    """A number for each row that rises with its time."""
    series = pd.Series(np.ravel(np.asarray(from_other_libraries(time))))
    is_time = pd.api.types.is_datetime64_any_dtype(series.dtype)
    if series.dtype == object and pd.api.types.infer_dtype(series) in ("date", "datetime"):
        series, is_time = pd.to_datetime(series), True
    if not is_time and not pd.api.types.is_numeric_dtype(series.dtype):
        raise InvalidType(
            "`time` must be dates or numbers, one for each row; got "
            f"{str(series.iloc[0] if len(series) else time)[:50]!r}; convert texts with "
            "`pandas.to_datetime`."
        )
    if len(series) != n_rows:
        raise InvalidInput(
            f"`time` must have a value for each of the {n_rows} rows; got {len(series)}."
        )
    n_missing = int(series.isna().sum() if is_time else (~np.isfinite(series)).sum())
    if n_missing:
        raise InvalidInput(
            f"`time` must not be missing; it is in {n_missing} of {n_rows} rows."
        )
    values: np.ndarray = series.to_numpy()
    return values


def timed(time: np.ndarray, n_test: int, rng: np.random.Generator) -> Shuffle:
    """Split by time; D_te has the last `n_test` rows or somewhat more.

    Rows of one moment stay together. Either side is shuffled, so that samples are drawn at
    random within the past and within the test data.

    Examples
    --------
    >>> found = timed(np.array([5, 1, 3, 4, 2, 5]), 1, np.random.default_rng(0))
    >>> sorted(found.test.tolist())
    [0, 5]
    """
    first, since = time.min(), np.sort(time)[-n_test]
    if since == first:  # then as many as there can be
        later = time[time > first]
        if not len(later):
            raise InvalidInput("`time` must hold at least two different times; got one.")
        since = later.min()
    in_test = time >= since
    return Shuffle(
        train=rng.permutation(np.flatnonzero(~in_test)),
        test=rng.permutation(np.flatnonzero(in_test)),
    )
