"""Reading the published files of a dataset chunk by chunk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
from pyarrow import parquet

from nearbest.errors import InvalidInput
from nearbest.places import Output, as_path, check_inputs_kept, check_outputs
from nearbest.writing import whole_file

#: Rows that are held at a time when a file is converted.
CHUNK = 200_000

Chunks = Iterator[pd.DataFrame]


@dataclass(frozen=True)
class Dataset:
    """A published table: where it is, how to read it, and what to predict.

    Calling it reads a file into memory. `convert` writes it as Parquet instead, chunk
    by chunk, for `nearbest.open_table` and the command line.

    Attributes
    ----------
    name : str
    address : str
        Where the file can be downloaded.
    target : str
        The column to predict.
    chunks : callable
        From the path of a downloaded file to frames in the form described.
    description : str
    """

    name: str
    address: str
    target: str
    chunks: Callable[[Path], Chunks]
    description: str

    def __call__(
        self,
        path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        *,
        return_X_y: bool = False,
    ) -> Any:
        """The rows of a downloaded file, or of several, as a frame.

        Parameters
        ----------
        path : path or list of paths
        return_X_y : bool, default=False
            Return the features and the target instead of one frame.
        """
        frame = pd.concat(self._all(path), ignore_index=True)
        if not return_X_y:
            return frame
        return frame.drop(columns=self.target), frame[self.target]

    def convert(
        self,
        path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        to: str | os.PathLike[str],
    ) -> Path:
        """Write the rows as one Parquet file, holding a chunk of them at a time."""
        written = Output("to", as_path(to), (".parquet",))
        check_outputs([written])
        check_inputs_kept([written], {"`path`": _listed(path)})
        with whole_file(written.path) as half_written, ExitStack() as stack:
            writer: parquet.ParquetWriter | None = None
            for frame in self._all(path):
                rows = pa.Table.from_pandas(frame, preserve_index=False)
                if writer is None:
                    writer = parquet.ParquetWriter(half_written, rows.schema)
                    stack.enter_context(writer)
                writer.write_table(rows.cast(writer.schema))
            if writer is None:
                raise InvalidInput(f"`path` must hold rows of {self.name}; it holds none.")
        return written.path

    def _all(self, path: Any) -> Chunks:
        for one in _listed(path):
            if not one.exists():
                raise InvalidInput(
                    f"`path` must be a downloaded file of {self.name}; {one} does not exist. "
                    f"Get it from {self.address}."
                )
            try:
                yield from self.chunks(one)
            except (KeyError, ValueError, pa.ArrowException) as error:
                reason = str(error).strip().splitlines()[0]
                raise InvalidInput(
                    f"`path` must be a file of {self.name} as published at {self.address}; "
                    f"{one} is not: {reason}."
                ) from error


def _listed(path: Any) -> list[Path]:
    return [*map(as_path, [path] if isinstance(path, str | os.PathLike) else path)]


def csv_chunks(path: Path, **options: Any) -> Chunks:
    """The frames of a CSV file, compressed or not."""
    with pd.read_csv(path, chunksize=CHUNK, **options) as reader:
        yield from reader


def parquet_chunks(path: Path, columns: Sequence[str]) -> Chunks:
    """The frames of a Parquet file, some columns only."""
    file = parquet.ParquetFile(path)
    missing = [c for c in columns if c not in file.schema_arrow.names]
    if missing:
        raise ValueError(f"it lacks column {missing[0]!r}")
    for batch in file.iter_batches(CHUNK, columns=list(columns)):
        yield batch.to_pandas()
