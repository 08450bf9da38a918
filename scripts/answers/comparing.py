"""Answers on disk, and what tells two of them apart."""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

#: The field that holds nothing but wording.
WORDS = "words"
#: What stands for a value that one of the two answers does not have.
NOTHING = "nothing"


def plain(value: Any) -> Any:
    """Values that JSON keeps as they are: floats as they print, so bit for bit."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{type(value).__name__} has no place in an answer: {value!r}.")


def write(path: Path, content: Mapping[str, Any]) -> None:
    """Write answers; equal ones make equal files."""
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def read(path: Path) -> dict[str, Any]:
    """What `write` wrote."""
    content: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return content


def differences(before: Any, now: Any, left_out: Collection[str] = ()) -> Iterator[str]:
    """Each place where two answers differ, with both values; some fields left out."""
    for field in dict.fromkeys([*before, *now]):
        if field not in left_out:
            yield from _differences(before.get(field, NOTHING), now.get(field, NOTHING), field)


def _differences(before: Any, now: Any, place: str) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(now, dict):
        for key in dict.fromkeys([*before, *now]):
            inner = f"{place}.{key}"
            yield from _differences(before.get(key, NOTHING), now.get(key, NOTHING), inner)
    elif isinstance(before, list) and isinstance(now, list):
        if len(before) != len(now):
            yield f"{place}: {len(before)} entries, now {len(now)}"
        for number, (one, other) in enumerate(zip(before, now, strict=False)):
            yield from _differences(one, other, f"{place}[{number}]")
    elif before != now or type(before) is not type(now):
        yield f"{place}: {before!r}, now {now!r}"
