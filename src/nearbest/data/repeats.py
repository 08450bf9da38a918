"""Rows that stand on both sides of the split."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pandas as pd
from scipy import sparse

from nearbest.data.memory import InMemory
from nearbest.data.rows import Table, take
from nearbest.data.samples import Samples

#: Rows that are compared, of the training and of the test data.
MOST_TRAIN, MOST_TEST = 200_000, 20_000
#: Rows of a table in memory that are copied at once.
AT_ONCE = 10_000


def share_repeated(samples: Samples) -> float:
    """Of the test rows, the share that occurs among the training rows, label and all.

    Both are looked at as far as `MOST_TRAIN` and `MOST_TEST` rows, so that the share is
    at least this. A model can know the labels of such rows by heart.

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest.data.memory import InMemory
    >>> X, y = np.array([[1], [2], [2], [3]]), np.array([0, 1, 1, 0])
    >>> share_repeated(InMemory(X, y, train=np.array([0, 1]), test=np.array([2, 3])))
    0.5
    """
    seen = _first_digests(samples, "train", min(samples.n_train, MOST_TRAIN))
    asked = _first_digests(samples, "test", min(samples.n_test, MOST_TEST))
    return float(np.isin(asked, seen).mean())


def _first_digests(samples: Samples, part: Literal["train", "test"], n: int) -> np.ndarray:
    """Those of the first rows; of a table in memory bit by bit, without a second copy."""
    first = getattr(samples, part)
    if not isinstance(samples, InMemory):
        return _digests(*first(n))
    some = (first.order[i : min(i + AT_ONCE, n)] for i in range(0, n, AT_ONCE))
    return np.concatenate([_digests(take(first.X, r), take(first.y, r)) for r in some])


def _digests(X: Table, y: np.ndarray) -> np.ndarray:
    """A number for each row that is equal, but for chance, only where rows are."""
    labels = pd.util.hash_array(np.asarray(y))
    return np.asarray(_of_rows(X) * np.uint64(3) + labels)


def _of_rows(X: Table) -> np.ndarray:
    if sparse.issparse(X):
        return _of_sparse(X)
    if hasattr(X, "to_pandas"):  # polars
        X = X.to_pandas()
    frame = X if isinstance(X, pd.DataFrame | pd.Series) else pd.DataFrame(np.asarray(X))
    digests: np.ndarray = pd.util.hash_pandas_object(frame, index=False).to_numpy()
    return digests


def _of_sparse(X: Table) -> np.ndarray:
    """Sums over the entries of a row, each entry hashed with its column."""
    X = X.tocsr()
    entries = pd.util.hash_array(X.data.astype(float)) * np.uint64(2654435761)
    entries ^= pd.util.hash_array(X.indices.astype(np.int64))
    totals = np.concatenate([np.zeros(1, np.uint64), np.cumsum(entries, dtype=np.uint64)])
    return np.asarray(totals[X.indptr[1:]] - totals[X.indptr[:-1]])
