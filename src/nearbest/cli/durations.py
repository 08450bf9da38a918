"""Durations such as 90s, 10m or 1h30m."""

from __future__ import annotations

import re

import typer

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
PART = r"(\d+(?:\.\d+)?)\s*([smhd])"


def seconds(text: str) -> float:
    """The seconds that a duration stands for; a bare number counts as seconds.

    Examples
    --------
    >>> seconds("10m"), seconds("1h30m"), seconds("45")
    (600.0, 5400.0, 45.0)
    """
    text = str(text).strip().lower()
    if re.fullmatch(r"\d+(\.\d+)?", text):
        text += "s"
    if not re.fullmatch(rf"(?:{PART}\s*)+", text):
        raise typer.BadParameter(f"must be a duration such as 90s, 10m or 1h30m; got {text!r}.")
    return sum(float(number) * SECONDS[unit] for number, unit in re.findall(PART, text))
