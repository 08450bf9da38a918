"""Folders that are there whole or not at all, and made by one process at a time."""

from __future__ import annotations

import glob
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from filelock import FileLock


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
        for left in path.parent.glob(f"{glob.escape(half_made_prefix(path))}*"):
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
