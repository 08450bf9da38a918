"""Arrow tables as frames of pandas or polars, and other frames as plain pandas ones.

The one place that imports polars.
"""

from __future__ import annotations

import operator
from collections.abc import Collection
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from pandas.api.types import is_numeric_dtype

from nearbest.errors import MissingExtra, NotSupported


def as_pandas(rows: pa.Table, missing: Collection[str] = ()) -> pd.DataFrame:
    """A pandas frame: dates as datetime64, texts as strings, dictionaries as categories.

    Integers and booleans of columns in `missing` become floats even where these
    rows lack none, so that a column has one type at every sample size.

    Examples
    --------
    >>> import pyarrow as pa
    >>> rows = pa.table({"a": [1, 2], "b": [True, None]})
    >>> as_pandas(rows, missing=["a", "b"]).dtypes.to_dict()
    {'a': dtype('float64'), 'b': dtype('float64')}
    """
    for i, column in enumerate(rows.schema):
        kind = column.type
        whole = pa.types.is_integer(kind) or pa.types.is_boolean(kind)
        if whole and column.name in missing:
            rows = rows.set_column(i, column.name, rows[i].cast(pa.float64(), safe=False))
    frame: pd.DataFrame = rows.to_pandas(date_as_object=False, ignore_metadata=True)
    return frame


def as_polars(rows: pa.Table) -> Any:
    """A polars frame that shares the memory of `rows` where it can."""
    try:
        import polars
    except ImportError as error:
        raise MissingExtra.of("Samples as polars frames need polars", "polars") from error
    return polars.from_arrow(rows)


def is_polars(table: object) -> bool:
    """Whether `table` is of polars, without importing it."""
    return type(table).__module__.split(".")[0] == "polars"


def from_other_libraries(table: Any) -> Any:
    """Any library's frame as one of pandas with plain columns; else as it is.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from_other_libraries(pa.table({"zone": ["a", "b"]}))["zone"].tolist()
    ['a', 'b']
    """
    if is_polars(table):
        if not hasattr(table, "to_arrow"):
            raise NotSupported("`X` must not be a polars LazyFrame; call `.collect()` on it.")
        rows = table.to_arrow()
        if not isinstance(rows, pa.Table):  # a polars Series
            return from_other_libraries(pa.chunked_array([rows]))
        return from_other_libraries(rows)
    if isinstance(table, pa.Table):
        columns = zip(table.column_names, table.columns, strict=True)
        nulls = [name for name, column in columns if column.null_count]
        return plain_columns(as_pandas(_plain_texts(table), nulls))
    if isinstance(table, pa.ChunkedArray | pa.Array):
        return table.to_pandas()
    if isinstance(table, pd.DataFrame):
        return plain_columns(table)
    return table


def _plain_texts(rows: pa.Table) -> pa.Table:
    """String views, which polars gives, as strings that pandas takes."""
    views = {pa.string_view(): pa.large_string()}
    fields = [f.with_type(views.get(f.type, f.type)) for f in rows.schema]
    return rows.cast(pa.schema(fields))


def plain_columns(frame: pd.DataFrame) -> pd.DataFrame:
    """Columns of the types that a store gives back; the frame itself if all are.

    Nullable numbers become plain ones, floats where any is missing; sparse columns
    dense; lengths of time seconds; intervals, as of `pandas.cut`, texts; and Arrow's
    types those of pandas. So a column has one type in every process and at every
    sample size.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"wait": pd.to_timedelta(["1h", None])})
    >>> plain_columns(frame)["wait"].tolist()
    [3600.0, nan]
    """
    if all(isinstance(dtype, np.dtype) and dtype.kind != "m" for dtype in frame.dtypes):
        return frame
    old = [column for _, column in frame.items()]
    new = [_plain_column(column) for column in old]
    if all(map(operator.is_, old, new)):
        return frame
    return pd.concat(new, axis=1).set_axis(frame.columns, axis="columns")


def _plain_column(column: pd.Series) -> pd.Series:
    if isinstance(column.dtype, pd.SparseDtype):
        column = column.astype(column.dtype.subtype)
    if is_marked(column.dtype):
        column = _unmarked(column)
    if column.dtype.kind == "m":
        column = column.dt.total_seconds()
    if isinstance(column.dtype, pd.IntervalDtype):
        column = column.astype("category")
    if isinstance(column.dtype, pd.CategoricalDtype) and isinstance(
        column.dtype.categories.dtype, pd.IntervalDtype
    ):
        column = column.cat.rename_categories(str)
    return column


def is_marked(dtype: Any) -> bool:
    """Whether a type has a mark of its own for missing values."""
    return getattr(dtype, "na_value", None) is pd.NA


def _unmarked(column: pd.Series) -> pd.Series:
    """A column as it is without a mark; as it was where that would be objects."""
    if is_numeric_dtype(column.dtype):
        dtype = getattr(column.dtype, "numpy_dtype", np.dtype(object))
        if column.isna().any() or dtype.kind == "O":  # decimals are objects
            dtype = np.dtype(float)
        return pd.Series(column.to_numpy(dtype=dtype, na_value=np.nan), index=column.index)
    plain: pd.Series = pa.array(column).to_pandas(date_as_object=False)
    return column if plain.dtype == object else plain.set_axis(column.index)
