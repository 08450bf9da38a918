"""One table on disk, from which the first rows can be read without the rest.

An array is a ``.npy`` file, a CSR matrix three of them, a frame of pandas or polars or
a column of texts an Arrow IPC file of small batches. All are memory-mapped, none holds
pickled objects.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd
import pyarrow as pa
from scipy import sparse

from nearbest.data.frames import as_pandas, as_polars
from nearbest.data.rows import Table, take
from nearbest.data.store.npy import NpyWriter
from nearbest.errors import InvalidInput

Kind = Literal["array", "sparse", "frame", "text", "polars"]

#: Rows that are copied at a time, and rows of an Arrow batch.
CHUNK = 1 << 16
#: The one column of a table of texts.
TEXT = "text"


def go_on() -> None:
    """What is called before each chunk, where nobody may want the writing to end early."""


def kind_of(table: Table) -> Kind:
    """Which of the forms on disk a table takes."""
    if isinstance(table, np.ndarray):
        return "array"
    if sparse.issparse(table):
        return "sparse"
    return "text" if isinstance(table, pd.Series) else "frame"


def write_table(
    table: Table, order: np.ndarray, stem: Path, check: Callable[[], None] = go_on
) -> None:
    """Write the rows of `table` at the positions `order`, chunk by chunk.

    What `check` raises before a chunk ends the writing.
    """
    kind = kind_of(table)
    if kind == "array":
        write_array(table, order, stem.with_suffix(".npy"), check)
    elif kind == "sparse":
        _write_sparse(table, order, stem, check)
    else:
        frame = table.to_frame(TEXT) if kind == "text" else table
        if names_of(table):
            frame = frame.set_axis([str(i) for i in range(frame.shape[1])], axis="columns")
        _write_frame(frame, order, stem.with_suffix(".arrow"), check)


def names_of(table: Table) -> tuple[str | int, ...]:
    """The columns of a frame where a file cannot hold their names; else nothing."""
    if kind_of(table) != "frame":
        return ()
    names = table.columns.tolist()
    if all(isinstance(name, str) for name in names) and table.columns.is_unique:
        return ()
    odd = [name for name in names if not isinstance(name, str | int)]
    if odd:
        raise InvalidInput(f"`X` must have columns named by text or integers; got {odd[0]!r}.")
    return tuple(names)


def read_table(
    stem: Path,
    kind: Kind,
    n: int,
    n_columns: int,
    missing: Collection[str] = (),
    names: Sequence[str | int] = (),
    start: int = 0,
) -> Table:
    """The first `n` rows from `start`; arrays and CSR matrices as views of the mapped file.

    Columns in `missing` lack values somewhere in the table, if not in these rows.
    `names` is what `names_of` the table was.
    """
    if kind == "array":
        return np.load(stem.with_suffix(".npy"), mmap_mode="r")[start : start + n]
    if kind == "sparse":
        indptr = np.load(part_of(stem, "indptr"), mmap_mode="r")[start : start + n + 1]
        data, indices = (
            np.load(part_of(stem, part), mmap_mode="r")[indptr[0] : indptr[-1]]
            for part in ("data", "indices")
        )
        if start:
            indptr = indptr - indptr[0]
        return sparse.csr_matrix((data, indices, indptr), shape=(n, n_columns), copy=False)
    rows = read_arrow(stem.with_suffix(".arrow"), start + n).slice(start)
    if kind == "polars":
        return as_polars(rows)
    frame = as_pandas(rows, missing)
    if names:
        frame.columns = pd.Index(names)
    return frame[TEXT] if kind == "text" else frame


def write_array(
    values: np.ndarray, order: np.ndarray, path: Path, check: Callable[[], None] = go_on
) -> None:
    """Write `values` at the positions `order` as a ``.npy`` file."""
    if values.dtype.hasobject:
        raise InvalidInput(f"`{path.stem}` must not hold Python objects; got dtype object.")
    writer = NpyWriter(path, values.dtype, values.shape[1:])
    for part in _chunks(len(order), check):
        writer.write(values[order[part]])
    writer.close()


def read_arrow(path: Path, n: int) -> pa.Table:
    """The first `n` rows of an Arrow IPC file, reading no batch beyond them."""
    reader = pa.ipc.open_file(pa.memory_map(str(path)))
    batches, rows = [], 0
    for i in range(reader.num_record_batches):
        if rows >= n:
            break
        batches.append(reader.get_batch(i))
        rows += batches[-1].num_rows
    return pa.Table.from_batches(batches, schema=reader.schema).slice(0, n)


def _write_sparse(table: Any, order: np.ndarray, stem: Path, check: Callable[[], None]) -> None:
    lengths = np.diff(table.indptr)[order]
    indptr = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    np.save(part_of(stem, "indptr"), indptr)
    for part in ("data", "indices"):
        writer = NpyWriter(part_of(stem, part), getattr(table, part).dtype)
        for rows in _chunks(len(order), check):
            writer.write(getattr(table[order[rows]], part))
        writer.close()


def _write_frame(
    frame: pd.DataFrame, order: np.ndarray, path: Path, check: Callable[[], None]
) -> None:
    schema = pa.Schema.from_pandas(frame, preserve_index=False)
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, schema) as writer:
        for rows in _chunks(len(order), check):
            chunk = take(frame, order[rows])
            writer.write(pa.RecordBatch.from_pandas(chunk, schema, preserve_index=False))


def _chunks(n: int, check: Callable[[], None]) -> Iterator[slice]:
    for start in range(0, n, CHUNK):
        check()
        yield slice(start, min(start + CHUNK, n))


def part_of(stem: Path, part: str) -> Path:
    """The file of one of the arrays that a CSR matrix is made of."""
    return stem.with_name(f"{stem.name}.{part}.npy")
