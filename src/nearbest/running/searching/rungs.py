"""The sizes of the samples that a search under a time limit learns from."""

from __future__ import annotations

from collections.abc import Sequence

#: Samples grow so many times from rung to rung.
FACTOR = 4
#: The first rung has this part of the rows: who is best on far fewer is often not the best
#: on all, and there scoring takes nearly as long as fitting. On large tables it has so many
#: times the smallest sample, or there would be time for a handful of candidates.
FIRST_PART, MOST_TIMES = 1 / 4, 128
#: Sizes are rounded: one passes for so many times its rows.
NEARLY = 0.99


def rungs_of(sizes: Sequence[int]) -> list[int]:
    """The sizes of all rungs; the last one is the full size.

    Examples
    --------
    >>> rungs_of([1_000 * 2**k for k in range(10)]), rungs_of([1_000 * 2**k for k in range(12)])
    ([128000, 512000], [128000, 512000, 2048000])
    >>> rungs_of([1_000, 2_000, 4_000, 8_000]), rungs_of([1_000])
    ([2000, 8000], [1000])
    """
    wanted = NEARLY * min(FIRST_PART * sizes[-1], MOST_TIMES * sizes[0])
    found = [sizes[-1]]
    for size in sorted(sizes[1:], reverse=True):
        if wanted <= size <= found[0] / (NEARLY * FACTOR):
            found.insert(0, size)
    return found
