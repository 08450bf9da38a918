"""From tables in memory or in files to samples."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from nearbest.data.files import TableSource
from nearbest.data.frames import from_other_libraries
from nearbest.data.memory import InMemory
from nearbest.data.numbers import Numbers
from nearbest.data.one_split import Drawn, one_split
from nearbest.data.rare import kept_even
from nearbest.data.rows import Table
from nearbest.data.split import (
    Shuffle,
    Strata,
    grouped,
    interleaved,
    search_rows,
    stratified,
    test_rows,
    uniform,
)
from nearbest.data.store.store import Store
from nearbest.data.target import Classes, Target, check_classes, check_numbers
from nearbest.data.timing import checked_time, timed, without_time
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
from nearbest.errors import InvalidInput, InvalidType, NotSupported


@dataclass(frozen=True)
class Split:
    """How the rows of a table in memory are split.

    Where `stratify` is None it is decided by the classes, and by the rows of the `smallest`
    sample of so many training rows.
    """

    test_size: float | int
    stratify: bool | None
    groups: object = None
    smallest: Callable[[Classes, int], int] | None = None
    weights: object = None
    time: object = None
    cv: object = None

    def check_alone(self, what: str = "", *, but: Collection[str] = ()) -> None:
        """Raise where something else than `what` says how to split.

        Without a name it is a test set of the user's own.
        """
        given = {
            "groups": self.groups is not None,
            "time": self.time is not None,
            "cv": self.cv is not None,
            "stratify": bool(self.stratify),
        }
        for name, is_given in given.items():
            if is_given and name not in (what, *but):
                both = (what, name) if what else (name, what)
                one, other = map(_quoted, both)
                raise NotSupported(f"{one} cannot be combined with {other}.")


def _quoted(name: str) -> str:
    """An argument as a sentence names it."""
    if not name:
        return "a test set of your own"
    return "`stratify=True`" if name == "stratify" else f"`{name}`"


@dataclass(frozen=True)
class Data:
    """Samples, and what the plan must know of the rows behind them.

    The split is random over rows unless it is `grouped`, `timed` or `given`.
    """

    samples: InMemory | Store
    strata: Strata | None = None
    grouped: bool = False
    timed: bool = False
    given: bool = False
    notes: tuple[str, ...] = ()

    def held_out(self) -> Data:
        """The same with a part of the training rows held out for a search to learn from."""
        samples = self.samples
        n = search_rows(samples.n_train, samples.n_test)
        strata = None if self.strata is None else self.strata.held_out(n)
        return replace(self, samples=samples.held_out(n), strata=strata)

    @property
    def exchangeable(self) -> bool:
        """Whether test rows were drawn at random over rows."""
        return not (self.grouped or self.timed or self.given)

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
    checked = checked_numbers if numbers else checked_target
    X, time = without_time(from_other_libraries(X), split.time)
    split = replace(split, time=time)
    X, labels = checked_table(X, "X"), checked(y, "y")
    check_lengths(X, labels, "X", "y")
    if len(labels) < 2:
        raise InvalidInput("`X` must have at least two rows; got 1 sample.")
    classes = None if numbers else _checked_classes(labels)
    if numbers:
        check_numbers(float(labels.min()), float(labels.max()), "y")
        _check_no_strata(split.stratify)
    weights = split.weights
    if weights is not None:
        weights = checked_weights(weights, len(labels))
    if not missing_allowed:
        check_missing_values(X, "X")
    notes: tuple[str, ...] = ()
    if X_test is None and y_test is None:
        if classes is not None:
            split, notes = _with_strata(split, classes)
        shuffle, drawn = _split(X, labels, split, rng)
        target: Target = classes or Numbers.of(labels, labels[shuffle.test])
        samples = InMemory(
            X, labels, shuffle.train, shuffle.test, target=target, weights=weights
        )
    else:
        split.check_alone()
        drawn = "not"
        X_test, tested = checked_table(X_test, "X_test"), checked(y_test, "y_test")
        check_lengths(X_test, tested, "X_test", "y_test")
        check_alike(X, labels, X_test, tested)
        if not missing_allowed:
            check_missing_values(X_test, "X_test")
        shuffle = Shuffle(rng.permutation(len(labels)), rng.permutation(len(tested)))
        target = Numbers.of(labels, tested) if numbers else Classes.of(labels, tested)
        rows = shuffle.train, shuffle.test
        samples = InMemory(X, labels, *rows, X_test, tested, target, weights=weights)
    if not numbers:
        _check_two_classes(labels[shuffle.train], split)
    return Data(
        samples,
        shuffle.strata,
        grouped=drawn == "groups",
        timed=split.time is not None,
        given=drawn == "not" and split.time is None,
        notes=notes,
    )


def _check_two_classes(labels: np.ndarray, split: Split) -> None:
    if len(np.unique(labels)) < 2:
        raise InvalidInput(
            "`test_size` must leave training rows of at least two classes; "
            f"got {split.test_size!r}, which left one class."
        )


def _with_strata(split: Split, target: Classes) -> tuple[Split, tuple[str, ...]]:
    """The split, with classes kept even where that was left open and is of use; and why."""
    others = (split.groups, split.time, split.cv)
    is_open = split.stratify is None and all(each is None for each in others)
    if not is_open or split.smallest is None:
        return split, ()
    n_rows = sum(target.counts)
    n_test = test_rows(n_rows, split.test_size)
    why = kept_even(target, split.smallest(target, n_rows - n_test), n_test)
    return replace(split, stratify=why is not None), () if why is None else (why,)


def _checked_classes(labels: np.ndarray) -> Classes:
    """The classes, of which there must be two, each of two rows or more."""
    found = Classes.of(labels)
    check_classes(found.values, found.counts, "y")
    return found


def _check_no_strata(stratify: bool | None) -> None:
    """Raise where classes are to be kept even and there are none."""
    if stratify:
        raise NotSupported(
            "`stratify=True` needs classes to keep even, and the candidates are regressors; "
            "leave it out."
        )


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
    notes: tuple[str, ...] = ()
    if manifest.n_left_out:
        total = manifest.n_left_out + samples.n_train + samples.n_test
        notes = (
            f"{manifest.n_left_out:,} of {total:,} rows were left out, as they lack the "
            f"target {source.target!r}",
        )
    return Data(samples, grouped=manifest.grouped, timed=manifest.timed, notes=notes)


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


def _split(
    X: Table, labels: np.ndarray, split: Split, rng: np.random.Generator
) -> tuple[Shuffle, Drawn]:
    """The shuffled parts, and of what the test rows were drawn at random."""
    if split.cv is not None:
        split.check_alone("cv", but=("groups",))
        return _split_by_cv(X, labels, split, rng)
    n_test = test_rows(len(labels), split.test_size)
    if split.time is not None:
        split.check_alone("time")
        return timed(checked_time(split.time, len(labels)), n_test, rng), "not"
    if split.groups is not None:
        split.check_alone("groups")
        return grouped(_checked_groups(split.groups, len(labels)), n_test, rng), "groups"
    return _split_at_random(labels, split, n_test, rng), "rows"


def _split_by_cv(
    X: Table, labels: np.ndarray, split: Split, rng: np.random.Generator
) -> tuple[Shuffle, Drawn]:
    """The one split of the user's own splitter, either side shuffled."""
    groups = split.groups
    if groups is not None:
        groups = _checked_groups(groups, len(labels))
    found = one_split(split.cv, X, labels, groups)
    if groups is not None and found.drawn != "groups":
        raise NotSupported("`groups` needs a `cv` that keeps them, such as GroupShuffleSplit.")
    if found.drawn == "classes":
        codes = np.unique(labels, return_inverse=True)[1]
        return interleaved(codes, found.train, found.test, rng), found.drawn
    return Shuffle(rng.permutation(found.train), rng.permutation(found.test)), found.drawn


def _split_at_random(
    labels: np.ndarray, split: Split, n_test: int, rng: np.random.Generator
) -> Shuffle:
    if split.stratify:
        shuffle = stratified(np.unique(labels, return_inverse=True)[1], n_test, rng)
        if len(shuffle.test) == 0:
            raise InvalidInput(
                "`test_size` must give some class a test row to stratify; got "
                f"{split.test_size!r}."
            )
        return shuffle
    return uniform(len(labels), n_test, rng)


def _checked_groups(groups: object, n_rows: int) -> np.ndarray:
    """A number for each row's group."""
    try:
        codes, _ = pd.factorize(np.asarray(from_other_libraries(groups)).ravel())
    except (TypeError, ValueError) as error:
        raise InvalidType(
            "`groups` must be one column of text or numbers, with a value for each row; "
            f"got {str(groups)[:50]!r}."
        ) from error
    if len(codes) != n_rows:
        raise InvalidInput(
            f"`groups` must have a value for each of the {n_rows} rows; got {len(codes)}."
        )
    if (codes < 0).any():
        raise InvalidInput(
            f"`groups` must not be missing; it is in {(codes < 0).sum()} of {n_rows} rows."
        )
    return np.asarray(codes)
