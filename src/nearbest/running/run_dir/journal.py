"""An append-only log of a run's events that survives a crash."""

from __future__ import annotations

import os
from collections.abc import Iterator

from nearbest.errors import CannotWrite, DamagedJournal
from nearbest.places import as_path
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.running.run_dir.admission import Admission
from nearbest.running.run_dir.journal_line import (
    ADMITTED,
    Event,
    is_beginning,
    is_whole_line,
    line_of,
    read_line,
)
from nearbest.running.run_dir.proposal import Proposal


class Journal:
    """Events as JSON lines, on disk before they decide anything.

    Parameters
    ----------
    path : str or Path
        The file; created on the first append.

    Examples
    --------
    >>> import tempfile
    >>> from nearbest.running.run_dir.journal import Journal
    >>> from nearbest.race.observation import Observation
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     journal = Journal(f"{folder}/journal.jsonl")
    ...     journal.append(Observation.of_counts("tree", 1_000, 2_000, 900, 1_700))
    ...     [observation.test_score for observation in journal.replay()]
    [0.85]
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = as_path(path)

    def append(self, event: Event) -> None:
        """Write one event; it is on disk when this returns."""
        try:
            self._drop_torn_line()
            with self.path.open("ab") as file:
                file.write(line_of(event) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise CannotWrite(
                f"{self.path} cannot be written: {error.strerror}. What it holds is safe; "
                "make room, or make it writable, and run again to go on from there."
            ) from error

    @property
    def n_lines(self) -> int:
        """How many lines there are, each of them whole."""
        return self.path.read_bytes().count(b"\n") if self.path.exists() else 0

    def check_has(self, n_lines: int) -> None:
        """Raise unless there are at least so many lines."""
        if self.n_lines < n_lines:
            raise DamagedJournal(
                f"{self.path} is damaged: it has {self.n_lines} of the {n_lines} lines with "
                "which the run ended. Restore it from a backup, or resume the run to make the "
                "lost probes again."
            )

    def replay(self, plan: Plan | None = None) -> Iterator[Observation]:
        """All observations in order, checked against the `plan` of the run if it is given.

        A last line without its newline was torn by a crash and is left out; damage
        anywhere else raises `DamagedJournal`, which names the line.
        """
        for event in self.events(plan):
            if isinstance(event, Observation):
                yield event

    def proposals(self, plan: Plan | None = None) -> Iterator[Proposal]:
        """Who was proposed while the race ran, in order."""
        for event in self.events(plan):
            if isinstance(event, Proposal):
                yield event

    def admissions(self) -> Iterator[Admission]:
        """Who was admitted after the run had begun, batch by batch.

        Lines that tell of anything else are not read, nor is their damage noticed.
        """
        for event in self.events(mentioning=b'"' + ADMITTED.encode() + b'"'):
            if isinstance(event, Admission):
                yield event

    def events(self, plan: Plan | None = None, mentioning: bytes = b"") -> Iterator[Event]:
        """All events in order, or those of lines that mention something.

        A candidate that was proposed belongs to the `plan` from there on.
        """
        if not self.path.exists():
            return
        *lines, torn = self.path.read_bytes().split(b"\n")
        for number, line in enumerate(lines, start=1):
            if mentioning not in line:
                continue
            try:
                event = read_line(line, plan)
            except ValueError as error:
                raise self._damaged(number, str(error)) from error
            if isinstance(event, Proposal) and plan is not None:
                plan = event.extend(plan)
            yield event
        if not is_beginning(torn):  # nobody's but the user's
            raise self._damaged(len(lines) + 1, "it is not a line of a journal")
        if is_whole_line(torn[:-1]):  # more was written than the line: nothing was torn
            raise self._damaged(len(lines) + 1, "it does not end with a newline")

    def _damaged(self, number: int, reason: str) -> DamagedJournal:
        return DamagedJournal(
            f"{self.path} is damaged in line {number}: {reason}. Restore it from a backup, or "
            "remove that line to give up what it recorded."
        )

    def _drop_torn_line(self) -> None:
        """Cut off what a crash left of a half-written last line."""
        if not self.path.exists() or self.path.stat().st_size == 0:
            return
        with self.path.open("rb+") as file:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                whole = self.path.read_bytes().rfind(b"\n") + 1
                file.truncate(whole)
