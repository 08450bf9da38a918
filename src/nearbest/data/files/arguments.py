"""Rules for the arguments of `open_table` that hold whatever the files are."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from typing import Any

from nearbest.errors import InvalidInput, InvalidType, NotSupported


def check_arguments(
    path: Any, target: Any, drop: Any, keep: Any, groups: Any, types: Any
) -> None:
    """Raise unless paths are paths, columns are named by texts, and types are a mapping."""
    if not isinstance(path, str | os.PathLike):
        raise InvalidType(
            f"`path` must be a file, a folder of files, a glob or a URL; got {path!r}."
        )
    if not str(path):
        raise InvalidInput(
            "`path` must name a file or folder; got ''. The current folder is '.'."
        )
    _check_name("target", target)
    if groups is not None:
        _check_name("groups", groups)
    if groups == target:
        raise InvalidInput(f"`groups` must be another column than the target; got {groups!r}.")
    for name, value in (("drop", drop), ("keep", () if keep is None else keep)):
        if not isinstance(value, Collection) or isinstance(value, bytes):
            raise InvalidType(f"`{name}` must be a column or a list of them; got {value!r}.")
    if types is not None and not _maps_texts(types):
        raise InvalidType(
            f'`types` must map columns to types, such as {{"zone": "VARCHAR"}}; got {types!r}.'
        )


def check_aside(aside: Mapping[str, Any], target: str, groups: str | None) -> None:
    """Raise unless columns that are no features are named, and none is the target."""
    for argument, value in aside.items():
        if value is None:
            continue
        _check_name(argument, value)
        if value == target:
            raise InvalidInput(
                f"`{argument}` must be another column than the target; got {value!r}."
            )
    if groups is not None and aside.get("time") is not None:
        raise NotSupported(
            "`time` cannot be combined with `groups`: the last rows are the test data, "
            "whatever their groups."
        )


def _check_name(argument: str, value: Any) -> None:
    if not isinstance(value, str):
        raise InvalidType(f"`{argument}` must be the name of a column; got {value!r}.")


def _maps_texts(types: Any) -> bool:
    return isinstance(types, Mapping) and all(
        isinstance(text, str) for item in types.items() for text in item
    )
