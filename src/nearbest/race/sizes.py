"""The sizes of the samples that probes train on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from nearbest.arguments import is_number, is_whole
from nearbest.errors import InvalidInput
from nearbest.race.kinds import LearnerKind
from nearbest.race.score import Kind

#: The paper's first sample: 1,000 rows to train on.
SMALLEST_SAMPLE = 1_000
#: `growth="auto"` picks from sizes this far apart.
FINE_GROWTH = math.sqrt(2)
#: A class rarer than this share of the rows does not raise the smallest size.
RAREST_CLASS_THAT_MATTERS = 0.001
#: Of two classes the rarer one is what the learners are after, and matters if it is rarer.
RARER_OF_TWO_THAT_MATTERS = 0.0002
#: How many rows of each class that matters the smallest sample is expected to hold.
ROWS_PER_CLASS = 5
#: The same for scores that depend on the rarer class most; none at all come once in 10⁸.
ROWS_PER_CLASS_IN_PAIRS = 20
#: A first probe on more than one row in so many is not worth its time: full runs are.
WORTH_A_PROBE = 12
#: The same of boosting, whose trees cost nearly as much on few rows as on many.
WORTH_BOOSTING = 100
#: Sizes are rounded: one passes for so many times its rows where a number of rows is wanted.
ROUNDED = 1.01

Growth = float | Literal["auto"]


def geometric_sizes(full: int, smallest: int, growth: Growth) -> tuple[int, ...]:
    """Sizes full, full/growth, full/growth², … down to `smallest`, rising.

    Anchored at the top, so that the last step to the full data is a whole one.

    Examples
    --------
    >>> geometric_sizes(8_000, smallest=1_000, growth=2)
    (1000, 2000, 4000, 8000)
    >>> geometric_sizes(10_000, smallest=1_000, growth=3)
    (1111, 3333, 10000)
    """
    factor = FINE_GROWTH if growth == "auto" else growth
    steps = int(math.log(full / smallest) / math.log(factor) + 1e-9)
    return tuple(sorted({round(full / factor**k) for k in range(steps + 1)}))


def begins_in_full(sizes: Sequence[int], kind: LearnerKind) -> bool:
    """Whether a learner of this kind is trained on all rows at once.

    Either samples save nothing, or they say nothing.

    Examples
    --------
    >>> sizes = (1_000, 64_000)
    >>> begins_in_full(sizes, "boosting"), begins_in_full(sizes, "forest")
    (True, False)
    """
    if kind == "late":
        return True
    worth = WORTH_BOOSTING if kind == "boosting" else WORTH_A_PROBE
    return sizes[0] * worth > sizes[-1]


def smallest_size(
    full: int, wanted: int | None, class_counts: Sequence[int], kind: Kind = "counts"
) -> int:
    """The smallest sample: `wanted`, or as many rows as the classes ask for.

    Without a wish it is 1,000 rows, more where a class that matters would be
    expected fewer than five times in them, and never more than the data. Of pairs, and of
    approximate scores of two classes, every class matters, and more rows of it are needed, as
    they are the size of the sample.
    """
    if wanted is not None:
        if not (is_whole(wanted) and 1 <= wanted <= full):
            raise InvalidInput(
                f"`min_train_size` must lie between 1 and the {full:,} training rows; "
                f"got {wanted!r}."
            )
        return int(wanted)
    shares = np.asarray(class_counts) / np.sum(class_counts)
    least, n_wanted = RAREST_CLASS_THAT_MATTERS, ROWS_PER_CLASS
    two = len(shares) == 2
    if kind in ("pairs", "approximate"):
        n_wanted = ROWS_PER_CLASS_IN_PAIRS
    if two:
        least = RARER_OF_TWO_THAT_MATTERS
    if kind == "pairs" or (two and kind == "approximate"):
        least = 1 / np.sum(class_counts)
    rarest = shares[shares >= least].min(initial=1.0)
    return min(full, max(SMALLEST_SAMPLE, math.ceil(n_wanted / float(rarest))))


def check_growth(growth: Growth) -> None:
    """Raise unless `growth` is a factor above 1 or "auto"."""
    if (isinstance(growth, str) and growth == "auto") or (is_number(growth) and growth > 1):
        return
    raise InvalidInput(f'`growth` must be a factor above 1 or "auto"; got {growth!r}.')
