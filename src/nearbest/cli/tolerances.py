"""Tolerated losses as people write them."""

from __future__ import annotations

import typer


def tolerance(text: str) -> float | str:
    """A number, or a share that stays as it is written.

    Examples
    --------
    >>> tolerance("0.02"), tolerance("1%")
    (0.02, '1%')
    """
    if text.strip().endswith("%"):
        return text.strip()
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(
            f"must be a number or a share such as 1%; got {text!r}."
        ) from None
