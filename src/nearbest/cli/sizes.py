"""Amounts of memory such as 512M or 2G."""

from __future__ import annotations

import re

import typer

BYTES = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def n_bytes(text: str) -> int:
    """The bytes that a text stands for; a bare number counts as bytes.

    Examples
    --------
    >>> n_bytes("512M"), n_bytes("1.5g"), n_bytes("4096")
    (536870912, 1610612736, 4096)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?", str(text).strip().lower())
    if found is None:
        raise typer.BadParameter(f"must be an amount such as 512M or 2G; got {text!r}.")
    return int(float(found[1]) * BYTES[found[2]])
