"""Rules for class labels, wherever they come from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nearbest.errors import InvalidInput


def check_classes(classes: np.ndarray, counts: Sequence[int], name: str) -> None:
    """Raise unless there are two classes or more, each of two rows or more."""
    if len(classes) < 2:
        raise InvalidInput(
            f"`{name}` must have at least two classes; got one class, {classes[0]!r}."
        )
    if min(counts) < 2:
        raise InvalidInput(
            f"`{name}` must have at least two rows of every class; class "
            f"{classes[int(np.argmin(counts))]!r} has one."
        )
