"""Rules for class labels, wherever they come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nearbest.errors import InvalidInput


def check_classes(classes: np.ndarray, counts: Sequence[int], name: str) -> None:
    """Raise unless there are two classes or more, each of two rows or more."""
    if len(classes) < 2:
        raise InvalidInput(
            f"`{name}` must have at least two classes; got one class, {_shown(classes[0])}."
        )
    if min(counts) < 2:
        raise InvalidInput(
            f"`{name}` must have at least two rows of every class; class "
            f"{_shown(classes[int(np.argmin(counts))])} has one; leave that row out, or join "
            "its class with another."
        )


def _shown(label: Any) -> str:
    return repr(label.item() if hasattr(label, "item") else label)
