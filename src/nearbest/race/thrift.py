"""How many rows a probe scores, where scoring all would take longer than fitting.

Three levels, each with a quarter of the rows of the one before. Which one a probe takes is
decided by its own clock; the bounds have paid for all of them (docs/decisions/017).
"""

from __future__ import annotations

import numpy as np

N_LEVELS, FACTOR = 3, 4
#: No level scores fewer rows than this, where there are so many.
FEWEST_ROWS = 1_000
#: Where a search is told of training scores, they come from no more rows than this: the
#: clock must not decide, as what is told must be the same whatever test rows say.
MOST_SETTLED = 2_500
#: What each level beyond the first costs of δ, beside 1 for an event of the first.
PRICE = 0.1


def n_test_at(n_test: int, level: int) -> int:
    """Test rows that are scored at a level, of those planned.

    Examples
    --------
    >>> [n_test_at(20_000, level) for level in range(3)], n_test_at(2_000, 2)
    ([20000, 5000, 1250], 1000)
    """
    return min(n_test, max(FEWEST_ROWS, int(n_test // FACTOR**level)))


def training_level_at(n_train: int, level: int) -> int:
    """The level at which training rows are scored: none with too few of them.

    Examples
    --------
    >>> training_level_at(100_000, 2), training_level_at(8_000, 2), training_level_at(2_000, 2)
    (2, 1, 0)
    """
    return max(k for k in range(level + 1) if k == 0 or n_train >= FEWEST_ROWS * FACTOR**k)


def training_rows_at(n_train: int, level: int, seed: int) -> np.ndarray:
    """Positions of the training rows that are scored at a level.

    They are drawn apart from the shuffle and from what a learner draws: its model may
    depend on the order of its rows, so that the first of them are no fair sample. Those
    of a smaller sample, and of a higher level, are among them.
    """
    drawn = np.random.default_rng([seed, N_LEVELS, FACTOR]).random(n_train, dtype=np.float32)
    return np.flatnonzero(drawn < FACTOR**-level)


def level_for(seconds: float, per_row: float, n_train: int, n_test: int) -> int:
    """The first level at which scoring takes no longer than `seconds`; else the last.

    Examples
    --------
    >>> level_for(1.0, 1e-5, 20_000, 40_000), level_for(1.0, 4e-5, 20_000, 40_000)
    (0, 1)
    """
    for level in range(N_LEVELS):
        share = FACTOR ** -training_level_at(n_train, level)
        n_rows = n_train * share + n_test_at(n_test, level)
        if per_row * n_rows <= seconds:
            return level
    return N_LEVELS - 1


def settled_level(n_train: int) -> int:
    """The level at which training rows are scored where their number must be settled.

    Examples
    --------
    >>> settled_level(2_500), settled_level(10_000), settled_level(1_000_000)
    (0, 1, 2)
    """
    levels = range(N_LEVELS)
    return next((k for k in levels if n_train <= MOST_SETTLED * FACTOR**k), N_LEVELS - 1)


def level_beside(seconds: float, per_row: float, n_beside: int, n_test: int) -> int:
    """The first level at which test rows, and `n_beside` others, are scored in `seconds`.

    Examples
    --------
    >>> level_beside(1.0, 1e-5, 20_000, 80_000), level_beside(1.0, 1e-5, 20_000, 400_000)
    (0, 2)
    """
    levels = range(N_LEVELS)
    rows = (n_beside + n_test_at(n_test, level) for level in levels)
    fits = (level for level, n in zip(levels, rows, strict=True) if per_row * n <= seconds)
    return next(fits, N_LEVELS - 1)
