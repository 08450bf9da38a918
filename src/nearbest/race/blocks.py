"""Large arrays a few rows at a time, so that what is computed stays in the cache."""

from __future__ import annotations

from collections.abc import Iterator

#: Rows of a block: with the 600 draws of a race, about 300 kB.
N_ROWS = 64


def blocks(n_rows: int) -> Iterator[slice]:
    """Slices that cover so many rows.

    Examples
    --------
    >>> [(rows.start, rows.stop) for rows in blocks(130)]
    [(0, 64), (64, 128), (128, 130)]
    """
    for start in range(0, n_rows, N_ROWS):
        yield slice(start, min(start + N_ROWS, n_rows))
