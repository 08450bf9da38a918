"""Rows of a table, whatever kind of table it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse
from sklearn.utils import _safe_indexing

Table = Any  # numpy array, pandas frame or scipy.sparse matrix: duck-typed throughout


def take(table: Table, positions: np.ndarray) -> Table:
    """A new table of the rows at `positions`, in that order."""
    taken = _safe_indexing(table, positions)
    if isinstance(taken, np.ndarray):
        taken.flags.writeable = False
    return taken


def first(table: Table, n: int) -> Table:
    """The first `n` rows, as a view where the kind of table allows one.

    A frame is never the one that was given: a candidate may add columns to it.
    """
    if hasattr(table, "iloc"):
        return table.iloc[:n]
    if n == len_of(table):
        return table
    if isinstance(table, sparse.csr_array | sparse.csr_matrix):
        end = table.indptr[n]
        part = type(table)((n, table.shape[1]), dtype=table.dtype)
        # Set one by one: the constructor would copy what is less than half of its base.
        part.data, part.indices = table.data[:end], table.indices[:end]
        part.indptr = table.indptr[: n + 1]
        return part
    return table[:n]


def len_of(table: Table) -> int:
    """The number of rows."""
    return int(table.shape[0])


def stacked(above: Table, below: Table) -> Table:
    """The rows of two tables of one kind."""
    if hasattr(above, "indptr"):
        return sparse.vstack([above, below]).tocsr()
    if isinstance(above, np.ndarray):
        return np.concatenate([above, below])
    if isinstance(above, pd.DataFrame | pd.Series):
        return pd.concat([above, below], ignore_index=True)
    return above.vstack(below)  # polars
