"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

#: What names of half-written files end in.
PART = ".part"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a name that nobody can foresee, then give it its own.

    A link of that name is replaced, and what it leads to left alone. Devices and pipes,
    such as ``/dev/stdout``, are written to.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from nearbest.writing import write_whole
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "a.txt", b"whole")
    ...     [file.name for file in Path(folder).iterdir()]
    ['a.txt']
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    with whole_file(path) as half_written:
        half_written.write_bytes(content)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A name to write a file under, which gets its own name when the block has ended.

    Where the block fails, what was there before stays, and what was written is removed.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from nearbest.writing import whole_file
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with whole_file(Path(folder) / "a.txt") as half_written:
    ...         _ = half_written.write_text("whole")
    ...     [file.name for file in Path(folder).iterdir()]
    ['a.txt']
    """
    half_written = path.with_name(f".{uuid4().hex}{PART}")
    try:
        half_written.touch(exist_ok=False)
        yield half_written
        with half_written.open("r+b") as file:
            os.fsync(file.fileno())  # else a crash may leave an empty file of that name
        os.replace(half_written, path)
    finally:
        if half_written.exists():  # it was not moved to its place
            half_written.unlink()
