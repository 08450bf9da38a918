"""Areas under curves, of rows that are sorted by a model's decision values."""

from __future__ import annotations

import numpy as np


def roc_area(values: np.ndarray, positive: np.ndarray) -> float:
    """The share of pairs of a positive and a negative row that are in order.

    Rows are sorted by their values, rising. Ties count one half; 0.5 where there is no
    pair.

    Examples
    --------
    >>> roc_area(np.array([1, 2, 2, 3]), np.array([False, True, False, True]))
    0.875
    """
    n_positive = int(positive.sum())
    n_negative = len(positive) - n_positive
    if min(n_positive, n_negative) == 0:
        return 0.5
    n_above, n_rows = _steps(values, positive)
    n_below = n_rows - n_above
    in_order = n_above * (np.cumsum(n_below) - n_below / 2)
    return float(in_order.sum() / (float(n_positive) * n_negative))


def average_precision(values: np.ndarray, positive: np.ndarray) -> float:
    """The mean precision over thresholds, each weighted by the recall that it adds.

    Rows are sorted by their values, falling. 0 where no row is positive.

    Examples
    --------
    >>> round(average_precision(np.array([3, 2, 1]), np.array([True, False, True])), 4)
    0.8333
    """
    n_positive = int(positive.sum())
    if n_positive == 0:
        return 0.0
    n_found, n_rows = _steps(values, positive)
    precision = np.cumsum(n_found) / np.cumsum(n_rows)
    return float((precision * n_found).sum() / n_positive)


def _steps(values: np.ndarray, positive: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each different value the positive rows that have it, and all that have it."""
    ends = np.flatnonzero(np.append(values[1:] != values[:-1], True))
    found = np.diff(np.cumsum(positive)[ends], prepend=0)
    return found.astype(float), np.diff(ends + 1, prepend=0).astype(float)
