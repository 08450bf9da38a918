"""A folder with everything needed to go on after a crash.

``settings.json`` says what is being selected and on which data, ``journal.jsonl``
holds every observation and who was admitted later, ``models/`` the fitted models that
may be delivered and ``store/`` the shuffled data for worker processes. Reading it runs
no code.
"""

from __future__ import annotations

import io
import json
import logging
import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from nearbest.data.shuffle import Strata
from nearbest.errors import CannotWrite, InvalidInput, RunDirInUse
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.running.run_dir.claim import check_claim
from nearbest.running.run_dir.damage import naming_damage, read_mapping
from nearbest.running.run_dir.journal import Journal
from nearbest.running.run_dir.names import (
    JOURNAL,
    LOCK,
    MODELS,
    OUTCOME,
    SETTINGS,
    STORE,
    STRATA,
)
from nearbest.running.run_dir.outcome import RunOutcome
from nearbest.running.run_dir.record import RunRecord
from nearbest.writing import write_whole

logger = logging.getLogger("nearbest")

FORMAT = 1
#: Who finds a directory locked tries for so many seconds: it may be that somebody just looks
#: whether it is in use, which takes the lock for a moment.
SECONDS_OF_A_LOOK = 0.3


class RunDir:
    """An open run directory, locked against other processes.

    Parameters
    ----------
    path : str or Path
        Created if it does not exist, in a folder that does. If it exists, it must be empty
        or a run's.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = check_claim(path)
        if not (self.path / LOCK).exists():
            read_record(self.path)  # of whom they are is known before anything is written
        self._lock = FileLock(self.path / LOCK)
        try:
            self.path.mkdir(exist_ok=True)
            self._lock.acquire(timeout=SECONDS_OF_A_LOOK, poll_interval=0.01)
        except Timeout as error:
            raise RunDirInUse(
                f"`run_dir` {self.path} is in use by another process; wait for it to end, "
                "or choose another directory."
            ) from error
        except OSError as error:
            raise InvalidInput(
                f"`run_dir` must be a directory to write to; {self.path}: {error.strerror}."
            ) from error
        self.journal = Journal(self.path / JOURNAL)

    @property
    def models(self) -> Path:
        """The folder of fitted models."""
        return self.path / MODELS

    @property
    def store(self) -> Path:
        """The folder of the shuffled data."""
        return self.path / STORE

    def record(self) -> RunRecord | None:
        """What an earlier call wrote down; None where there was none."""
        return read_record(self.path)

    def begin(self, record: RunRecord) -> None:
        """Write down what is being selected, before the first result.

        What an earlier call trained after its race is a probe of this one.
        """
        before = read_outcome(self.path)
        for observation in () if before is None else before.trained:
            self.journal.append(observation)
        self._write_json(SETTINGS, {"format": FORMAT, **record.to_json()})
        (self.path / OUTCOME).unlink(missing_ok=True)  # of an earlier call

    def finish(self, outcome: RunOutcome) -> None:
        """Write down how the run ended, for reports.

        Where that fails there is a warning only: the answer is worth more than the note.
        """
        outcome = replace(outcome, n_lines=self.journal.n_lines)
        try:
            self._write_json(OUTCOME, outcome.to_json())
        except CannotWrite as error:
            logger.warning("The answer could not be written to the run directory: %s", error)

    def save_strata(self, strata: Strata | None) -> None:
        """Keep the classes of a stratified shuffle, which the bounds need.

        To be called before `begin`. Once a run has begun they do not change.
        """
        if (self.path / STRATA).exists() and self.record() is not None:
            return
        if strata is None:
            (self.path / STRATA).unlink(missing_ok=True)  # of a run that did not begin
            return
        train, test = strata.codes()
        content = io.BytesIO()
        np.savez_compressed(content, train=train, test=test)
        self._write(STRATA, content.getvalue())

    def _write_json(self, name: str, values: Mapping[str, Any]) -> None:
        self._write(name, json.dumps(values, indent=1, default=_plain_number).encode())

    def _write(self, name: str, content: bytes) -> None:
        """Write a file so that it is there whole or not at all."""
        try:
            write_whole(self.path / name, content)
        except OSError as error:
            raise CannotWrite(
                f"`run_dir` must be a directory to write to; {self.path}: {error.strerror}."
            ) from error

    def observations(self, plan: Plan) -> Iterable[Observation]:
        """Everything observed so far, checked against the plan."""
        return self.journal.replay(plan)

    def close(self) -> None:
        """Let go of the lock."""
        self._lock.release()

    def __enter__(self) -> RunDir:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def is_in_use(path: Path) -> bool:
    """Whether a process holds the lock of a run directory now."""
    if not (path / LOCK).exists():
        return False
    try:
        with FileLock(path / LOCK, timeout=0):
            return False
    except Timeout:
        return True
    except OSError:  # a folder that may be read only: whoever runs there could write
        return False


def _plain_number(value: Any) -> Any:
    """NumPy's numbers as Python's; nothing else is expected."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON.")


def read_record(path: Path) -> RunRecord | None:
    """The record of the run in `path`, or None; an error if it is damaged.

    It names every candidate, those that only the journal knows of yet included.
    """
    file = path / SETTINGS
    if not file.exists():
        return None
    values = read_mapping(file)
    if "format" not in values:
        raise InvalidInput(
            f"`run_dir` must hold a run; {file} is not one's, so choose another directory."
        )
    if values["format"] != FORMAT:
        raise InvalidInput(
            f"`run_dir`: {file} is of format {values['format']!r}; this version of "
            f"nearbest reads format {FORMAT}."
        )
    admissions = list(Journal(path / JOURNAL).admissions())
    with naming_damage(file):
        return RunRecord.from_json(values).with_admitted(admissions)


def record_of_run(path: Path) -> RunRecord:
    """`read_record` of a directory that must hold a run."""
    record = read_record(path)
    if record is None:
        raise InvalidInput(f"`run_dir` must hold a run; {path} has no {SETTINGS}.")
    return record


def read_outcome(path: Path) -> RunOutcome | None:
    """What `RunDir.finish` wrote down; None where the run has not ended."""
    file = path / OUTCOME
    if not file.exists():
        return None
    values = read_mapping(file)
    with naming_damage(file):
        return RunOutcome.from_json(values)


def load_strata(path: Path) -> Strata | None:
    """What `RunDir.save_strata` kept; None where the shuffle was not stratified."""
    file = path / STRATA
    if not file.exists():
        return None
    with naming_damage(file), np.load(file) as kept:
        return Strata.of(kept["train"], kept["test"])
