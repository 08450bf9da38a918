"""Writing a table to disk batch by batch, in the forms that `columns` reads."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np
import pyarrow as pa
from scipy import sparse

from nearbest.data.store.columns import TEXT, Kind, part_of
from nearbest.data.store.npy import NpyWriter


class TableWriter(Protocol):
    """Takes batches of rows in order."""

    def write(self, batch: pa.RecordBatch) -> None:
        """Append the rows of `batch`."""

    def close(self) -> None:
        """Finish the files; nothing can be read before."""


def table_writer(kind: Kind, stem: Path, schema: pa.Schema) -> TableWriter:
    """The writer for tables of this kind."""
    if kind == "array":
        return ArrayWriter(stem.with_suffix(".npy"), schema)
    if kind == "sparse":
        return SparseWriter(stem)
    if kind == "text":
        schema = pa.schema([schema.field(0).with_name(TEXT)])
    return FrameWriter(stem.with_suffix(".arrow"), schema)


class FrameWriter:
    """An Arrow IPC file of frames or texts."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self.schema = schema
        self._file = pa.OSFile(str(path), "wb")
        self._writer = pa.ipc.new_file(self._file, schema)

    def write(self, batch: pa.RecordBatch) -> None:
        """Append the rows of `batch`."""
        self._writer.write_batch(batch.rename_columns(self.schema.names))

    def close(self) -> None:
        """Write the footer."""
        self._writer.close()
        self._file.close()


class ArrayWriter:
    """Columns of numbers as one array: float32 where all of them are, else float64."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        single = all(pa.types.is_float32(column.type) for column in schema)
        dtype = np.dtype(np.float32 if single else np.float64)
        self._npy = NpyWriter(path, dtype, (len(schema),))

    def write(self, batch: pa.RecordBatch) -> None:
        """Append the rows of `batch`."""
        self._npy.write(as_matrix(batch, self._npy.dtype))

    def close(self) -> None:
        """Finish the file."""
        self._npy.close()


class SparseWriter:
    """Columns of numbers as the three arrays of a CSR matrix."""

    def __init__(self, stem: Path) -> None:
        self._data = NpyWriter(part_of(stem, "data"), np.dtype(np.float64))
        self._indices = NpyWriter(part_of(stem, "indices"), np.dtype(np.int32))
        self._indptr = NpyWriter(part_of(stem, "indptr"), np.dtype(np.int64))
        self._indptr.write(np.zeros(1))

    def write(self, batch: pa.RecordBatch) -> None:
        """Append the rows of `batch`."""
        rows = sparse.csr_matrix(as_matrix(batch, np.dtype(np.float64)))
        self._indptr.write(rows.indptr[1:] + np.int64(self._data.n_rows))
        self._indices.write(rows.indices)
        self._data.write(rows.data)

    def close(self) -> None:
        """Finish the files."""
        for part in (self._data, self._indices, self._indptr):
            part.close()


def as_matrix(batch: pa.RecordBatch, dtype: np.dtype) -> np.ndarray:
    """The numbers of a batch, row by row; missing ones as NaN."""
    matrix = np.empty((batch.num_rows, batch.num_columns), dtype)
    for i, column in enumerate(batch.columns):
        if pa.types.is_boolean(column.type):
            column = column.cast(pa.uint8())
        matrix[:, i] = column.to_numpy(zero_copy_only=False)
    return matrix
