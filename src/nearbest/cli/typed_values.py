"""Values as people type them: durations, amounts of memory, tolerances, names of scores."""

from __future__ import annotations

import re

import typer

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
PART = r"(\d+(?:\.\d+)?)\s*([smhd])"
BYTES = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


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


def score_names(text: str) -> str | list[str]:
    """One name, or a list of those between commas.

    Examples
    --------
    >>> score_names("roc_auc"), score_names("roc_auc, neg_log_loss")
    ('roc_auc', ['roc_auc', 'neg_log_loss'])
    """
    names = [name.strip() for name in text.split(",")]
    return names[0] if len(names) == 1 else names
