"""What files say about their columns beyond what DuckDB sees: categories."""

from __future__ import annotations

from collections.abc import Mapping
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
        for column in _schema(files)
        if pa.types.is_dictionary(column.type)
    }


def dictionary_order(files: Files, name: str) -> list[str]:
    """Values of an ordered categorical column, in order; none for other columns."""
    if not categorical_columns(files).get(name, False):
        return []
    if files.format == "arrow":
        with _opened(files) as file:
            values = pa.ipc.open_file(file).get_batch(0).column(name).dictionary
    else:
        with _opened(files) as file:
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


def _schema(files: Files) -> pa.Schema:
    with _opened(files) as file:
        if files.format == "arrow":
            return pa.ipc.open_file(file).schema
        return parquet.read_schema(file)


def _opened(files: Files) -> Any:
    if files.filesystem is None:
        return pa.memory_map(files.paths[0])
    return files.filesystem.open(files.paths[0], "rb")
