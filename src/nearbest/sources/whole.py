"""Reading a table whole, as selecting reads its rows."""

from __future__ import annotations

import os
from collections.abc import Collection

import pandas as pd
import pyarrow as pa

from nearbest.errors import InvalidInput
from nearbest.samples.frames import as_pandas
from nearbest.sources.duck import Duck
from nearbest.sources.features import feature_of
from nearbest.sources.files import find_files
from nearbest.sources.schema import categorical_columns
from nearbest.sources.shuffling import read_as_feature
from nearbest.sources.table import MEMORY


def read_whole(
    path: str | os.PathLike[str], columns: Collection[str] | None = None
) -> pd.DataFrame:
    """All rows in their order, with those of `columns` that are there; all by default.

    Types, dates, and what counts as missing are as in a store; texts are categories.
    """
    files = find_files(path)
    with Duck(files, {}, MEMORY) as duck:
        categories = categorical_columns(files)
        features = [
            feature_of(name, kind, name in categories)
            for name, kind in duck.columns().items()
            if columns is None or name in columns
        ]
        if not features:
            return pd.DataFrame()
        query = f"SELECT {', '.join(map(read_as_feature, features))} FROM {duck.scan()}"
        batches = list(duck.batches(query, lambda share: None))
    if not batches:
        raise InvalidInput(f"{files.shown} must have rows; it has none.")
    frame = as_pandas(pa.Table.from_batches(batches))
    texts = [f.name for f in features if f.kind in ("text", "category")]
    return frame.astype(dict.fromkeys(texts, "category"))
