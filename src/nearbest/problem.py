"""From what a user passes to what a race needs; all input is checked here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import is_object_dtype
from scipy import sparse
from sklearn.utils import check_array, get_tags
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import column_or_1d

from nearbest import fingerprint
from nearbest.configuration import Configuration, configurations
from nearbest.errors import InvalidInput, NotSupported
from nearbest.plan import (
    Growth,
    Plan,
    check_growth,
    check_unit_range,
    geometric_sizes,
    smallest_size,
)
from nearbest.probe import Prober
from nearbest.samples import InMemory, Shuffle, Table, stratified, test_rows, uniform
from nearbest.samples.rows import len_of
from nearbest.scoring import metric_named


@dataclass(frozen=True)
class Problem:
    """Configurations, samples and plan of one selection, and the seed behind them."""

    configurations: list[Configuration]
    samples: InMemory
    plan: Plan
    prober: Prober
    seed: int

    def fingerprint(self) -> str:
        """A digest of the data and of the order in which samples take its rows."""
        parts = (self.samples.train, self.samples.test)
        return fingerprint.of_parts(
            fingerprint.of_table(table) for p in parts for table in (p.X, p.y, p.order)
        )


def prepare(
    candidates: object,
    X: Table,
    y: object,
    *,
    X_test: Table | None = None,
    y_test: object = None,
    n_candidates: int | None = None,
    epsilon: float = 0.01,
    delta: float = 0.05,
    test_size: float | int = 0.2,
    stratify: bool = False,
    min_train_size: int | None = None,
    growth: Growth = 2.0,
    scoring: str | None = "accuracy",
    threads: int | None = 1,
    random_state: Any = None,
    batches: tuple[int, ...] = (),
) -> Problem:
    """Check every argument, split and shuffle the data, and plan the sizes.

    The parameters are those of `nearbest.select`. Nothing is trained here, and all
    that can be refused is refused here.
    """
    check_unit_range("epsilon", epsilon, "[0, 1)", epsilon == 0)
    check_unit_range("delta", delta, "(0, 1)")
    check_growth(growth)
    metric = metric_named(scoring)
    seed = seed_from(random_state)
    found = configurations(candidates, n_candidates, seed)
    X, labels = checked_table(X, "X"), checked_target(y, "y")
    _check_lengths(X, labels, "X", "y")
    _check_classes(labels)
    _check_missing_values(X, found)
    rng = np.random.default_rng([seed, 0])
    if X_test is None and y_test is None:
        shuffle = _split(labels, test_size, stratify, rng)
        samples = InMemory(X, labels, shuffle.train, shuffle.test)
    else:
        X_test, y_test = checked_table(X_test, "X_test"), checked_target(y_test, "y_test")
        _check_lengths(X_test, y_test, "X_test", "y_test")
        shuffle = Shuffle(rng.permutation(len(labels)), rng.permutation(len(y_test)))
        samples = InMemory(X, labels, shuffle.train, shuffle.test, X_test, y_test)
    if len(np.unique(labels[shuffle.train])) < 2:
        raise InvalidInput(
            "`test_size` must leave training rows of at least two classes; "
            f"got {test_size!r}, which left one class."
        )
    counts = np.unique(labels, return_counts=True)[1]
    smallest = smallest_size(samples.n_train, min_train_size, counts.tolist())
    sizes = geometric_sizes(samples.n_train, smallest, growth)
    plan = Plan(
        sizes={c.name: sizes for c in found},
        n_test=samples.n_test,
        epsilon=epsilon,
        delta=delta,
        growth=growth,
        exchangeable=X_test is None,
        strata=shuffle.strata,
        batches=batches,
    )
    prober = Prober(found, samples, plan, seed=seed, metric=metric, threads=threads)
    return Problem(found, samples, plan, prober, seed)


def seed_from(random_state: Any) -> int:
    """An integer that fixes every draw; a fresh one for None."""
    if random_state is None:
        return int(np.random.SeedSequence().generate_state(1)[0])
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**32))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**32, dtype=np.uint32))
    if isinstance(random_state, int | np.integer) and random_state >= 0:
        return int(random_state)
    raise InvalidInput(
        "`random_state` must be None, a whole number from 0, a RandomState or a "
        f"Generator; got {random_state!r}."
    )


def checked_table(X: Any, name: str) -> Table:
    """`X` as a frame, CSR matrix, array, or one column of texts."""
    if isinstance(X, pd.Series) and isinstance(X.dtype, pd.StringDtype):
        return X
    if isinstance(X, pd.DataFrame):
        objects = [str(c) for c, dtype in X.dtypes.items() if is_object_dtype(dtype)]
        if objects:
            raise InvalidInput(
                f"`{name}` must not have columns of dtype object; got {objects}. Convert "
                'them, for instance with `X.astype({"' + objects[0] + '": "category"})`.'
            )
        table: Table = X
    elif sparse.issparse(X):
        table = check_array(X, accept_sparse="csr", ensure_all_finite=False, input_name=name)
    else:
        table = check_array(X, ensure_all_finite=False, input_name=name)
    if 0 in table.shape:
        raise InvalidInput(f"`{name}` must have rows and columns; got shape {table.shape}.")
    return table


def checked_target(y: Any, name: str) -> np.ndarray:
    """`y` as a one-dimensional array of class labels."""
    if y is None:
        raise InvalidInput(f"nearbest requires y to be passed, but the target {name} is None.")
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
        labels = np.array(labels.tolist())  # labels of one type, so that they sort
    kind = type_of_target(labels, input_name=name)
    if kind not in ("binary", "multiclass"):
        raise NotSupported(
            f"Unknown label type: `{name}` must hold class labels; got {kind} values. "
            "Regression is not supported."
        )
    return labels


def _split(
    labels: np.ndarray, test_size: float | int, stratify: bool, rng: np.random.Generator
) -> Shuffle:
    n_test = test_rows(len(labels), test_size)
    if stratify:
        shuffle = stratified(np.unique(labels, return_inverse=True)[1], n_test, rng)
        if len(shuffle.test) == 0:
            raise InvalidInput(
                f"`test_size` must give some class a test row to stratify; got {test_size!r}."
            )
        return shuffle
    return uniform(len(labels), n_test, rng)


def _check_lengths(X: Table, y: np.ndarray, X_name: str, y_name: str) -> None:
    if len_of(X) != len(y):
        raise InvalidInput(
            f"`{X_name}` and `{y_name}` must have the same number of rows; got "
            f"{len_of(X)} and {len(y)}."
        )


def _check_classes(labels: np.ndarray) -> None:
    if len(labels) < 2:
        raise InvalidInput("`X` must have at least two rows; got 1 sample.")
    classes, counts = np.unique(labels, return_counts=True)
    if len(classes) < 2:
        raise InvalidInput(
            f"`y` must have at least two classes; got one class, {classes[0]!r}."
        )
    if counts.min() < 2:
        raise InvalidInput(
            "`y` must have at least two rows of every class; class "
            f"{classes[counts.argmin()]!r} has one."
        )


def _check_missing_values(X: Table, found: list[Configuration]) -> None:
    """Refuse missing or infinite numbers that no candidate can take."""
    if any(_takes_missing_values(c.estimator) for c in found):
        return
    if isinstance(X, pd.DataFrame):
        numbers = X.select_dtypes(include="number")
        finite = bool(np.isfinite(numbers.to_numpy(dtype=float, na_value=np.nan)).all())
    else:
        values: Any = X.data if hasattr(X, "indptr") else X
        finite = getattr(values.dtype, "kind", "O") != "f" or bool(np.isfinite(values).all())
    if not finite:
        raise InvalidInput(
            "`X` must not hold NaN or infinity, as no candidate accepts them; impute them, "
            "or add a candidate that does."
        )


def _takes_missing_values(estimator: Any) -> bool:
    first = estimator.steps[0][1] if hasattr(estimator, "steps") else estimator
    try:
        return bool(get_tags(first).input_tags.allow_nan)
    except Exception:  # no tags: another library, which may well take them
        return True
