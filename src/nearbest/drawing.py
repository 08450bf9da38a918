"""From tables in memory or in files to samples; all data is checked here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import is_object_dtype
from sklearn.utils import check_array, get_tags
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import column_or_1d

from nearbest.configuration import Configuration
from nearbest.errors import InvalidInput, InvalidType, NotSupported
from nearbest.plan import Strata
from nearbest.samples import (
    InMemory,
    Shuffle,
    Store,
    Table,
    grouped,
    stratified,
    test_rows,
    uniform,
)
from nearbest.samples.frames import from_other_libraries
from nearbest.samples.labels import check_classes
from nearbest.samples.rows import len_of
from nearbest.sources import TableSource

NOT_FINITE = (
    "{} must not hold NaN or infinity, as no candidate accepts them; impute them, or add "
    "a candidate that does."
)


@dataclass(frozen=True)
class Split:
    """How the rows of a table in memory are split."""

    test_size: float | int
    stratify: bool
    groups: object = None


@dataclass(frozen=True)
class Data:
    """Samples, and what the plan must know of the rows behind them."""

    samples: InMemory | Store
    class_counts: Sequence[int]
    strata: Strata | None = None
    grouped: bool = False
    notes: tuple[str, ...] = ()


def from_memory(
    X: Table,
    y: object,
    X_test: Table | None,
    y_test: object,
    split: Split,
    rng: np.random.Generator,
    found: list[Configuration],
) -> Data:
    """Samples of a table in memory, or of one for training and one for testing."""
    X, labels = checked_table(X, "X"), checked_target(y, "y")
    _check_lengths(X, labels, "X", "y")
    if len(labels) < 2:
        raise InvalidInput("`X` must have at least two rows; got 1 sample.")
    classes, counts = np.unique(labels, return_counts=True)
    check_classes(classes, counts.tolist(), "y")
    _check_missing_values(X, found, "X")
    if X_test is None and y_test is None:
        shuffle = _split(labels, split, rng)
        samples = InMemory(X, labels, shuffle.train, shuffle.test)
    else:
        if split.groups is not None:
            raise NotSupported("`groups` cannot be combined with a test set of your own.")
        if split.stratify:
            raise NotSupported("`stratify` cannot be combined with a test set of your own.")
        X_test, y_test = checked_table(X_test, "X_test"), checked_target(y_test, "y_test")
        _check_lengths(X_test, y_test, "X_test", "y_test")
        _check_alike(X, labels, X_test, y_test)
        _check_missing_values(X_test, found, "X_test")
        shuffle = Shuffle(rng.permutation(len(labels)), rng.permutation(len(y_test)))
        samples = InMemory(X, labels, shuffle.train, shuffle.test, X_test, y_test)
    if len(np.unique(labels[shuffle.train])) < 2:
        raise InvalidInput(
            "`test_size` must leave training rows of at least two classes; "
            f"got {split.test_size!r}, which left one class."
        )
    return Data(samples, counts.tolist(), shuffle.strata, split.groups is not None)


def from_source(
    source: TableSource,
    seed: int,
    test_size: float | int,
    store: str | os.PathLike[str] | None,
    found: list[Configuration],
) -> Data:
    """Samples of a table in files: its store, made now unless it is there."""
    samples = source.shuffled(seed, test_size, store)
    manifest = samples.manifest
    if manifest.missing and not any(_takes_missing_values(c.estimator) for c in found):
        raise InvalidInput(NOT_FINITE.format(f"Column {manifest.missing[0]!r}"))
    notes: tuple[str, ...] = ()
    if manifest.n_left_out:
        total = manifest.n_left_out + samples.n_train + samples.n_test
        notes = (
            f"{manifest.n_left_out:,} of {total:,} rows were left out, as they lack the "
            f"target {source.target!r}",
        )
    return Data(samples, manifest.class_counts, grouped=manifest.grouped, notes=notes)


def check_no_weights(sample_weight: object) -> None:
    """Raise unless there are no weights."""
    if sample_weight is not None:
        raise NotSupported(
            "`sample_weight` must be None: the bounds count every row as one, so they say "
            "nothing about a weighted accuracy. Draw rows with these weights instead."
        )


def check_alone(
    y: object, X_test: object, y_test: object, groups: object, stratify: bool
) -> None:
    """Refuse what a source says itself, or cannot do."""
    given = {"y": y, "X_test": X_test, "y_test": y_test, "groups": groups}
    for name, value in given.items():
        if value is not None:
            raise InvalidInput(
                f"`{name}` must not be given with a table source; name target and groups "
                "in `open_table`."
            )
    if stratify:
        raise NotSupported(
            "`stratify=True` needs a table in memory: a store has one order for all rows. "
            "Rare classes raise the smallest sample instead."
        )


def checked_table(X: Any, name: str) -> Table:
    """`X` as a frame, CSR matrix, array, or one column of texts."""
    if X is None:
        raise InvalidInput(f"`{name}` must be a table; got None.")
    X = from_other_libraries(X)
    if isinstance(X, pd.Series) and pd.api.types.infer_dtype(X) == "string":
        return X
    if isinstance(X, pd.DataFrame):
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


def _numbers(X: Any, name: str) -> Table:
    """`X` as an array or CSR matrix; scikit-learn's errors in a sentence of ours."""
    rule = f"`{name}` must be a table: an array of numbers, a frame or a sparse matrix"
    try:
        return check_array(X, accept_sparse="csr", ensure_all_finite=False, input_name=name)
    except ValueError as error:
        raise InvalidInput(f"{rule}; {str(error).splitlines()[0]}") from error
    except TypeError as error:
        raise InvalidType(f"{rule}; {str(error).splitlines()[0]}") from error


def checked_target(y: Any, name: str) -> np.ndarray:
    """`y` as a one-dimensional array of class labels."""
    if y is None:
        raise InvalidInput(f"nearbest requires y to be passed, but the target {name} is None.")
    y = from_other_libraries(y)
    values = y.to_numpy() if isinstance(y, pd.Series | pd.DataFrame) else np.asarray(y)
    if values.ndim == 2 and values.shape[1] > 1:
        raise NotSupported(
            f"`{name}` must be one column of class labels; got shape {values.shape}: "
            "multi-output targets are not supported."
        )
    labels: np.ndarray = column_or_1d(values, warn=True)
    if len(labels) == 0:
        raise InvalidInput(f"`{name}` must have at least one label; got none.")
    if pd.isna(labels).any():
        raise InvalidInput(
            f"`{name}` must not be missing (NaN) anywhere; it is in "
            f"{int(pd.isna(labels).sum())} of {len(labels)} rows."
        )
    if labels.dtype == object:
        kinds = sorted({type(label).__name__ for label in labels})
        if "str" in kinds and len(kinds) > 1:
            raise InvalidInput(f"`{name}` must have labels of one type; got {kinds}.")
        labels = np.array(labels.tolist())
    kind = type_of_target(labels, input_name=name)
    if kind not in ("binary", "multiclass"):
        raise NotSupported(
            f"Unknown label type: `{name}` must hold class labels; got {kind} values. "
            "Regression is not supported."
        )
    return labels


def _split(labels: np.ndarray, split: Split, rng: np.random.Generator) -> Shuffle:
    n_test = test_rows(len(labels), split.test_size)
    if split.groups is not None:
        return grouped(_checked_groups(split, len(labels)), n_test, rng)
    if split.stratify:
        shuffle = stratified(np.unique(labels, return_inverse=True)[1], n_test, rng)
        if len(shuffle.test) == 0:
            raise InvalidInput(
                "`test_size` must give some class a test row to stratify; got "
                f"{split.test_size!r}."
            )
        return shuffle
    return uniform(len(labels), n_test, rng)


def _check_alike(X: Table, y: np.ndarray, X_test: Table, y_test: np.ndarray) -> None:
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


def _check_lengths(X: Table, y: np.ndarray, X_name: str, y_name: str) -> None:
    if len_of(X) != len(y):
        raise InvalidInput(
            f"`{X_name}` and `{y_name}` must have the same number of rows; got "
            f"{len_of(X)} and {len(y)}."
        )


def _checked_groups(split: Split, n_rows: int) -> np.ndarray:
    """A number for each row's group."""
    if split.stratify:
        raise NotSupported("`groups` cannot be combined with `stratify=True`.")
    codes, _ = pd.factorize(np.asarray(from_other_libraries(split.groups)).ravel())
    if len(codes) != n_rows:
        raise InvalidInput(
            f"`groups` must have a value for each of the {n_rows} rows; got {len(codes)}."
        )
    if (codes < 0).any():
        raise InvalidInput(
            f"`groups` must not be missing; it is in {(codes < 0).sum()} of {n_rows} rows."
        )
    return codes


def _check_missing_values(X: Table, found: list[Configuration], name: str) -> None:
    """Refuse missing or infinite numbers that no candidate can take."""
    if any(_takes_missing_values(c.estimator) for c in found):
        return
    if isinstance(X, pd.DataFrame):
        finite = all(_is_finite(X[column]) for column in X.select_dtypes(include="number"))
    else:
        finite = _is_finite(X.data if hasattr(X, "indptr") else X)
    if not finite:
        raise InvalidInput(NOT_FINITE.format(f"`{name}`"))


def _is_finite(values: Any) -> bool:
    """Whether numbers lack none and are finite; whole numbers always are."""
    if isinstance(values, pd.Series):
        if values.isna().any():
            return False
        values = values.to_numpy()
    return getattr(values.dtype, "kind", "O") != "f" or bool(np.isfinite(values).all())


def _takes_missing_values(estimator: Any) -> bool:
    first = estimator.steps[0][1] if hasattr(estimator, "steps") else estimator
    try:
        return bool(get_tags(first).input_tags.allow_nan)
    except Exception:  # no tags: another library, which may well take them
        return True
