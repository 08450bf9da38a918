"""From tables in memory or in files to samples."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from nearbest.data.drawn import AT_RANDOM, Drawn, DrawnBy
from nearbest.data.files import TableSource
from nearbest.data.frames import from_other_libraries
from nearbest.data.groups import checked_groups, few_groups
from nearbest.data.memory import InMemory
from nearbest.data.numbers import Numbers
from nearbest.data.rows import Table
from nearbest.data.shuffle import (
    Strata,
    search_rows,
)
from nearbest.data.special_columns import set_aside
from nearbest.data.splitting import Split, split_rows, with_strata
from nearbest.data.store.store import Store
from nearbest.data.target import Classes, Target, check_classes, check_numbers
from nearbest.data.validation import (
    NOT_FINITE,
    check_alike,
    check_lengths,
    check_missing_values,
    checked_numbers,
    checked_table,
    checked_target,
)
from nearbest.data.weights import checked_weights
from nearbest.errors import InvalidInput, NotSupported
from nearbest.warn import warn_user


@dataclass(frozen=True)
class Data:
    """Samples, and what the plan must know of the rows behind them."""

    samples: InMemory | Store
    strata: Strata | None = None
    drawn: Drawn = AT_RANDOM
    notes: tuple[str, ...] = ()

    def held_out(self) -> Data:
        """The same with a part of the training rows held out for a search to learn from."""
        samples = self.samples
        n = search_rows(samples.n_train, samples.n_test)
        strata = None if self.strata is None else self.strata.held_out(n)
        return replace(self, samples=samples.held_out(n), strata=strata)

    @property
    def class_counts(self) -> Sequence[int]:
        """Rows of each class; empty where the target is no class."""
        target = self.samples.target
        return target.counts if isinstance(target, Classes) else ()


def from_memory(
    X: Table,
    y: object,
    X_test: Table | None,
    y_test: object,
    split: Split,
    rng: np.random.Generator,
    missing_allowed: bool,
    numbers: bool = False,
) -> Data:
    """Samples of a table in memory, or of one for training and one for testing.

    The target is one of classes unless `numbers` are to be predicted.
    """
    X, aside = set_aside(from_other_libraries(X), groups=split.groups, time=split.time)
    split = replace(split, **aside)
    rows = _checked(X, y, ("X", "y"), numbers)
    if len(rows.y) < 2:
        raise InvalidInput("`X` must have at least two rows; got 1 sample.")
    classes = _checked_classes(rows.y, split, numbers)
    if split.weights is not None:
        rows = rows._replace(weights=checked_weights(split.weights, len(rows.y)))
    if not missing_allowed:
        check_missing_values(rows.X, "X")
    if X_test is None and y_test is None:
        data = _of_one_table(rows, classes, split, rng)
    else:
        split.check_alone()
        tested = _checked(X_test, y_test, ("X_test", "y_test"), numbers)
        check_alike(rows.X, rows.y, tested.X, tested.y)
        if not missing_allowed:
            check_missing_values(tested.X, "X_test")
        data = _of_two_tables(rows, tested, rng, numbers)
    if not numbers:
        _check_two_classes(data.samples.train_labels(), split)
    return data


class _Rows(NamedTuple):
    """Rows of a table, checked: their features, targets and weights."""

    X: Table
    y: np.ndarray
    weights: np.ndarray | None = None


def _checked(X: Table | None, y: object, names: tuple[str, str], numbers: bool) -> _Rows:
    """A table and its target, by the names of both arguments."""
    checked = checked_numbers if numbers else checked_target
    table, labels = checked_table(X, names[0]), checked(y, names[1])
    check_lengths(table, labels, *names)
    return _Rows(table, labels)


def _of_one_table(
    rows: _Rows, classes: Classes | None, split: Split, rng: np.random.Generator
) -> Data:
    """Samples of rows that are split here; where numbers are the target, without classes."""
    notes: tuple[str, ...] = ()
    if classes is not None:
        split, notes = with_strata(split, classes)
    shuffle, drawn = split_rows(rows.X, rows.y, split, rng)
    if drawn.by == "groups":
        codes = checked_groups(split.groups, len(rows.y))
        n_train, n_test = (
            len(np.unique(codes[part])) for part in (shuffle.train, shuffle.test)
        )
        notes += _warned(few_groups(n_train, n_test))
    target: Target = classes or Numbers.of(rows.y, rows.y[shuffle.test])
    order = shuffle.train, shuffle.test
    return Data(
        InMemory(rows.X, rows.y, *order, target=target, weights=rows.weights),
        shuffle.strata,
        drawn,
        notes,
    )


def _of_two_tables(rows: _Rows, tested: _Rows, rng: np.random.Generator, numbers: bool) -> Data:
    """Samples of training rows and of a test set of the user's own, each shuffled."""
    order = rng.permutation(len(rows.y)), rng.permutation(len(tested.y))
    target = Numbers.of(rows.y, tested.y) if numbers else Classes.of(rows.y, tested.y)
    return Data(
        InMemory(rows.X, rows.y, *order, tested.X, tested.y, target, weights=rows.weights),
        drawn=Drawn("choice"),
    )


def _check_two_classes(labels: np.ndarray, split: Split) -> None:
    if len(np.unique(labels)) < 2:
        raise InvalidInput(
            "`test_size` must leave training rows of at least two classes; "
            f"got {split.test_size!r}, which left one class."
        )


def _checked_classes(labels: np.ndarray, split: Split, numbers: bool) -> Classes | None:
    """The classes, of which there must be two, each of two rows or more; of numbers None."""
    if not numbers:
        found = Classes.of(labels)
        check_classes(found.values, found.counts, "y")
        return found
    check_numbers(float(labels.min()), float(labels.max()), "y")
    if split.stratify:
        raise NotSupported(
            "`stratify=True` needs classes to keep even, and the candidates are regressors; "
            "leave it out."
        )
    return None


def from_source(
    source: TableSource,
    seed: int,
    test_size: float | int,
    store: str | os.PathLike[str] | None,
    missing_allowed: bool,
    numbers: bool = False,
) -> Data:
    """Samples of a table in files: its store, made now unless it is there."""
    samples = source.predicting(numbers).shuffled(seed, test_size, store)
    manifest = samples.manifest
    if manifest.missing and not missing_allowed:
        raise InvalidInput(NOT_FINITE.format(f"Column {manifest.missing[0]!r}"))
    total = manifest.n_left_out + samples.n_train + samples.n_test
    notes = note_left_out(manifest.n_left_out, total, source.target)
    if manifest.n_groups:  # older stores did not count them
        notes += _warned(few_groups(*manifest.n_groups))
    by: DrawnBy = "groups" if manifest.grouped else "time" if manifest.timed else "rows"
    return Data(samples, drawn=Drawn(by), notes=notes)


def check_alone(given: Mapping[str, object], stratify: bool | None) -> None:
    """Refuse what a source says itself, or cannot do."""
    for name, value in given.items():
        if value is not None:
            raise InvalidInput(
                f"`{name}` must not be given with a table source; name the columns of target, "
                "groups, weights and time in `open_table`."
            )
    if stratify:
        raise NotSupported(
            "`stratify=True` needs a table in memory: a store has one order for all rows. "
            "Rare classes raise the smallest sample instead."
        )


def note_left_out(n: int, total: int, target: str) -> tuple[str, ...]:
    """A sentence for the certificate if rows lack their target, given as a warning, too."""
    if not n:
        return ()
    return _warned(f"{n:,} of {total:,} rows were left out, as they lack the target {target!r}")


def _warned(note: str | None) -> tuple[str, ...]:
    """A sentence for the certificate, given as a warning, too."""
    if note is None:
        return ()
    warn_user(f"{note}.")
    return (note,)
