"""Values that JSON can hold: it knows neither infinities nor numbers of NumPy."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any


def json_values(value: Any) -> Any:
    """`value` with None for every number that is not finite, however deep within it.

    Examples
    --------
    >>> json_values({"interval": (0.5, math.inf)})
    {'interval': [0.5, None]}
    """
    if isinstance(value, Mapping):
        return {key: json_values(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [json_values(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def json_text(value: Any) -> str:
    """`value` as JSON that every reader takes; what is no plain value as it prints.

    Examples
    --------
    >>> print(json_text({"gap": math.inf, "parameters": {"kind": complex}}))
    {
     "gap": null,
     "parameters": {
      "kind": "<class 'complex'>"
     }
    }
    """
    return json.dumps(json_values(value), indent=1, default=_plain, allow_nan=False)


def _plain(value: object) -> Any:
    """Numbers of NumPy as numbers, everything else as it prints."""
    return json_values(value.item()) if hasattr(value, "item") else repr(value)
