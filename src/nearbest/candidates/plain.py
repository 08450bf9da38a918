"""Parameters as JSON can hold them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Values that JSON holds as they are.
PLAIN = (str, int, float, bool, type(None))


def plain_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as JSON can hold them; others as they print.

    Examples
    --------
    >>> plain_values({"C": 1.5, "hidden_layer_sizes": (8, 4)})
    {'C': 1.5, 'hidden_layer_sizes': '(8, 4)'}
    """
    return {key: v if isinstance(v, PLAIN) else repr(v) for key, v in values.items()}
