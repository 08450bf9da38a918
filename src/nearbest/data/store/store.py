"""Samples from a shuffled store on disk, which any number of processes may read."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

import numpy as np
from filelock import FileLock
from pyarrow import ArrowException

from nearbest.data.memory import InMemory
from nearbest.data.rows import Table, stacked
from nearbest.data.store.columns import (
    Kind,
    kind_of,
    names_of,
    read_table,
    write_array,
    write_table,
)
from nearbest.data.target import Classes, Numbers, Target, classes_of
from nearbest.errors import CannotRead, CannotWrite, InvalidInput

FORMAT = 1
MANIFEST = "manifest.json"
CLASSES = "classes.npy"


@dataclass(frozen=True)
class Manifest:
    """What a store holds, and what it was made from.

    Attributes
    ----------
    kind : str
        What samples come as.
    n_train, n_test, n_columns : int
    fingerprint : str
        Of the data and the order of its rows.
    coded : bool
        Whether labels are kept as positions in the classes.
    missing : sequence of str
        Columns of numbers in which some are missing or infinite.
    class_counts : sequence of int
        Rows of each class; empty in stores that version 0.1.0 made of tables in memory.
    numbers : sequence of float
        Lowest, highest, mean and variance of a target of numbers; else empty.
    n_left_out : int
        Rows of the source that lack the target.
    grouped : bool
        Whether groups were kept on one side of the split.
    seed : int or None
    schema : mapping of str to str
        The source's features and their types.
    source : mapping
        The files, and what was asked of them.
    names : sequence of str or int
        The columns, where they are not named by different texts.
    weighted : bool
        Whether rows have weights.
    timed : bool
        Whether the test rows are the last by time.
    """

    kind: Kind
    n_train: int
    n_test: int
    n_columns: int
    fingerprint: str = ""
    format: int = FORMAT
    coded: bool = False
    missing: tuple[str, ...] = ()
    class_counts: tuple[int, ...] = ()
    n_left_out: int = 0
    grouped: bool = False
    seed: int | None = None
    schema: Mapping[str, str] = field(default_factory=dict)
    source: Mapping[str, object] = field(default_factory=dict)
    names: tuple[str | int, ...] = ()
    numbers: tuple[float, ...] = ()
    weighted: bool = False
    timed: bool = False


class Store:
    """Nested samples of a store: the first rows of its files, memory-mapped.

    A store is a folder with a manifest, D_tr and D_te in shuffled order, and their
    labels. Only its path travels to worker processes.

    Parameters
    ----------
    path : str or Path
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.manifest = read_manifest(self.path)
        self._held: dict[str, tuple[Table, np.ndarray]] = {}

    @property
    def n_train(self) -> int:
        """Rows of D_tr."""
        return self.manifest.n_train

    @property
    def n_test(self) -> int:
        """Rows of D_te."""
        return self.manifest.n_test

    @cached_property
    def target(self) -> Target:
        """What is known of all labels."""
        if self.manifest.numbers:
            return Numbers(*self.manifest.numbers)
        with _readable(self.path):
            values: np.ndarray = np.load(self.path / CLASSES)
            if self.manifest.class_counts:
                return Classes(values, tuple(self.manifest.class_counts))
            labels = [np.load(self.path / f"{part}.y.npy") for part in ("train", "test")]
        return Classes.of(np.concatenate(labels), values)

    def train(self, n: int, /) -> tuple[Table, np.ndarray]:
        """The first `n` rows of D_tr."""
        return self._first("train", n)

    def test(self, n: int, /) -> tuple[Table, np.ndarray]:
        """The first `n` rows of D_te."""
        return self._first("test", n)

    def _first(self, part: str, n: int) -> tuple[Table, np.ndarray]:
        """The sample, which is held until another is asked for: a probe asks twice."""
        if part not in self._held or len(self._held[part][1]) != n:
            self._held.pop(part, None)
            m = self.manifest
            stem = self.path / f"{part}.X"
            with _readable(self.path):
                X = read_table(stem, m.kind, n, m.n_columns, m.missing, m.names)
                y = np.load(self.path / f"{part}.y.npy", mmap_mode="r")[:n]
            self._held[part] = X, classes_of(self.target)[y] if m.coded else y
        X, y = self._held[part]
        return X.copy(deep=False) if hasattr(X, "iloc") else X, y

    def weights(self, part: Literal["train", "test"], n: int, /) -> np.ndarray | None:
        """The weights of the first `n` rows of a part; None where rows have none."""
        if not self.manifest.weighted or not (self.path / f"{part}.w.npy").exists():
            return None
        with _readable(self.path):
            weights: np.ndarray = np.load(self.path / f"{part}.w.npy", mmap_mode="r")[:n]
        return weights

    def train_labels(self) -> np.ndarray:
        """The labels of D_tr, without its rows."""
        return self._labels("train")

    def test_labels(self) -> np.ndarray:
        """The labels of D_te, without its rows."""
        return self._labels("test")

    def _labels(self, part: str) -> np.ndarray:
        with _readable(self.path):
            y = np.load(self.path / f"{part}.y.npy", mmap_mode="r")
        labels: np.ndarray = classes_of(self.target)[y] if self.manifest.coded else y
        return labels

    def everything(self) -> tuple[Table, np.ndarray]:
        """All rows of D_tr and D_te."""
        (X, y), (X_test, y_test) = self.train(self.n_train), self.test(self.n_test)
        return stacked(X, X_test), np.concatenate([y, y_test])

    def all_weights(self) -> np.ndarray | None:
        """The weights of all rows, in the order of `everything`; None where they have none."""
        parts = self.weights("train", self.n_train), self.weights("test", self.n_test)
        known = [part for part in parts if part is not None]
        return np.concatenate(known) if len(known) == len(parts) else None

    def __reduce__(self) -> tuple[type[Store], tuple[str]]:
        return Store, (str(self.path),)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Tell a fault of the disk from those of whoever asked for samples."""
    try:
        yield
    except (OSError, EOFError, ValueError, ArrowException) as error:
        if isinstance(error, MemoryError):  # as Arrow's is, which is no fault of the disk
            raise
        raise CannotRead(
            f"`store` {path} cannot be read any more: {error}. Everything observed so far is "
            "kept; bring the folder back, and run again with the same `run_dir` to go on."
        ) from error


def write_store(samples: InMemory, path: Path, fingerprint: str = "") -> Store:
    """Write samples that are in memory as a store at `path`, unless it is there."""
    try:
        with alone_at(path):
            if (path / MANIFEST).exists() and read_manifest(path).fingerprint == fingerprint:
                return Store(path)
            return _written(samples, path, fingerprint)
    except OSError as error:
        raise CannotWrite(
            f"`store` must be a place to write to; {path}: {error.strerror}. Nothing of it "
            "was kept; make room, or choose another folder."
        ) from error


def _written(samples: InMemory, path: Path, fingerprint: str) -> Store:
    with half_made(path) as folder:
        parts: dict[Literal["train", "test"], Any] = {
            "train": samples.train,
            "test": samples.test,
        }
        for part, prefixes in parts.items():
            write_table(prefixes.X, prefixes.order, folder / f"{part}.X")
            write_array(prefixes.y, prefixes.order, folder / f"{part}.y.npy")
            weights = samples.weights(part, len(prefixes))
            if weights is not None:
                np.save(folder / f"{part}.w.npy", weights)
        X, target = samples.train.X, samples.target
        known: dict[str, Any] = {
            "names": names_of(X),
            "weighted": samples.row_weights is not None,
        }
        if isinstance(target, Classes):
            np.save(folder / CLASSES, target.values)
            known["class_counts"] = target.counts
        else:
            known["numbers"] = astuple(target)
        n_columns = X.shape[1] if X.ndim == 2 else 1
        sizes = samples.n_train, samples.n_test, n_columns
        write_manifest(folder, Manifest(kind_of(X), *sizes, fingerprint, **known))
    return Store(path)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write what the store in `folder` holds; the last file of a store."""
    (folder / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1))


def half_made_prefix(path: Path) -> str:
    """What the name of a half-made `path` begins with, and no other's."""
    return f".{path.name}.part-"


@contextmanager
def alone_at(path: Path) -> Iterator[None]:
    """Keep other processes from making the store at `path` at the same time.

    What a killed process left half made there is removed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(path.with_name(f".{path.name}.lock")):
        for left in path.parent.glob(f"{half_made_prefix(path)}*"):
            shutil.rmtree(left, ignore_errors=True)
        yield


@contextmanager
def half_made(path: Path) -> Iterator[Path]:
    """A folder beside `path` that becomes `path` when all went well, else vanishes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = path.with_name(f"{half_made_prefix(path)}{uuid4().hex}")
    folder.mkdir()  # not with tempfile, which lets no other user read it
    try:
        yield folder
        _flush(folder)
        os.replace(folder, path)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _flush(folder: Path) -> None:
    """Have the disk hold all files before the folder gets its name."""
    for path in folder.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())


def read_manifest(path: Path) -> Manifest:
    """The manifest of the store at `path`; a clear error if there is none."""
    try:
        values = json.loads((path / MANIFEST).read_text())
    except (OSError, ValueError) as error:
        raise InvalidInput(f"`store` must be the folder of a store; {path}: {error}") from error
    if values.get("format") != FORMAT:
        raise InvalidInput(
            f"`store` must be of format {FORMAT}; {path} is of {values.get('format')!r}."
        )
    return Manifest(**values)
