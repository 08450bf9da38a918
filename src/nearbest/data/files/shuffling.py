"""The pass: from files to a shuffled store, in bounded memory."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nearbest.data.files.display import progress_of
from nearbest.data.files.duck import Duck, quoted
from nearbest.data.files.features import Feature
from nearbest.data.files.order import WEIGHT, group_key, shuffled_rows
from nearbest.data.files.paths import unchanged
from nearbest.data.files.schema import categorical_columns
from nearbest.data.files.survey import Survey, survey
from nearbest.data.numbers import Numbers
from nearbest.data.store.making import alone_at, half_made
from nearbest.data.store.manifest import CLASSES, Manifest, write_manifest
from nearbest.data.store.npy import NpyWriter
from nearbest.data.store.store import Store
from nearbest.data.store.writing import TableWriter, table_writer
from nearbest.data.target import Classes
from nearbest.errors import CannotWrite, DifferentRun, NearBestError

if TYPE_CHECKING:
    from nearbest.data.files.source import TableSource

logger = logging.getLogger("nearbest")


def find_or_make(source: TableSource, path: Path, seed: int, test_size: float | int) -> Store:
    """The finished store at `path`, made now unless it is there.

    Of two processes that want to make it the second finds it.
    """
    fingerprint = f"{source.key(test_size)}-{seed}"
    with _explained(source, path), alone_at(path):
        if not path.exists():
            with half_made(path) as folder, unchanged(source.files):
                manifest = _shuffle_into(folder, source, seed, test_size)
                write_manifest(folder, replace(manifest, fingerprint=fingerprint))
    store = Store(path)
    if store.manifest.fingerprint != fingerprint:
        other = "" if store.manifest.seed == seed else " or of another `random_state`"
        raise DifferentRun(
            f"{path} holds the store of other data, of this data before it was changed, or of "
            f"another `test_size`{other}; use another folder."
        )
    return store


def _shuffle_into(
    folder: Path, source: TableSource, seed: int, test_size: float | int
) -> Manifest:
    logger.info("Shuffling %s into %s.", source.files.shown, folder.parent)
    spill = folder / "spill"
    with (
        progress_of(source.progress, source.files.shown) as progress,
        Duck(source.files, source.types or {}, source.memory, spill) as duck,
    ):
        known = survey(duck, source, seed, test_size)
        query = _query(duck, source, known, seed)
        writer = _Parts(folder, source, known)
        for batch in duck.batches(query, progress):
            writer.write(batch)
            progress(0.5 + 0.5 * writer.n_rows / known.n_rows)
    missing = writer.close()
    shutil.rmtree(spill, ignore_errors=True)
    return _manifest(folder, source, known, seed, test_size, missing)


def _query(duck: Duck, source: TableSource, known: Survey, seed: int) -> str:
    """The SQL of all rows in their shuffled order, those of D_te first."""
    side = None
    if source.groups is not None:
        side = f"{group_key(quoted(source.groups), seed)} <= {known.last_group}"
    if known.since is not None:
        side = known.since
    features = ", ".join(map(read_as_feature, source.features))
    if source.sample_weight is not None:
        features += f", CAST({quoted(source.sample_weight)} AS DOUBLE) AS {WEIGHT}"
    label = f"CAST({source.label} AS DOUBLE)" if source.of_numbers else source.label
    return shuffled_rows(duck.scan(), features, label, seed, side)


def _manifest(
    folder: Path,
    source: TableSource,
    known: Survey,
    seed: int,
    test_size: float | int,
    missing: tuple[str, ...],
) -> Manifest:
    """What the store holds, once its files are written."""
    return Manifest(
        kind=source.kind,
        n_train=known.n_rows - known.n_test,
        n_test=known.n_test,
        n_columns=len(source.features),
        missing=missing,
        **_target_known(folder, known),
        n_left_out=known.n_left_out,
        grouped=source.groups is not None,
        n_groups=known.n_groups,
        seed=seed,
        weighted=source.sample_weight is not None,
        timed=source.time is not None,
        schema={f.name: f.type for f in source.features},
        source={
            "files": list(source.files.paths),
            "fingerprint": source.files.fingerprint,
            "target": source.target,
            "groups": source.groups,
            "test_size": test_size,
        },
    )


def _target_known(folder: Path, known: Survey) -> dict[str, Any]:
    """What a manifest tells of the target."""
    if isinstance(known.target, Classes):
        np.save(folder / CLASSES, known.target.values)
        return {"coded": True, "class_counts": known.target.counts}
    tested = np.load(folder / "test.y.npy", mmap_mode="r")
    return {"numbers": asdict(Numbers.of_test(tested, **asdict(known.target)))}


def read_as_feature(feature: Feature) -> str:
    """The SQL that reads a feature."""
    name = quoted(feature.name)
    if feature.read_as == "SECONDS":
        return f"CAST(epoch({name}) AS DOUBLE) AS {name}"
    return f"CAST({name} AS {feature.read_as}) AS {name}"


class _Weights:
    """The weights of the rows of one part; nothing where rows have none."""

    def __init__(self, folder: Path, part: str, source: TableSource) -> None:
        self._file: NpyWriter | None = None
        if source.sample_weight is not None:
            self._file = NpyWriter(folder / f"{part}.w.npy", np.dtype(float))

    def write(self, batch: pa.RecordBatch, rows: slice) -> None:
        """Append those of the rows of a batch."""
        if self._file is not None:
            self._file.write(batch.column(batch.num_columns - 2).to_numpy()[rows])

    def close(self) -> None:
        """Finish the file."""
        if self._file is not None:
            self._file.close()


class _Parts:
    """The files of D_te and D_tr, filled in this order."""

    def __init__(self, folder: Path, source: TableSource, known: Survey) -> None:
        self.folder, self.source, self.known, self.n_rows = folder, source, known, 0
        self.ordered = categorical_columns(source.files)
        self.classes = known.target.values if isinstance(known.target, Classes) else None
        self.missing: set[str] = set()
        self._open: list[tuple[TableWriter, NpyWriter, _Weights]] = []

    def write(self, batch: pa.RecordBatch) -> None:
        """Append rows, of which the first `n_test` go to D_te."""
        features = self._features(batch)
        labels = batch.column(batch.num_columns - 1)
        if self.classes is not None:
            labels = pc.index_in(labels, pa.array(self.classes))
        y_all = labels.to_numpy()
        if not self._open:
            self._open = [self._part(name, features.schema) for name in ("test", "train")]
        cut = min(max(self.known.n_test - self.n_rows, 0), batch.num_rows)
        for (table, y, weights), rows in zip(
            self._open, (slice(0, cut), slice(cut, batch.num_rows)), strict=True
        ):
            if rows.stop > rows.start:
                table.write(features.slice(rows.start, rows.stop - rows.start))
                y.write(y_all[rows])
                weights.write(batch, rows)
        self.n_rows += batch.num_rows

    def close(self) -> tuple[str, ...]:
        """Finish all files; the columns of numbers that lack some."""
        for part in self._open:
            for file in part:
                file.close()
        return tuple(name for name in self.source.feature_names if name in self.missing)

    def _part(self, name: str, schema: pa.Schema) -> tuple[TableWriter, NpyWriter, _Weights]:
        n_classes = None if self.classes is None else len(self.classes)
        dtype = np.dtype(float) if n_classes is None else np.min_scalar_type(n_classes)
        table = table_writer(self.source.kind, self.folder / f"{name}.X", schema)
        weights = _Weights(self.folder, name, self.source)
        return table, NpyWriter(self.folder / f"{name}.y.npy", dtype), weights

    def _features(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        columns = []
        for feature, column in zip(self.source.features, batch.columns, strict=False):
            if feature.kind in ("number", "boolean") and _lacks_some(column):
                self.missing.add(feature.name)
            values = self.known.categories.get(feature.name)
            if values is not None:
                codes = pc.index_in(column, values)
                ordered = self.ordered.get(feature.name, False)
                column = pa.DictionaryArray.from_arrays(codes, values, ordered=ordered)
            columns.append(column)
        return pa.RecordBatch.from_arrays(columns, names=self.source.feature_names)


def _lacks_some(column: pa.Array) -> bool:
    if column.null_count:
        return True
    return pa.types.is_floating(column.type) and not pc.all(pc.is_finite(column)).as_py()


@contextmanager
def _explained(source: TableSource, path: Path) -> Iterator[None]:
    """Say which store could not be written, and what to do about it."""
    try:
        yield
    except NearBestError:
        raise
    except OSError as error:
        raise CannotWrite(
            f"The shuffled store of {source.files.shown} cannot be written to {path.parent}: "
            f"{error.strerror or error}; make room there, or choose another place with "
            "`cache_dir` or `run_dir`."
        ) from error
