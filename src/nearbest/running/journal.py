"""An append-only log of observations that survives a crash."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from nearbest.errors import CannotWrite, DamagedJournal
from nearbest.race.observation import Observation


class Journal:
    """Observations as JSON lines, on disk before they decide anything.

    Parameters
    ----------
    path : str or Path
        The file; created on the first append.

    Examples
    --------
    >>> import tempfile
    >>> from nearbest.running.journal import Journal
    >>> from nearbest.race.observation import Observation
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     journal = Journal(f"{folder}/journal.jsonl")
    ...     journal.append(Observation("tree", 1_000, 2_000, 900, 1_700))
    ...     [observation.test_accuracy for observation in journal.replay()]
    [0.85]
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def append(self, observation: Observation) -> None:
        """Write one observation; it is on disk when this returns."""
        try:
            self._drop_torn_line()
            with self.path.open("ab") as file:
                file.write(json.dumps(observation.to_json()).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise CannotWrite(
                f"{self.path} cannot be written: {error.strerror}. What it holds is safe; "
                "make room, or make it writable, and run again to go on from there."
            ) from error

    def replay(self) -> Iterator[Observation]:
        """All observations in order.

        A last line without its newline was torn by a crash and is left out; damage
        anywhere else raises `DamagedJournal`, which names the line.
        """
        if not self.path.exists():
            return
        lines = self.path.read_bytes().split(b"\n")
        for number, line in enumerate(lines[:-1], start=1):
            try:
                yield Observation.from_json(json.loads(line))
            except (ValueError, TypeError, AttributeError) as error:
                raise DamagedJournal(
                    f"{self.path} is damaged in line {number}: {error}. Restore it from a "
                    "backup, or remove that line to give up what it recorded."
                ) from error

    def _drop_torn_line(self) -> None:
        """Cut off what a crash left of a half-written last line."""
        if not self.path.exists() or self.path.stat().st_size == 0:
            return
        with self.path.open("rb+") as file:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                whole = self.path.read_bytes().rfind(b"\n") + 1
                file.truncate(whole)
