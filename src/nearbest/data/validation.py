"""Rules for tables and targets; all data in memory is checked here."""

from __future__ import annotations

import os
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import is_object_dtype
from scipy import sparse
from sklearn.utils import check_array
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import column_or_1d

from nearbest.data.frames import from_other_libraries
from nearbest.data.rows import Table, len_of
from nearbest.data.target import check_exact
from nearbest.errors import InvalidInput, InvalidType, NotSupported
from nearbest.printable import clause

NOT_FINITE = (
    "{} must not hold NaN or infinity, as no candidate accepts them; impute them, or add "
    "a candidate that does."
)


def checked_table(X: Any, name: str) -> Table:
    """`X` as a frame, CSR matrix, array, or one column of texts."""
    if X is None:
        raise InvalidInput(f"`{name}` must be a table; got None.")
    check_no_path(X, name)
    _check_no_mask(X, name)
    X = from_other_libraries(X)
    if isinstance(X, pd.Series) and pd.api.types.infer_dtype(X) == "string":
        return X
    if isinstance(X, pd.DataFrame):
        check_names(X.columns, name)
        objects = [str(c) for c, dtype in X.dtypes.items() if is_object_dtype(dtype)]
        if objects:
            raise InvalidInput(
                f"`{name}` must not have columns of dtype object; got {objects}. Convert "
                'them, for instance with `X.astype({"' + objects[0] + '": "category"})`.'
            )
        table: Table = X
    else:
        table = _numbers(X, name)
    if 0 in table.shape:
        raise InvalidInput(f"`{name}` must have rows and columns; got shape {table.shape}.")
    return table


def check_no_path(X: Any, name: str) -> None:
    """Refuse the name of a file where its rows are wanted."""
    if isinstance(X, str | bytes | os.PathLike):
        raise InvalidType(
            f"`{name}` must be a table; got {X!r}. For a table in files pass "
            f"`nearbest.open_table({X!r}, target=...)`."
        )


def _check_no_mask(values: Any, name: str) -> None:
    """Refuse masked values, which NumPy forgets to be missing."""
    if np.ma.is_masked(values):
        raise InvalidInput(
            f"`{name}` must not be masked; it is in {np.ma.getmaskarray(values).sum()} of "
            f"{values.size} places. Fill or drop them, for instance with `{name}.filled(...)`."
        )


def check_names(columns: pd.Index, name: str) -> None:
    """Refuse names of columns that learners cannot take."""
    if isinstance(columns, pd.MultiIndex):
        raise InvalidInput(
            f"`{name}` must have one level of column names; got {columns.nlevels}. Join "
            'them, for instance with `X.columns = X.columns.map("_".join)`.'
        )
    if not columns.is_unique:
        repeated = columns[columns.duplicated()][0]
        raise InvalidInput(
            f"`{name}` must have different column names; got {repeated!r} twice."
        )
    texts = [isinstance(column, str) for column in columns]
    if any(texts) and not all(texts):
        other = columns[texts.index(False)]
        raise InvalidInput(
            f"`{name}` must have column names of one type; got {columns[texts.index(True)]!r} "
            f"and {other!r}. Convert them with `X.columns = X.columns.astype(str)`."
        )


def _numbers(X: Any, name: str) -> Table:
    """`X` as an array or CSR matrix; scikit-learn's errors in a sentence of ours."""
    rule = f"`{name}` must be a table: an array of numbers, a frame or a sparse matrix"
    if sparse.issparse(X):
        _check_positions(X, name)
    try:
        return check_array(X, accept_sparse="csr", ensure_all_finite=False, input_name=name)
    except ValueError as error:
        raise InvalidInput(f"{rule}; {_first_sentence(error)}") from error
    except TypeError as error:
        raise InvalidType(f"{rule}; {_first_sentence(error)}") from error


def _first_sentence(error: Exception) -> str:
    """The first line of a message of others, which may lead on to a list of values."""
    return str(error).splitlines()[0].removesuffix(" instead:").rstrip(".") + "."


def _check_positions(X: Any, name: str) -> None:
    """Refuse a sparse matrix that points outside itself: native code would follow it."""
    try:
        if X.format == "coo":
            type(X)((X.data, X.coords), shape=X.shape)  # which checks what it is given
        elif hasattr(X, "check_format"):
            X.check_format(full_check=True)
    except (ValueError, IndexError) as error:
        raise InvalidInput(
            f"`{name}` must be a sparse matrix whose positions lie within it; "
            f"{clause(error)}. Build it again, for instance from its rows and columns."
        ) from error


def checked_target(y: Any, name: str) -> np.ndarray:
    """`y` as a one-dimensional array of class labels."""
    labels = _one_column(y, name, "class labels")
    if labels.dtype == object:
        kinds = sorted({type(label).__name__ for label in labels})
        if "str" in kinds and len(kinds) > 1:
            raise InvalidInput(f"`{name}` must have labels of one type; got {kinds}.")
        labels = np.array(labels.tolist())
    check_exact(labels, name)
    kind = type_of_target(labels, input_name=name)
    if kind not in ("binary", "multiclass"):
        raise NotSupported(
            f"Unknown label type: `{name}` must hold class labels, as the candidates are "
            f"classifiers; got {kind} values. Pass regressors to predict numbers."
        )
    return labels


def checked_numbers(y: Any, name: str) -> np.ndarray:
    """`y` as a one-dimensional array of finite numbers."""
    values = _one_column(y, name, "numbers")
    others = (value for value in values if not isinstance(value, Real | Decimal))
    other = next(others, None) if values.dtype.kind == "O" else values[0]
    if other is not None and values.dtype.kind not in "fiub":
        raise InvalidInput(
            f"`{name}` must hold numbers, as the candidates are regressors; got "
            f"{str(other)[:50]!r}. Pass classifiers to predict labels."
        )
    numbers: np.ndarray = values.astype(float)
    n_infinite = int(np.isinf(numbers).sum())
    if n_infinite:
        raise InvalidInput(
            f"`{name}` must not be infinite (inf) anywhere; it is in {n_infinite} of "
            f"{len(numbers)} rows."
        )
    return numbers


def _one_column(y: Any, name: str, what: str) -> np.ndarray:
    """`y` as a one-dimensional array of values, none of which is missing."""
    if y is None:
        raise InvalidInput(f"nearbest requires y to be passed, but the target {name} is None.")
    rule = f"`{name}` must be one column of {what}"
    kinds = "" if what == "numbers" else ": text or numbers"
    if sparse.issparse(y):
        raise InvalidType(f"{rule}; got a sparse matrix. Pass `{name}.toarray().ravel()`.")
    _check_no_mask(y, name)
    y = from_other_libraries(y)
    try:
        values = y.to_numpy() if isinstance(y, pd.Series | pd.DataFrame) else np.asarray(y)
    except ValueError as error:
        raise InvalidType(f"{rule}; got rows with different numbers of values.") from error
    if values.dtype.kind == "c":
        raise InvalidType(f"{rule}{kinds}; got complex numbers.")
    if values.ndim == 0:
        raise InvalidType(f"{rule}, one per row; got {str(y)[:50]!r}.")
    if values.dtype.kind in "SO" and any(isinstance(label, bytes) for label in values.flat):
        way_out = " Decode them to text." if kinds else ""
        raise InvalidType(f"{rule}{kinds}, not bytes.{way_out}")
    if values.ndim == 2 and values.shape[1] > 1:
        raise NotSupported(
            f"{rule}; got shape {values.shape}: multi-output targets are not supported."
        )
    column: np.ndarray = column_or_1d(values, warn=True)
    if len(column) == 0:
        raise InvalidInput(f"`{name}` must have at least one label; got none.")
    if pd.isna(column).any():
        raise InvalidInput(
            f"`{name}` must not be missing (NaN) anywhere; it is in "
            f"{int(pd.isna(column).sum())} of {len(column)} rows."
        )
    return column


def check_alike(X: Table, y: np.ndarray, X_test: Table, y_test: np.ndarray) -> None:
    """Raise unless the test set has the columns and the kind of labels of `X` and `y`."""
    if X.shape[1:] != X_test.shape[1:]:
        raise InvalidInput(
            f"`X_test` must have the columns of `X`; got {X_test.shape[1:]} instead of "
            f"{X.shape[1:]}."
        )
    if isinstance(X, pd.DataFrame) and list(X.columns) != list(X_test.columns):
        raise InvalidInput("`X_test` must have the columns of `X` in the same order.")
    if (y.dtype.kind in "US") != (y_test.dtype.kind in "US"):
        raise InvalidInput(
            f"`y_test` must have labels of the type of `y`, {y.dtype}; got {y_test.dtype}."
        )


def check_lengths(X: Table, y: np.ndarray, X_name: str, y_name: str) -> None:
    """Raise unless there is a label for every row."""
    if len_of(X) != len(y):
        raise InvalidInput(
            f"`{X_name}` and `{y_name}` must have the same number of rows; got "
            f"{len_of(X)} and {len(y)}."
        )


def check_missing_values(X: Table, name: str) -> None:
    """Refuse missing or infinite numbers."""
    if isinstance(X, pd.DataFrame):
        finite = all(_is_finite(X[column]) for column in X.select_dtypes(include="number"))
    else:
        finite = _is_finite(X.data if hasattr(X, "indptr") else X)
    if not finite:
        raise InvalidInput(NOT_FINITE.format(f"`{name}`"))


def _is_finite(values: Any) -> bool:
    """Whether numbers lack none and are finite; integers always are."""
    if isinstance(values, pd.Series):
        if values.isna().any():
            return False
        values = values.to_numpy()
    return getattr(values.dtype, "kind", "O") != "f" or bool(np.isfinite(values).all())
