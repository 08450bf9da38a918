"""The journal of a recording, and the note beside it of what the recording is of."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from nearbest.candidates import fingerprint
from nearbest.errors import CannotWrite, DifferentRun, InvalidInput
from nearbest.race.observation import Observation
from nearbest.running.problem.problem import Problem
from nearbest.running.run_dir.journal import Journal
from nearbest.writing import write_whole


def open_journal(
    path: str | os.PathLike[str], problem: Problem
) -> tuple[Journal, list[Observation]]:
    """The journal, and what it holds; candidates that it does not know yet are welcome.

    Where it holds anything but a recording of this problem, this raises, and nothing was
    written.
    """
    journal = Journal(path)
    note = journal.path.with_name(f"{journal.path.name}.problem")
    known = _known(journal.path, note)
    now = {
        "problem": problem.fingerprint,
        **fingerprint.of_candidates(problem.configurations),
    }
    if any(known.get(key, digest) != digest for key, digest in now.items()):
        raise DifferentRun(
            f"`journal` {journal.path} holds a recording of other data, candidates or another "
            "`random_state`; use another file."
        )
    held = list(journal.replay(problem.plan))
    try:
        write_whole(note, json.dumps({**known, **now}).encode())
    except OSError as error:
        raise CannotWrite(
            f"`journal` must be a file that can be written; {note}: {error.strerror}."
        ) from error
    return journal, held


def _known(path: Path, note: Path) -> Mapping[str, object]:
    """What the note says; it is always written before the journal."""
    if note.exists():
        try:
            known = json.loads(note.read_bytes())
        except (OSError, ValueError):
            known = None
        if isinstance(known, dict) and "problem" in known:
            return known
        raise InvalidInput(
            f"`journal` {path} needs the name {note.name} for a note beside it, and that is "
            "another file; use another name."
        )
    if path.exists() and not (path.is_file() and path.stat().st_size == 0):
        raise InvalidInput(
            f"`journal` must be a new file, or one that `record` made; {path} is neither."
        )
    return {}
