"""DuckDB behind a small door. The one place that imports it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import dataset
from pyarrow.fs import LocalFileSystem

from nearbest.data.files.paths import Files
from nearbest.data.files.schema import check_names, schema_of
from nearbest.data.files.urls import is_url
from nearbest.data.store.columns import CHUNK
from nearbest.errors import CannotWrite, InvalidInput, MissingExtra

try:
    import duckdb
except ImportError as error:
    raise MissingExtra.of("Tables in files need DuckDB", "duckdb") from error

#: The part of the memory granted that DuckDB may use; the rest is for the batches on
#: their way to disk and for what DuckDB does not count.
SHARE = 0.5
#: What counts as missing in a CSV file.
MISSING = ["", "NA", "NaN", "nan", "NULL", "null"]

#: Sees the share of the work that is done.
Progress = Callable[[float], None]


class Duck:
    """One table of files in a DuckDB of bounded memory.

    Parameters
    ----------
    files : Files
    types : mapping of str to str
        DuckDB types of CSV columns that are not to be guessed.
    memory : int
        Bytes that the whole pass may use.
    spill : Path
        A folder for what does not fit; DuckDB makes and empties it.
    """

    def __init__(
        self, files: Files, types: Mapping[str, str], memory: int, spill: Path | None = None
    ) -> None:
        self.files, self.types = files, dict(types)
        self.missing = MISSING
        self._connection = duckdb.connect(
            config={
                "memory_limit": f"{int(SHARE * memory) >> 10}KiB",
                "preserve_insertion_order": "true",  # row numbers must repeat
                # Statistics of Parquet files know no NaN, so that isnan() is "never".
                "disabled_optimizers": "statistics_propagation",
                **({"temp_directory": str(spill)} if spill else {}),
            }
        )
        # Progress is polled, never printed.
        self._connection.execute("SET enable_progress_bar = true")
        self._connection.execute("SET enable_progress_bar_print = false")
        if files.filesystem is not None and files.format != "arrow":
            self._connection.register_filesystem(files.filesystem)
        if files.format == "arrow":
            first = files.paths[0]
            check_names(first, schema_of(files, first).names)
            local = LocalFileSystem(use_mmap=True)
            paths, system = list(map(os.path.abspath, files.paths)), files.filesystem or local
            if files.filesystem is not None:
                paths = [files.filesystem._strip_protocol(p) for p in files.paths]
            table = dataset.dataset(paths, format="ipc", filesystem=system)
            self._connection.register("ipc", table)

    def __enter__(self) -> Duck:
        return self

    def __exit__(self, *exception: object) -> None:
        self._connection.close()

    def scan(self, paths: Sequence[str] | None = None) -> str:
        """The table function that reads these files, all by default."""
        if self.files.format == "arrow":
            return "ipc"
        listed = ", ".join(literal(exactly(p)) for p in paths or self.files.paths)
        # A folder called a=5 is no column: it would take the place of the file's own.
        options = "union_by_name = true, hive_partitioning = false"
        if self.files.format == "parquet":
            return f"read_parquet([{listed}], {options})"
        options += f", nullstr = [{', '.join(map(literal, self.missing))}]"
        if self.types:
            pairs = ", ".join(f"{literal(k)}: {literal(v)}" for k, v in self.types.items())
            options += f", types = {{{pairs}}}"
        return f"read_csv([{listed}], {options})"

    def columns(self, paths: Sequence[str] | None = None) -> dict[str, str]:
        """Names and DuckDB types of the columns of these files."""
        found = self.rows(f"DESCRIBE SELECT * FROM {self.scan(paths)}")
        columns = {str(name): str(kind) for name, kind, *_ in found}
        if self.files.format != "arrow" and _may_be_renamed(columns):
            for path in paths or self.files.paths:
                check_names(path, self._names(path))
        return columns

    def _names(self, path: str) -> Sequence[str | None]:
        """The columns as the file has them, be it one name twice."""
        if self.files.format == "parquet":
            names: list[str] = schema_of(self.files, path).names
            return names
        options = "header = false, all_varchar = true, nullstr = ''"
        head = self.rows(
            f"SELECT * FROM read_csv([{literal(exactly(path))}], {options}) LIMIT 1"
        )
        return [name and name.strip() for name in head[0]] if head else []

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """All rows of a small result."""
        try:
            result: list[tuple[Any, ...]] = self._connection.execute(query).fetchall()
        except duckdb.Error as error:
            raise self._explained(error) from error
        return result

    def batches(self, query: str, progress: Progress) -> Iterator[pa.RecordBatch]:
        """The rows of a large result in order, without holding them all."""
        with ThreadPoolExecutor(1) as background:
            future: Future[pa.RecordBatchReader] = background.submit(
                lambda: self._connection.sql(query).to_arrow_reader(CHUNK)
            )
            try:
                while not wait([future], timeout=0.2).done:
                    progress(max(0.0, self._connection.query_progress()) / 100)
                yield from future.result()
            except duckdb.Error as error:
                raise self._explained(error) from error
            except (OSError, pa.ArrowException) as error:  # raised while batches stream
                raise self._explained(error) from error
            except BaseException:
                self._connection.interrupt()
                raise

    def _explained(self, error: Exception) -> Exception:
        """An error in one sentence that names the file and the way out."""
        text = str(error).strip()
        first = text.splitlines()[0].rstrip(".") if text else type(error).__name__
        where = self.files.shown
        if "No space left" in text or getattr(error, "errno", None) == errno.ENOSPC:
            return CannotWrite(
                f"No space is left for the shuffled store of {where}; free some, or choose "
                "another disk with `cache_dir` or `run_dir`."
            )
        if "Out of Memory" in text or "memory limit" in text:
            return InvalidInput(f"`memory` is too small for {where}: {first}; allow more.")
        if "not utf-8 encoded" in text:
            return InvalidInput(
                f"`path` {where} must be encoded in UTF-8; convert it, for example with "
                "`iconv`."
            )
        if self.files.format == "csv":
            return InvalidInput(
                f"`path` {where} cannot be read as CSV: {_why_no_csv(text)}. Repair it, or "
                'tell `open_table` what its columns hold: `types={"column": "VARCHAR"}`.'
            )
        return InvalidInput(f"`path` {where} cannot be read: {first}. Write it again.")


def _why_no_csv(text: str) -> str:
    r"""The reason in what DuckDB says, which goes on for many lines.

    Examples
    --------
    >>> _why_no_csv('Conversion Error: CSV Error on Line: 7\nError when converting "a"')
    'Error when converting "a", line 7'
    """
    if "not possible to automatically detect" in text:
        return "no separator splits all of its lines into as many fields"
    first, *others = text.splitlines() or [""]
    line = first.partition("CSV Error on Line: ")[2]
    told = next((other for other in others if other.startswith("Error when")), None)
    return f"{told.rstrip('.')}, line {line}" if told and line else first.rstrip(".")


def _may_be_renamed(columns: Collection[str]) -> bool:
    """Whether one may be the second of two that are called alike: DuckDB adds a number."""
    known = {name.lower() for name in columns}
    parts = (name.lower().rpartition("_") for name in columns)
    return any(number.isdigit() and base in known for base, _, number in parts)


def exactly(path: str) -> str:
    """The pattern that DuckDB, to which every path is one, matches with this file alone.

    Examples
    --------
    >>> exactly("/data/part[1].csv")
    '/data/part[[]1].csv'
    """
    signs = "[*" if path.startswith(("http://", "https://")) else "[*?"  # ? begins a query
    is_local = not is_url(path)
    if is_local:
        path = os.path.abspath(path)  # else "~" at its beginning is the user's home
    if not any(sign in path for sign in signs):
        return path
    if is_local and "\\" in path:  # which DuckDB takes for a slash in patterns only
        raise InvalidInput(
            f"`path` must not hold both a backslash and one of [ * ?; got {path}. Rename it."
        )
    return "".join(f"[{sign}]" if sign in signs else sign for sign in path)


def literal(text: str) -> str:
    """`text` as a constant of SQL."""
    return "'" + text.replace("'", "''") + "'"


def quoted(name: str) -> str:
    """A column's name in SQL."""
    return '"' + name.replace('"', '""') + '"'
