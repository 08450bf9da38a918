"""Which files a path stands for, and whether they are what their names say."""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from nearbest.data.files import urls as remote
from nearbest.errors import InvalidInput
from nearbest.places import as_path

Format = Literal["parquet", "csv", "arrow"]

#: How file names end, and the format that this stands for.
SUFFIXES: dict[str, Format] = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    **{
        f"{text}{packed}": "csv"
        for text in (".csv", ".tsv", ".txt")
        for packed in ("", ".gz", ".zst")
    },
}
#: The bytes that files of a kind begin with, and the kind.
MAGIC = {
    b"PAR1": "Parquet",
    b"ARROW1": "Arrow IPC",
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"PK\x03\x04": "zip",
    b"BZh": "bzip2",
}
#: How many bytes at either end of a file go into its fingerprint.
ENDS = 1 << 16


@dataclass(frozen=True)
class Files:
    """The files of one table, in the order of their rows."""

    paths: tuple[str, ...]
    format: Format
    fingerprint: str
    filesystem: Any = None

    @property
    def once_misread(self) -> bool:
        """Whether a path has signs that version 0.1.0 took for a pattern or a column."""
        return any(sign in path for path in self.paths for sign in "[]*?=")

    @property
    def shown(self) -> str:
        """The table's name in messages."""
        more = f" and {len(self.paths) - 1} more" if len(self.paths) > 1 else ""
        return f"{self.paths[0]}{more}"


def find_files(path: str | os.PathLike[str]) -> Files:
    """The files that `path`, a file, folder, glob or URL, stands for.

    Raises `InvalidInput` where there are none, or one is empty, truncated or of
    another format than its name says.
    """
    text = os.fspath(path)
    filesystem = remote.filesystem_of(text) if remote.is_url(text) else None
    paths = remote.listed(filesystem, text) if filesystem else _listed(text)
    formats = {p: format_of(p) for p in paths}
    chosen = next(iter(formats.values()))
    if len(set(formats.values())) > 1:
        other = next(p for p, kind in formats.items() if kind != chosen)
        raise InvalidInput(
            f"`path` must hold files of one format; {text} has {paths[0]} and {other}. "
            "Name one of them, or a glob such as '*.parquet'."
        )
    return Files(tuple(paths), chosen, _digest(paths, chosen, filesystem), filesystem)


@contextmanager
def unchanged(files: Files) -> Iterator[None]:
    """Raise unless the files are as they were found, before and after what is done."""
    if _digest(files.paths, files.format, files.filesystem) != files.fingerprint:
        raise _changed(files)
    before = _versions(files)
    yield
    if _versions(files) != before:
        raise _changed(files)


def _changed(files: Files) -> InvalidInput:
    return InvalidInput(
        f"`path` {files.shown} has changed since it was opened; call `open_table` again, once "
        "nothing writes to it any more."
    )


def _versions(files: Files) -> list[object]:
    """What changes when a file is written to or replaced."""
    if files.filesystem is not None:
        return [remote.version(files.filesystem, p) for p in files.paths]
    try:
        status = [os.stat(p) for p in files.paths]
    except OSError as error:
        raise _changed(files) from error
    return [(s.st_size, s.st_mtime_ns, s.st_ino) for s in status]


def _digest(paths: Iterable[str], kind: Format, filesystem: Any) -> str:
    """A digest of the files' ends and times, once they are what their names say."""
    digest = hashlib.blake2b(digest_size=16)
    for p in paths:
        head, tail, identity = _ends(p, filesystem)
        _check_content(p, kind, head, tail)
        digest.update(identity.encode() + head + tail)
    return digest.hexdigest()


def format_of(path: str) -> Format:
    """The format that the name of a file stands for."""
    name = path.rsplit("/", 1)[-1].lower()
    for suffix, kind in SUFFIXES.items():
        if name.endswith(suffix):
            return kind
    raise InvalidInput(
        f"`path` must end in one of {', '.join(SUFFIXES)}; got {path}. Rename or convert it."
    )


def _listed(text: str) -> list[str]:
    """Local files, sorted."""
    path = as_path(text)
    if path.is_dir():
        found = (p for p in path.rglob("*") if p.is_file() and _counts(p.relative_to(path)))
        paths = sorted(str(p) for p in found if p.name.lower().endswith(tuple(SUFFIXES)))
    elif path.exists():
        if not path.is_file():  # reading a pipe or a device may never end
            raise InvalidInput(f"`path` must be a regular file or a folder; {text} is neither.")
        paths = [str(path)]
    else:
        paths = sorted(p for p in glob.glob(str(path), recursive=True) if Path(p).is_file())
    unreadable = next((p for p in paths if not _is_unicode(p)), None)
    if unreadable is not None:
        raise InvalidInput(
            f"`path` must have a name in UTF-8; got {unreadable!r}. Rename the file."
        )
    if not paths:
        what = "holds no table" if path.is_dir() else "does not exist"
        raise InvalidInput(
            f"`path` must be a file, a folder of files, a glob or a URL; {text} {what}."
        )
    return paths


def _is_unicode(path: str) -> bool:
    """Whether DuckDB can be told the name."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _counts(path: Path) -> bool:
    """Whether a file is data: Spark and others hide theirs behind these signs."""
    return not any(part.startswith((".", "_")) for part in path.parts)


def _ends(path: str, filesystem: Any) -> tuple[bytes, bytes, str]:
    """The first and last bytes of a file, and what tells it from an earlier version."""
    if filesystem is not None:
        return remote.ends(filesystem, path, ENDS)
    try:
        status = os.stat(path)
        with open(path, "rb") as file:
            head = file.read(ENDS)
            file.seek(max(0, status.st_size - ENDS))
            return head, file.read(), f"{status.st_size}:{status.st_mtime_ns}"
    except OSError as error:
        raise InvalidInput(f"`path` {path} cannot be read: {error.strerror}.") from error


def _check_content(path: str, kind: Format, head: bytes, tail: bytes) -> None:
    if not head:
        raise InvalidInput(f"`path` {path} is empty; name a file with rows.")
    found = next((name for magic, name in MAGIC.items() if head.startswith(magic)), "text")
    packed = {".gz": "gzip", ".zst": "zstd"}.get(path[path.rfind(".") :].lower(), "text")
    if found == "text" and b"\0" in head:
        found = "binary"
    expected = {"parquet": "Parquet", "arrow": "Arrow IPC", "csv": packed}[kind]
    if found != expected:
        raise InvalidInput(
            f"`path` {path} is not what its name says: it should hold {expected}, but holds "
            f"{found}. Rename it, or create it again."
        )
    end = {"parquet": b"PAR1", "arrow": b"ARROW1"}.get(kind, b"")
    if not tail.endswith(end):
        raise InvalidInput(
            f"`path` {path} is truncated: its last bytes are not those of a complete "
            f"{expected} file. Copy or write it again."
        )
