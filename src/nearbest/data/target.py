"""What is known of all labels before any training, and rules for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nearbest.data.numbers import Numbers
from nearbest.errors import InvalidInput


@dataclass(frozen=True, eq=False)
class Classes:
    """A target of class labels.

    Attributes
    ----------
    values : array
        All labels there are, sorted.
    counts : tuple of int
        Rows of each in the table; of the training table alone where the test rows are a
        table of their own.

    Examples
    --------
    >>> import numpy as np
    >>> Classes.of(np.array(["yes", "no", "yes"]))
    Classes(values=array(['no', 'yes'], dtype='<U3'), counts=(1, 2))
    """

    values: np.ndarray
    counts: tuple[int, ...]

    @classmethod
    def of(cls, y: np.ndarray, y_test: np.ndarray | None = None) -> Classes:
        """The classes of `y`, and those that only `y_test` has."""
        values, counts = np.unique(y, return_counts=True)
        if y_test is None:
            return cls(values, tuple(counts.tolist()))
        known = dict(zip(values.tolist(), counts.tolist(), strict=True))
        together = np.union1d(y, y_test)
        return cls(together, tuple(known.get(value, 0) for value in together.tolist()))

    def lacks_some_in(self, y: np.ndarray) -> bool:
        """Whether a class is missing from these rows."""
        return len(np.unique(y)) < len(self.values)


Target = Classes | Numbers


#: Single rows of so many classes are told of one by one.
MOST_TOLD = 10
#: From here on floating-point numbers leave integers out: two labels may read as one.
INEXACT_FROM = 2**53


def classes_of(target: Target) -> np.ndarray:
    """The labels of a target, sorted; none of numbers."""
    return target.values if isinstance(target, Classes) else np.array([])


def check_numbers(low: float, high: float, name: str) -> None:
    """Raise unless the numbers of a target differ."""
    if low == high:
        raise InvalidInput(
            f"`{name}` must have different numbers to predict; got {low:g} in every row."
        )


def check_exact(labels: np.ndarray, name: str) -> None:
    """Raise unless every label of numbers can be told from its neighbours."""
    if labels.dtype.kind == "f":
        wide = labels[(np.abs(labels) >= INEXACT_FROM) & np.isfinite(labels)]
    else:  # NumPy has no type for integers of more than 64 bits
        others = labels if labels.dtype == object else ()
        wide = [label for label in others if isinstance(label, int) and abs(label) >= 2**63]
    if len(wide):
        raise InvalidInput(
            f"`{name}` must have labels that fit into integers of 64 bits; got "
            f"{int(wide[0])}, or a number near it. Write such labels as text."
        )


def check_classes(classes: np.ndarray, counts: Sequence[int], name: str) -> None:
    """Raise unless there are two classes or more, each of two rows or more."""
    if len(classes) < 2:
        raise InvalidInput(
            f"`{name}` must have at least two classes; got one class, {_shown(classes[0])}."
        )
    n_single = sum(count < 2 for count in counts)
    if 2 * n_single > len(classes) > MOST_TOLD:
        raise InvalidInput(
            f"`{name}` must have at least two rows of every class; it has {len(classes):,} "
            f"classes, {n_single:,} of them with one row. Is it a key rather than a label?"
        )
    if n_single:
        raise InvalidInput(
            f"`{name}` must have at least two rows of every class; class "
            f"{_shown(classes[int(np.argmin(counts))])} has one; leave that row out, or join "
            "its class with another."
        )


def _shown(label: Any) -> str:
    return repr(label.item() if hasattr(label, "item") else label)
