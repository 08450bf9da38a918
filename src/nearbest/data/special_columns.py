"""Columns of a table in memory that are no features: rows are split by them."""

from __future__ import annotations

from typing import Any

import pandas as pd

from nearbest.data.rows import Table
from nearbest.errors import InvalidInput


def set_aside(X: Table, **given: Any) -> tuple[Table, dict[str, Any]]:
    """The table without the columns that arguments name, and the arguments as values.

    Examples
    --------
    >>> X, found = set_aside(pd.DataFrame({"a": [1], "who": ["x"]}), groups="who", time=[7])
    >>> list(X), list(found["groups"]), found["time"]
    (['a'], ['x'], [7])
    """
    named = {argument: name for argument, name in given.items() if isinstance(name, str)}
    if not named:
        return X, given
    for argument, name in named.items():
        if not isinstance(X, pd.DataFrame) or name not in X.columns:
            raise InvalidInput(
                f"`{argument}` must be a value for each row, or the name of a column of `X`; "
                f"got {name!r}."
            )
    columns = {argument: X[name] for argument, name in named.items()}
    return X.drop(columns=list(named.values())), {**given, **columns}
