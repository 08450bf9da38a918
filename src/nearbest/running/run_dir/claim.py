"""Which folders a run may take for its own.

A run writes, replaces and removes files in its directory. So it takes a new or an empty
one, or one that a run made; and as a directory may come from someone else, none whose
files are links to files elsewhere.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from nearbest.errors import InvalidInput
from nearbest.places import as_path, check_folder_of
from nearbest.running.run_dir.names import (
    CANDIDATES,
    COMMAND,
    LOCK,
    SETTINGS,
    STORE,
    STRATA,
    WRITTEN,
)

_SAVED_EARLY = "|".join(map(re.escape, (COMMAND, STRATA, SETTINGS)))
#: What else is written before the settings are. A crash may leave no more than that.
EARLY = re.compile(
    rf"\.[0-9a-f]{{32}}\.part|({_SAVED_EARLY})(\..+)?|{re.escape(CANDIDATES)}|\.?{STORE}(\..+)?"
)


def check_claim(path: str | os.PathLike[str]) -> Path:
    """Raise unless a run may write to that folder, which need not exist yet in the one above.

    What is returned is the same folder wherever a candidate's code changes to.

    Examples
    --------
    >>> from nearbest.running.run_dir.claim import check_claim
    >>> check_claim("")
    Traceback (most recent call last):
    nearbest.errors.InvalidInput: `run_dir` must name a directory; got ''.
    """
    if not isinstance(path, str | os.PathLike) or not _is_name(os.fspath(path)):
        raise InvalidInput(f"`run_dir` must name a directory; got {path!r}.")
    folder = as_path(path)
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except OSError:
        check_folder_of(folder, "run_dir")
        return folder.absolute()  # there is none yet; if it cannot be made, making it says why
    if SETTINGS not in names:
        _check_unused(folder, names)
    links = [name for name in WRITTEN if (folder / name).is_symlink()]
    if links:
        raise InvalidInput(
            f"`run_dir` must hold its files itself; {folder / links[0]} is a link to another "
            "place, so choose another directory."
        )
    return folder.absolute()


def files_of_run(run_dir: Path) -> list[Path]:
    """The files and folders that are a run's own, whether they are there yet or not."""
    return [run_dir / name for name in (*WRITTEN, STORE)]


def _is_name(path: str | bytes) -> bool:
    """Whether a path can be a folder's, and can be seen where it is printed."""
    return isinstance(path, str) and bool(path.strip()) and "\0" not in path


def _check_unused(folder: Path, names: list[str]) -> None:
    """Raise unless the folder is empty, or holds what a run leaves that did not begin.

    The lock is what a run makes first: without it, whatever is there is the user's.
    """
    is_run = LOCK in names
    others = [name for name in names if name != LOCK and not (is_run and EARLY.fullmatch(name))]
    if not others and is_run and (folder / LOCK).lstat().st_size > 0:
        others = [LOCK]  # ours is empty
    if others:
        raise InvalidInput(
            "`run_dir` must be a new or empty directory, or one that an earlier run made; "
            f"{folder} holds {others[0]!r}, so choose another."
        )
