"""Rows that belong together, and whether there are enough of such groups."""

from __future__ import annotations

import numpy as np
import pandas as pd

from nearbest.data.frames import from_other_libraries
from nearbest.errors import InvalidInput, InvalidType

#: Fewer groups than this in one part of the rows are a handful of cases, however many rows.
FEW_GROUPS = 5


def checked_groups(groups: object, n_rows: int) -> np.ndarray:
    """A number for each row's group."""
    try:
        codes, _ = pd.factorize(np.asarray(from_other_libraries(groups)).ravel())
    except (TypeError, ValueError) as error:
        raise InvalidType(
            "`groups` must be one column of text or numbers, with a value for each row; "
            f"got {str(groups)[:50]!r}."
        ) from error
    if len(codes) != n_rows:
        raise InvalidInput(
            f"`groups` must have a value for each of the {n_rows} rows; got {len(codes)}."
        )
    if (codes < 0).any():
        raise InvalidInput(
            f"`groups` must not be missing; it is in {(codes < 0).sum()} of {n_rows} rows."
        )
    return np.asarray(codes)


def few_groups(n_train: int, n_test: int) -> str | None:
    """A sentence where either part of the rows has a handful of groups.

    Examples
    --------
    >>> print(few_groups(1, 1))
    `groups` puts 1 group into the training data and 1 into the test data; so few say little \
about other groups, and another split could give another winner
    >>> few_groups(40, 10)
    """
    if min(n_train, n_test) >= FEW_GROUPS:
        return None
    group = "group" if n_train == 1 else "groups"
    return (
        f"`groups` puts {n_train:,} {group} into the training data and {n_test:,} into the "
        "test data; so few say little about other groups, and another split could give another "
        "winner"
    )
