"""Samples from a shuffled store on disk, which any number of processes may read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pyarrow import ArrowException

from nearbest.data.memory import InMemory
from nearbest.data.numbers import Numbers
from nearbest.data.rows import Table, stacked
from nearbest.data.store.columns import (
    go_on,
    kind_of,
    names_of,
    read_table,
    write_array,
    write_table,
)
from nearbest.data.store.making import alone_at, half_made
from nearbest.data.store.manifest import (
    CLASSES,
    MANIFEST,
    Manifest,
    read_manifest,
    write_manifest,
)
from nearbest.data.target import Classes, Target, classes_of
from nearbest.errors import CannotRead, CannotWrite
from nearbest.printable import clause


class Store:
    """Nested samples of a store: the first rows of its files, memory-mapped.

    A store is a folder with a manifest, D_tr and D_te in shuffled order, and their
    labels. Only its path travels to worker processes.

    Parameters
    ----------
    path : str or Path
    n_search : int, default=0
        So many rows at the end of the training data are D_search instead.
    """

    def __init__(self, path: str | os.PathLike[str], n_search: int = 0) -> None:
        self.path = Path(path)
        self.manifest = read_manifest(self.path)
        self.n_search = n_search
        self._held: dict[str, tuple[Table, np.ndarray]] = {}

    @property
    def n_train(self) -> int:
        """Rows of D_tr."""
        return self.manifest.n_train - self.n_search

    @property
    def n_test(self) -> int:
        """Rows of D_te."""
        return self.manifest.n_test

    @cached_property
    def target(self) -> Target:
        """What is known of all labels."""
        if self.manifest.numbers:
            return Numbers(**self._numbers())
        with _readable(self.path):
            values: np.ndarray = np.load(self.path / CLASSES)
            if self.manifest.class_counts:
                return Classes(values, tuple(self.manifest.class_counts))
            labels = [np.load(self.path / f"{part}.y.npy") for part in ("train", "test")]
        return Classes.of(np.concatenate(labels), values)

    def _numbers(self) -> dict[str, Any]:
        known = self.manifest.numbers
        return {k: tuple(v) if isinstance(v, list | tuple) else v for k, v in known.items()}

    def train(self, n: int, /) -> tuple[Table, np.ndarray]:
        """The first `n` rows of D_tr."""
        return self._first("train", n)

    def test(self, n: int, /) -> tuple[Table, np.ndarray]:
        """The first `n` rows of D_te."""
        return self._first("test", n)

    def search(self) -> tuple[Table, np.ndarray]:
        """All rows of D_search, which are the last of the file of training rows."""
        return self._first("train", self.n_search, start=self.n_train)

    def held_out(self, n: int, /) -> Store:
        """The same store with the last `n` rows of D_tr as D_search."""
        other = copy(self)
        other.n_search, other._held = n, {}
        return other

    def _first(self, part: str, n: int, start: int = 0) -> tuple[Table, np.ndarray]:
        """The sample, which is held until another is asked for: a probe asks twice.

        What is held may change at any moment, as probes of other threads ask, too.
        """
        key = f"{part} from {start}"
        held = self._held.get(key)
        if held is None or len(held[1]) != n:
            held = None  # nobody holds it while the next is read
            self._held.pop(key, None)
            m = self.manifest
            stem = self.path / f"{part}.X"
            with _readable(self.path):
                X = read_table(stem, m.kind, n, m.n_columns, m.missing, m.names, start)
                y = np.load(self.path / f"{part}.y.npy", mmap_mode="r")[start : start + n]
            held = X, classes_of(self.target)[y] if m.coded else y
            self._held[key] = held
        X, y = held
        return X.copy(deep=False) if hasattr(X, "iloc") else X, y

    def weights(self, part: Literal["train", "test", "search"], n: int, /) -> np.ndarray | None:
        """The weights of the first `n` rows of a part; None where rows have none."""
        file = self.path / ("test.w.npy" if part == "test" else "train.w.npy")
        if not self.manifest.weighted or not file.exists():
            return None
        start = self.n_train if part == "search" else 0
        with _readable(self.path):
            weights: np.ndarray = np.load(file, mmap_mode="r")[start : start + n]
        return weights

    def train_labels(self) -> np.ndarray:
        """The labels of D_tr, without its rows."""
        return self._labels("train")[: self.n_train]

    def test_labels(self) -> np.ndarray:
        """The labels of D_te, without its rows."""
        return self._labels("test")

    def _labels(self, part: str) -> np.ndarray:
        with _readable(self.path):
            y = np.load(self.path / f"{part}.y.npy", mmap_mode="r")
        labels: np.ndarray = classes_of(self.target)[y] if self.manifest.coded else y
        return labels

    def everything(self) -> tuple[Table, np.ndarray]:
        """All rows, those of D_search included."""
        n_train = self.manifest.n_train
        (X, y), (X_test, y_test) = self.train(n_train), self.test(self.n_test)
        return stacked(X, X_test), np.concatenate([y, y_test])

    def all_weights(self) -> np.ndarray | None:
        """The weights of all rows, in the order of `everything`; None where they have none."""
        n_train = self.manifest.n_train
        parts = self.weights("train", n_train), self.weights("test", self.n_test)
        known = [part for part in parts if part is not None]
        return np.concatenate(known) if len(known) == len(parts) else None

    def __reduce__(self) -> tuple[type[Store], tuple[str, int]]:
        return Store, (str(self.path), self.n_search)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Tell a fault of the disk from those of whoever asked for samples."""
    try:
        yield
    except (OSError, EOFError, ValueError, ArrowException) as error:
        if isinstance(error, MemoryError):  # as Arrow's is, which is no fault of the disk
            raise
        raise CannotRead(
            f"The shuffled rows in {path} cannot be read any more: {clause(error)}. Bring that "
            "folder back, or delete it: it is made again from the data. A run with a `run_dir` "
            "goes on from what it has observed."
        ) from error


def write_store(
    samples: InMemory,
    path: Path,
    fingerprint: str = "",
    check: Callable[[], None] = go_on,
) -> Store:
    """Write samples that are in memory as a store at `path`, unless it is there.

    `check` is called every now and then; nothing is left of a store if it raises.
    """
    try:
        with alone_at(path):
            if (path / MANIFEST).exists() and read_manifest(path).fingerprint == fingerprint:
                return Store(path, samples.n_search)
            return _written(samples, path, fingerprint, check)
    except OSError as error:
        raise CannotWrite(
            f"`store` must be a place to write to; {path}: {error.strerror}. Nothing of it "
            "was kept; make room, or choose another folder."
        ) from error


def _written(
    samples: InMemory, path: Path, fingerprint: str, check: Callable[[], None]
) -> Store:
    with half_made(path) as folder:
        whole = np.concatenate([samples.train.order, samples.for_search.order])
        for part, rows, order in (
            ("train", samples.train, whole),
            ("test", samples.test, samples.test.order),
        ):
            write_table(rows.X, order, folder / f"{part}.X", check)
            write_array(rows.y, order, folder / f"{part}.y.npy", check)
            if samples.row_weights is not None and rows.X is samples.train.X:
                write_array(samples.row_weights, order, folder / f"{part}.w.npy", check)
        X, target = samples.train.X, samples.target
        known: dict[str, Any] = {
            "names": names_of(X),
            "weighted": samples.row_weights is not None,
        }
        if isinstance(target, Classes):
            np.save(folder / CLASSES, target.values)
            known["class_counts"] = target.counts
        else:
            known["numbers"] = asdict(target)
        n_columns = X.shape[1] if X.ndim == 2 else 1
        sizes = len(whole), samples.n_test, n_columns
        write_manifest(folder, Manifest(kind_of(X), *sizes, fingerprint, **known))
    return Store(path, samples.n_search)
