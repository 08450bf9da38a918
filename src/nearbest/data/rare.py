"""Classes that a random order of the rows may leave out of a sample."""

from __future__ import annotations

import numpy as np

from nearbest.data.target import Classes

#: A class that is expected less often is missing more than once in a hundred samples.
OFTEN_ENOUGH = 4.6


def kept_even(target: Classes, n_smallest: int, n_test: int) -> str | None:
    """Why classes are to be kept even in every sample; None where that is of no use.

    A class is brought into every sample by that if it is expected there once or more. One
    that is rarer stays out either way, and one that is not rare comes by itself.

    Examples
    --------
    >>> kept_even(Classes(np.array(["no", "yes"]), (9_980, 20)), 1_000, 2_000)
    "classes are kept even in every sample (`stratify`), as the 20 rows of class 'yes' would often miss the smallest, of 1,000 rows; bounds are binomial"
    >>> kept_even(Classes(np.array(["no", "yes"]), (5_000, 5_000)), 1_000, 2_000)
    """  # noqa: E501, as it is printed in one line
    counts = np.asarray(target.counts)
    for name, n in (("the smallest", n_smallest), ("the test data", n_test)):
        expected = counts * n / counts.sum()
        rare = np.flatnonzero((expected >= 1) & (expected < OFTEN_ENOUGH))
        if len(rare):
            label = target.values[rare[0]]
            return (
                f"classes are kept even in every sample (`stratify`), as the "
                f"{counts[rare[0]]:,} rows of class {label.item()!r} would often miss {name}, "
                f"of {n:,} rows; bounds are binomial"
            )
    return None
