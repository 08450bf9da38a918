"""Preprocessing that fits the learner and the table at hand."""

from __future__ import annotations

import re
from typing import Any, Literal, Self

import numpy as np
import pandas as pd
from pandas.api.types import is_numeric_dtype
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    MaxAbsScaler,
    MinMaxScaler,
    OneHotEncoder,
    OrdinalEncoder,
)
from sklearn.utils.validation import check_is_fitted, validate_data

from nearbest.candidates.dates import Dates
from nearbest.data.frames import is_marked, plain_columns

Form = Literal["scaled", "ordinal", "native"]

#: What LightGBM or XGBoost does not take in the name of a column.
UNSAFE = re.compile(r'[",:<\[\]{}]|[^\S ]')


class Encoder(TransformerMixin, BaseEstimator):
    """Turn frames, arrays and sparse matrices into what a learner takes.

    Parameters
    ----------
    form : {"scaled", "ordinal", "native"}
        "scaled": numbers min-max scaled with missing ones imputed, categories one-hot
        encoded, for linear models and networks. "ordinal": categories as numbers, for
        forests. "native": strings made categorical, for learners that split on
        categories themselves; where LightGBM would not take the names of the columns,
        they get others. In all three a column of dates becomes four of numbers
        (see `nearbest.candidates.dates.Dates`).

    Examples
    --------
    >>> import pandas as pd
    >>> from nearbest.candidates.encoder import Encoder
    >>> trips = pd.DataFrame({"km": [1.0, 3.0, None], "zone": ["a", "b", "a"]})
    >>> Encoder("scaled").fit_transform(trips)
    array([[0. , 1. , 0. ],
           [1. , 0. , 1. ],
           [0.5, 1. , 0. ]])
    """

    def __init__(self, form: Form = "scaled") -> None:
        self.form = form

    def fit(self, X: Any, y: object = None) -> Self:
        """Learn ranges and categories of `X`."""
        validate_data(self, X, skip_check_array=True)
        X = _plain(X)
        if sparse.issparse(X):
            self.encoder_ = MaxAbsScaler() if self.form == "scaled" else _nothing()
        elif not isinstance(X, pd.DataFrame):
            self.encoder_ = _numbers(self.form)
        else:
            columns = _Categories() if self.form == "native" else _columns(self.form)
            self.encoder_ = make_pipeline(Dates(), columns)
        self.encoder_.fit(X)
        return self

    def transform(self, X: Any) -> Any:
        """Encode `X` with what was learned."""
        check_is_fitted(self)
        return self.encoder_.transform(_plain(X))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags


def _plain(X: Any) -> Any:
    """Missing values as NaN in columns of types that have a mark of their own for them.

    Learners of other libraries know neither pandas' nullable numbers nor, in a sparse
    matrix, integers.
    """
    if hasattr(X, "indptr"):
        return X if X.dtype.kind == "f" else X.astype(np.float64)
    if hasattr(X, "to_pandas"):  # polars, Arrow
        X = X.to_pandas()
    if not isinstance(X, pd.DataFrame):
        return X
    X = plain_columns(X)
    marked = {
        column: X[column].astype("float64")
        if is_numeric_dtype(dtype)
        else X[column].astype(object).where(X[column].notna(), np.nan)
        for column, dtype in X.dtypes.items()
        if is_marked(dtype)
    }
    return _with(X, marked)


def _with(X: pd.DataFrame, columns: dict[Any, pd.Series]) -> pd.DataFrame:
    """`X` with some columns replaced, the others shared."""
    if columns:
        X = X.copy(deep=False)
        for name, values in columns.items():
            X[name] = values
    return X


def _columns(form: Form) -> ColumnTransformer:
    """Encode a frame's numeric columns as numbers and all others as categories."""
    numeric = ["number", "bool"]
    categories = (
        OneHotEncoder(handle_unknown="ignore")
        if form == "scaled"
        else OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1)
    )
    return ColumnTransformer(
        [
            ("numbers", _numbers(form), make_column_selector(dtype_include=numeric)),
            ("categories", categories, make_column_selector(dtype_exclude=numeric)),
        ]
    )


def _numbers(form: Form) -> Pipeline | FunctionTransformer:
    if form != "scaled":
        return _nothing()
    return make_pipeline(SimpleImputer(keep_empty_features=True), MinMaxScaler())


def _nothing() -> FunctionTransformer:
    return FunctionTransformer()


class _Categories(TransformerMixin, BaseEstimator):
    """Give string columns the categories that were seen in fit, and all safe names."""

    def fit(self, X: pd.DataFrame, y: object = None) -> Self:
        texts = X.select_dtypes(include=["object", "string"])
        # Lists, not dtypes: skops can hold those.
        self.categories_ = {column: sorted(texts[column].dropna().unique()) for column in texts}
        self.names_ = _safe_names(X)
        return self

    def transform(self, X: pd.DataFrame) -> pd.DataFrame:
        known = {
            column: X[column].where(X[column].isin(seen)).astype(pd.CategoricalDtype(seen))
            for column, seen in self.categories_.items()
        }
        X = _with(X, known)
        return X.rename(columns=self.names_) if self.names_ else X


def _safe_names(X: pd.DataFrame) -> dict[Any, str]:
    """Names that LightGBM takes, where it would not take those of `X`; else nothing."""
    names = [str(column) for column in X.columns]
    different = {name.replace(" ", "_") for name in names}  # as LightGBM does
    if len(different) == len(names) and all(n and not UNSAFE.search(n) for n in names):
        return {}
    return {c: f"{i}_{UNSAFE.sub('_', str(c))}" for i, c in enumerate(X.columns)}
