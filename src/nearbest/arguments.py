"""Rules for single arguments; each error names the argument, the rule and the value."""

from __future__ import annotations

import difflib
import os
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from nearbest.errors import InvalidInput, InvalidType


def check_unit_range(name: str, value: Any, rule: str, allowed: bool = False) -> None:
    """Raise unless `value` lies strictly between 0 and 1, or is `allowed` otherwise."""
    if isinstance(value, str):
        raise InvalidInput(f"`{name}` must be a number in {rule}; got the text {value!r}.")
    if not (is_number(value) and (allowed or 0 < value < 1)):
        raise InvalidInput(f"`{name}` must lie in {rule}; got {value!r}.")


def check_positive(name: str, value: Any, what: str = "number") -> None:
    """Raise unless `value` is None or a positive number."""
    if value is not None and not (is_number(value) and value > 0):
        raise InvalidInput(f"`{name}` must be a positive {what}; got {value!r}.")


def check_count(name: str, value: Any, least: int = 1) -> None:
    """Raise unless `value` is None or an integer of at least `least`."""
    if value is not None and not (is_whole(value) and value >= least):
        raise InvalidInput(f"`{name}` must be an integer of at least {least}; got {value!r}.")


def check_choice(name: str, value: Any, choices: Collection[Any]) -> None:
    """Raise unless `value` is one of the choices."""
    if not any(value is choice or value == choice for choice in choices):
        raise InvalidInput(f"`{name}` must be one of {list(choices)}; got {value!r}.")


def check_flag(name: str, value: Any) -> None:
    """Raise unless `value` is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise InvalidInput(f"`{name}` must be True or False; got {value!r}.")


def check_error_score(name: str, value: Any) -> None:
    """Raise unless `value` is "raise" or a number, which may be NaN."""
    number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    if not number and not (isinstance(value, str) and value == "raise"):
        raise InvalidInput(f"`{name}` must be 'raise' or a number; got {value!r}.")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A question to put behind an error about a name that is not known; empty if far off.

    Examples
    --------
    >>> did_you_mean("delaied", ["delayed", "carrier"])
    " Did you mean 'delayed'?"
    >>> did_you_mean("weather", ["delayed", "carrier"])
    ''
    """
    by_lower = {str(each).lower(): str(each) for each in known}
    close = difflib.get_close_matches(str(name).lower(), by_lower, n=1)
    return f" Did you mean {by_lower[close[0]]!r}?" if close else ""


def check_path(name: str, value: Any) -> None:
    """Raise unless `value` is None or a path."""
    if value is None:
        return
    if not isinstance(value, str | os.PathLike) or "\0" in os.fsdecode(value):
        raise InvalidType(f"`{name}` must be a path; got {value!r}.")


def is_number(value: Any) -> bool:
    """Whether `value` is a number, and a finite one; True and False are not."""
    numeric = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    return numeric and bool(np.isfinite(value))


def is_whole(value: Any) -> bool:
    """Whether `value` is an integer; True and False are not."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
