"""Copies of stores that a machine's workers fetched: one for all, and gone with the last.

They are in a folder that no other user can enter, so that nobody can put rows there. Each
process that uses a copy holds the lock of a file of its own beside it. The system lets go of
that however the process ends, so whoever comes next sees which copies are in use.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.util import Finalize
from pathlib import Path
from uuid import uuid4

from filelock import FileLock, Timeout

from nearbest.data.store.making import half_made
from nearbest.errors import CannotRead

USERS, COPY = "users", "store"
#: The copies that this process uses, each with the lock that says so.
_used: dict[tuple[int, Path], FileLock] = {}
_at_exit: list[object] = []


def fetched(name: str, fetch: Callable[[Path], None]) -> Path:
    """The copy of that name, which `fetch` puts into a folder if it is not there yet.

    It is removed when the last process that asked for it has ended; copies of processes
    that were killed when the next copy is asked for.
    """
    remove_unused()
    place = folder_of_copies() / name
    with _alone_at(place):
        _use(place)
        if not (place / COPY).exists():
            with half_made(place / COPY) as folder:
                fetch(folder)
    return place / COPY


def folder_of_copies() -> Path:
    """The folder of this user's copies; nobody else may enter it."""
    folder = _its_path()
    with suppress(FileExistsError):  # a file, or a link to nowhere
        folder.mkdir(mode=0o700, exist_ok=True)
    if not _is_closed(folder.lstat()):
        raise CannotRead(
            f"{folder} must be a directory of your own that nobody else may enter; set TMPDIR "
            "to another place."
        )
    return folder


def _its_path() -> Path:
    user = os.getuid() if hasattr(os, "getuid") else 0  # Windows has a folder for each user
    return Path(tempfile.gettempdir()) / f"nearbest-stores-{user}"


def _is_closed(status: os.stat_result) -> bool:
    """Whether this is a folder, no link to one, that only this user can have made."""
    if not hasattr(os, "getuid"):
        return stat.S_ISDIR(status.st_mode)
    is_open = bool(status.st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not is_open


def remove_unused() -> None:
    """Remove the copies that no process uses any more."""
    if _its_path().exists():
        for place in folder_of_copies().iterdir():
            if place.is_dir():
                _remove_if_unused(place)


def remove_unused_at_exit() -> None:
    """Remove them when this process ends: workers of its own are killed before they can."""
    if not _at_exit:
        _at_exit.append(Finalize(None, _remove_quietly, exitpriority=0))


def _remove_quietly() -> None:
    with suppress(OSError):
        remove_unused()


def _alone_at(place: Path) -> FileLock:
    """Lets one process at a time fetch or remove a copy."""
    return FileLock(place.with_name(f"{place.name}.lock"), thread_local=False)


def _use(place: Path) -> None:
    """Say that this process uses the copy, until it ends."""
    process = os.getpid()
    if (process, place) in _used:
        return
    users = place / USERS
    users.mkdir(parents=True, exist_ok=True)
    lock = FileLock(users / uuid4().hex, thread_local=False)
    lock.acquire()
    _used[process, place] = lock
    # not with `atexit`, which processes of multiprocessing do without
    Finalize(None, _leave, (process, place), exitpriority=0)


def _leave(process: int, place: Path) -> None:
    """Use the copy no longer."""
    lock = _used.pop((process, place), None)
    if lock is None or process != os.getpid():
        return
    lock.release()
    _remove_if_unused(place)


def _remove_if_unused(place: Path) -> None:
    try:
        with _alone_at(place).acquire(timeout=0):
            if not any(_is_held(file) for file in (place / USERS).glob("*")):
                shutil.rmtree(place, ignore_errors=True)
    except Timeout:  # another process fetches it now, or removes it
        return


def _is_held(file: Path) -> bool:
    try:
        with FileLock(file, timeout=0):
            return False
    except Timeout:
        return True
