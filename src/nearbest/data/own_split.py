"""Splits by the user's own splitter, as scikit-learn's searches take them by `cv`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from nearbest.arguments import is_whole
from nearbest.data.rows import Table
from nearbest.errors import InvalidInput, InvalidType

#: Splitters that draw test rows at random: of all rows, of each class, or of the groups. All
#: others choose them.
DRAWN_BY: dict[str, Literal["rows", "classes", "groups"]] = {
    "ShuffleSplit": "rows",
    "StratifiedShuffleSplit": "classes",
    "GroupShuffleSplit": "groups",
}


@dataclass(frozen=True)
class OneSplit:
    """Positions of training and test rows, and how the test rows were drawn."""

    train: np.ndarray
    test: np.ndarray
    drawn_by: Literal["rows", "classes", "groups", "choice"]


def one_split(cv: Any, X: Table, y: np.ndarray, groups: object = None) -> OneSplit:
    """The one split that `cv` stands for; a sentence where it stands for several, or none.

    Examples
    --------
    >>> from sklearn.model_selection import ShuffleSplit
    >>> cv = ShuffleSplit(n_splits=1, test_size=2, random_state=0)
    >>> found = one_split(cv, np.zeros((10, 1)), np.arange(10))
    >>> len(found.train), len(found.test), found.drawn_by
    (8, 2, 'rows')
    """
    pairs = _pairs(cv, X, y, groups)
    if len(pairs) != 1:
        raise InvalidInput(_several(cv, len(pairs)))
    try:
        train, test = (np.asarray(rows).ravel() for rows in pairs[0])
    except (TypeError, ValueError) as error:
        raise InvalidType(
            f"`cv` must be a list of one pair of training and test rows; got {cv!r}."
        ) from error
    train, test = (_positions(rows, len(y)) for rows in (train, test))
    if len(np.intersect1d(train, test)):
        raise InvalidInput("`cv` must not put a row into both training and test data; it does.")
    return OneSplit(train, test, DRAWN_BY.get(type(cv).__name__, "choice"))


def _pairs(cv: Any, X: Table, y: np.ndarray, groups: object) -> list[Any]:
    if is_whole(cv):
        raise InvalidInput(_several(cv, int(cv)))
    if isinstance(cv, str | bytes) or not (hasattr(cv, "split") or isinstance(cv, Iterable)):
        raise InvalidType(f"`cv` must be a splitter, or a list of one split; got {cv!r}.")
    if not hasattr(cv, "split"):
        return list(cv)
    n_splits = cv.get_n_splits(X, y, groups)
    if n_splits != 1:  # not made, as there may be as many as rows
        raise InvalidInput(_several(cv, n_splits))
    try:
        return list(cv.split(X, y, groups))
    except ValueError as error:
        raise InvalidInput(
            f"`cv` {type(cv).__name__} cannot split the rows: {error}"
        ) from error


def _several(cv: Any, n_splits: int) -> str:
    way = "leave it out, or set `test_size`"
    if type(cv).__name__ == "TimeSeriesSplit":
        way = "pass `time`, which trains on the past and tests on the last rows"
    by = "" if is_whole(cv) else f" by {cv!r}"
    return (
        f"`cv` must have one split, as all candidates are compared on the same test rows; got "
        f"{n_splits}{by}; {way}."
    )


def _positions(rows: np.ndarray, n_rows: int) -> np.ndarray:
    """Positions of rows, from a mask or from positions; there must be some."""
    if rows.dtype == bool and len(rows) == n_rows:
        rows = np.flatnonzero(rows)
    inside = rows.dtype.kind in "iu" and len(rows) and 0 <= rows.min() <= rows.max() < n_rows
    if not inside or len(np.unique(rows)) != len(rows):
        raise InvalidInput(
            f"`cv` must give different positions below {n_rows:,} for training and test rows; "
            f"got {rows[:5]!s}."
        )
    return rows
