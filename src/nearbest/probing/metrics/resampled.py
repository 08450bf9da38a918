"""Scores that are computed as a whole, with standard errors from computing them again."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from nearbest.data.target import Classes, Target
from nearbest.probing.metrics.jackknife import blocks_of, standard_error
from nearbest.race.score import Score

#: Rows that the standard error is computed on; it falls with the root of the rows beyond.
MOST_ROWS = 100_000

#: The score on the rows at these positions; ``ValueError`` where there is none.
OnRows = Callable[[np.ndarray], float]


def resampled(
    score: OnRows, y: np.ndarray, sizes: Sequence[int], target: Target
) -> tuple[Score, ...]:
    """The scores on the first rows, one for each size, with jackknife's standard errors.

    Examples
    --------
    >>> from nearbest.data.target import Numbers
    >>> y = np.random.default_rng(0).normal(size=400)
    >>> (mean,) = resampled(lambda rows: float(y[rows].mean()), y, (400,), Numbers.of(y))
    >>> round(mean.stderr, 3), round(float(y.std()) / 20, 3)
    (0.055, 0.05)
    """
    return tuple(
        Score(
            score(np.arange(size)),
            size,
            n_effective=_n_of_rarest(y[:size], target),
            stderr=_jackknifed(score, size),
        )
        for size in sizes
    )


def _jackknifed(score: OnRows, size: int) -> float | None:
    """The standard error; None where the score of some part of the rows is not known."""
    n = min(size, MOST_ROWS)
    blocks = blocks_of(n)
    if n < 2:
        return None
    try:
        without = [score(np.flatnonzero(blocks != b)) for b in range(int(blocks[-1]) + 1)]
    except ValueError:  # as where a class is in one block alone
        return None
    error = standard_error(np.array(without)) * math.sqrt(n / size)
    return error if math.isfinite(error) else None


def _n_of_rarest(y: np.ndarray, target: Target) -> int | None:
    """Rows of the rarer of two classes; of more, those of a class on average."""
    if not isinstance(target, Classes):
        return None
    n_classes = len(target.values)
    if n_classes != 2:
        return len(y) // n_classes
    n_first = int((y == target.values[0]).sum())
    return min(n_first, len(y) - n_first)
