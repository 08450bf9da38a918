"""Reading a table whole, as selecting reads its rows."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence

import pandas as pd
import pyarrow as pa

from nearbest.data.files.duck import Duck, quoted
from nearbest.data.files.features import Feature, FeatureKind, check_columns, feature_of
from nearbest.data.files.paths import find_files
from nearbest.data.files.schema import categorical_columns
from nearbest.data.files.shuffling import read_as_feature
from nearbest.data.files.source import MEMORY
from nearbest.data.frames import as_pandas
from nearbest.errors import InvalidInput

#: The DuckDB type that reads any text of a kind.
READ_AS: Mapping[FeatureKind, str] = {
    "number": "DOUBLE",
    "boolean": "BOOLEAN",
    "text": "VARCHAR",
    "category": "VARCHAR",
    "time": "TIMESTAMP",
}
#: Kinds that models take for one another.
ALIKE: Mapping[FeatureKind, FeatureKind] = {"boolean": "number", "category": "text"}


def read_whole(
    path: str | os.PathLike[str],
    columns: Collection[str] | None = None,
    kinds: Mapping[str, FeatureKind] | None = None,
) -> pd.DataFrame:
    """All rows in their order, with those of `columns` that are there; all by default.

    Dates, and what counts as missing, are as in a store; texts are categories. `kinds`
    is what columns held in training: a CSV file is read so, others must hold the same.
    """
    files = find_files(path)
    with Duck(files, {}, MEMORY) as duck:
        features = _features(duck, columns)
        changed = _changed(features, kinds or {})
        if changed:
            _read_as(duck, changed)
            features = _features(duck, columns)
        if not features:
            return pd.DataFrame()
        query = f"SELECT {', '.join(map(read_as_feature, features))} FROM {duck.scan()}"
        batches = list(duck.batches(query, lambda share: None))
    if not batches:
        raise InvalidInput(f"{files.shown} must have rows; it has none.")
    rows = pa.Table.from_batches(batches)
    frame = as_pandas(rows, [name for name in rows.column_names if rows[name].null_count])
    texts = [f.name for f in features if f.kind in ("text", "category")]
    return frame.astype(dict.fromkeys(texts, "category"))


def read_as_written(path: str | os.PathLike[str], columns: Sequence[str]) -> pd.DataFrame:
    """Some columns of all rows, unchanged: what a CSV file has is text, zeros in front too."""
    files = find_files(path)
    with Duck(files, {}, MEMORY) as duck:
        check_columns("keep", columns, duck.columns(), files.shown)
        if files.format == "csv":
            duck.types, duck.missing = dict.fromkeys(columns, "VARCHAR"), [""]
        query = f"SELECT {', '.join(map(quoted, columns))} FROM {duck.scan()}"
        rows = pa.Table.from_batches(list(duck.batches(query, lambda share: None)))
    # Integers stay integers beside missing ones.
    frame: pd.DataFrame = rows.to_pandas(types_mapper=pd.ArrowDtype)
    return frame


def column_names(path: str | os.PathLike[str]) -> list[str]:
    """The columns of a table, without reading its rows."""
    with Duck(find_files(path), {}, MEMORY) as duck:
        return list(duck.columns())


def _features(duck: Duck, columns: Collection[str] | None) -> list[Feature]:
    categories = categorical_columns(duck.files)
    return [
        feature_of(name, kind, name in categories)
        for name, kind in duck.columns().items()
        if columns is None or name in columns
    ]


def _changed(
    features: list[Feature], kinds: Mapping[str, FeatureKind]
) -> list[tuple[Feature, FeatureKind]]:
    """The columns that held something else in training, and what."""
    pairs = [(f, kinds[f.name]) for f in features if f.name in kinds]
    return [
        (f, kind) for f, kind in pairs if ALIKE.get(f.kind, f.kind) != ALIKE.get(kind, kind)
    ]


def _read_as(duck: Duck, changed: list[tuple[Feature, FeatureKind]]) -> None:
    """Have columns of a CSV file read as in training; an error where they cannot be."""
    rule = f"{duck.files.shown} must hold what the model was trained on; column"
    if duck.files.format != "csv":
        feature, kind = changed[0]
        raise InvalidInput(f"{rule} {feature.name!r} was a {kind}, and is {feature.type} now.")
    duck.types = {feature.name: "VARCHAR" for feature, _ in changed}
    for feature, kind in changed:
        column = quoted(feature.name)
        odd = duck.rows(
            f"SELECT {column} FROM {duck.scan()} WHERE {column} IS NOT NULL "
            f"AND TRY_CAST({column} AS {READ_AS[kind]}) IS NULL LIMIT 1"
        )
        if odd:
            value = odd[0][0]
            raise InvalidInput(f"{rule} {feature.name!r} was a {kind}, and has {value!r} now.")
    duck.types = {feature.name: READ_AS[kind] for feature, kind in changed}
