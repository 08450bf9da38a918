"""What files say about their columns beyond what DuckDB sees: categories."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from nearbest.data.files.paths import Files
from nearbest.errors import InvalidInput


def categorical_columns(files: Files) -> Mapping[str, bool]:
    """The columns that were categorical when the first file was written; if ordered."""
    if files.format == "csv":
        return {}
    return {
        column.name: bool(column.type.ordered)
        for column in schema_of(files, files.paths[0])
        if pa.types.is_dictionary(column.type)
    }


def dictionary_order(files: Files, name: str) -> list[str]:
    """Values of an ordered categorical column, in order; none for other columns."""
    if not categorical_columns(files).get(name, False):
        return []
    if files.format == "arrow":
        with _opened(files, files.paths[0]) as file:
            values = pa.ipc.open_file(file).get_batch(0).column(name).dictionary
    else:
        with _opened(files, files.paths[0]) as file:
            column = parquet.ParquetFile(file).read_row_group(0, [name]).column(0)
            values = column.chunk(0).dictionary
    return [str(value) for value in values.to_pylist()]


def check_same_columns(by_file: Mapping[str, Mapping[str, str]], strict: bool) -> None:
    """Raise unless all files have the same columns, and types of one kind if `strict`."""
    (first, expected), *others = by_file.items()
    for path, columns in others:
        odd = sorted(set(columns) ^ set(expected))
        if odd:
            side = "lacks" if odd[0] in expected else "alone has"
            raise InvalidInput(
                f"`path` must hold files of one schema; {path} {side} column {odd[0]!r}, "
                f"compared with {first}. Move it elsewhere, or name the files with a glob."
            )
        for name, kind in columns.items() if strict else ():
            if _family(kind) != _family(expected[name]):
                raise InvalidInput(
                    f"`path` must hold files of one schema; column {name!r} is {kind} in "
                    f"{path} and {expected[name]} in {first}. Convert one of them."
                )


def _family(kind: str) -> str:
    """Types that can stand in one column."""
    numbers = ("INT", "FLOAT", "DOUBLE", "DECIMAL")
    if any(sign in kind for sign in numbers) and kind != "INTERVAL":
        return "number"
    return "text" if kind.startswith("ENUM") or kind == "VARCHAR" else kind.split("_")[0]


def schema_of(files: Files, path: str) -> pa.Schema:
    """What one of the files, of Arrow or Parquet, says of its columns."""
    with _opened(files, path) as file:
        if files.format == "arrow":
            return pa.ipc.open_file(file).schema
        return parquet.read_schema(file)


def check_names(path: str, names: Sequence[str | None]) -> None:
    """Raise if two columns have one name, or DuckDB would say so: case is nothing to it.

    Columns without a name have none in common.

    Examples
    --------
    >>> check_names("trips.csv", ["km", "late", "km"])
    Traceback (most recent call last):
    nearbest.errors.InvalidInput: `path` trips.csv must have different column names; it has \
'km' twice. Rename one of them.
    """
    alike = defaultdict(list)
    for name in names:
        alike[(name or "").lower()].append(name)
    alike.pop("", None)
    for same in alike.values():
        if len(same) > 1:
            often = "twice" if len(same) == 2 else f"{len(same)} times"
            found = f"{same[0]!r} {often}"
            if len(set(same)) > 1:
                found = " and ".join(map(repr, dict.fromkeys(same))) + ", alike but for case"
            raise InvalidInput(
                f"`path` {path} must have different column names; it has {found}. Rename one "
                "of them."
            )


def _opened(files: Files, path: str) -> Any:
    if files.filesystem is None:
        return pa.memory_map(path)
    return files.filesystem.open(path, "rb")
