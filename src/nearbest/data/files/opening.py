"""Reading what a table is made of: its columns, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nearbest.data.files.duck import Duck, quoted
from nearbest.data.files.features import (
    NUMBERS,
    WIDE_NUMBERS,
    Feature,
    check_aside_type,
    check_columns,
    chosen_features,
    form_named,
)
from nearbest.data.files.paths import Files
from nearbest.data.files.schema import categorical_columns, check_same_columns
from nearbest.data.store.columns import Kind

#: Enough to read names and types.
MEMORY = 256 << 20


def described(
    files: Files,
    target: str,
    drop: Sequence[str],
    keep: Sequence[str] | None,
    groups: str | None,
    as_: str,
    types: Mapping[str, str] | None,
    aside: Mapping[str, str],
) -> tuple[str, tuple[Feature, ...], Kind, Mapping[str, str] | None, str]:
    """The target as SQL, features, form of samples, types to read with, the target's type.

    Yes and no in a CSV file are taken for booleans; as labels they stay as written.
    """
    with Duck(files, types or {}, MEMORY) as duck:
        if len(files.paths) > 1 and files.format != "arrow":
            by_file = {path: duck.columns([path]) for path in files.paths}
            check_same_columns(by_file, strict=files.format == "parquet")
        columns = duck.columns()
    check_columns("types", list(types or {}), columns, files.shown)
    categories = categorical_columns(files)
    for argument, name in aside.items():
        check_columns(argument, [name], columns, files.shown)
        check_aside_type(argument, name, columns[name])
    others = {name: kind for name, kind in columns.items() if name not in aside.values()}
    features = chosen_features(others, target, groups, drop, keep, categories, files.shown)
    if files.format == "csv" and columns[target] == "BOOLEAN" and target not in (types or {}):
        columns[target] = "VARCHAR"
        types = {**(types or {}), target: "VARCHAR"}
    type_ = columns[target]
    return label_of(target, type_), features, form_named(as_, features), types, type_


def label_of(target: str, type_: str) -> str:
    """The target as an SQL expression that is NULL where it is missing."""
    column, base = quoted(target), type_.split("(")[0]
    if base == "BOOLEAN" or (base in NUMBERS and base not in ("FLOAT", "DOUBLE")):
        return column
    if base in ("FLOAT", "DOUBLE", *WIDE_NUMBERS):
        number = f"CAST({column} AS DOUBLE)"
        return f"CASE WHEN isnan({number}) THEN NULL ELSE {number} END"
    return f"CAST({column} AS VARCHAR)"
