"""Standard errors of scores that are no mean over rows."""

from __future__ import annotations

import math

import numpy as np

#: Blocks of rows that are left out in turn.
N_BLOCKS = 40


def blocks_of(n_rows: int) -> np.ndarray:
    """The block of each row: as many as `N_BLOCKS`, of equal size but for one row.

    Rows are in random order, so that neighbours may form a block.

    Examples
    --------
    >>> np.bincount(blocks_of(100)).min(), np.bincount(blocks_of(100)).max()
    (np.int64(2), np.int64(3))
    """
    return np.arange(n_rows) * min(N_BLOCKS, n_rows) // max(n_rows, 1)


def standard_error(without: np.ndarray) -> float:
    """The delete-a-group jackknife, by the scores without each block in turn.

    Examples
    --------
    >>> values = np.arange(40.0)
    >>> without = (values.sum() - values) / 39
    >>> bool(np.isclose(standard_error(without), values.std(ddof=1) / np.sqrt(40)))
    True
    """
    n_blocks = len(without)
    spread = float(((without - without.mean()) ** 2).sum())
    return math.sqrt((n_blocks - 1) / n_blocks * spread)
