"""What a command line asked for, kept in the run directory for `nearbest resume`."""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from nearbest.candidates import space
from nearbest.candidates.configuration import Configuration
from nearbest.candidates.space import Space
from nearbest.candidates.toml import read_candidates
from nearbest.errors import DifferentRun, InvalidInput
from nearbest.race.stopping import StopAt
from nearbest.running.run_dir import RunDir
from nearbest.writing import write_whole

COMMAND, CANDIDATES = "command.json", "candidates.toml"
FORMAT = 1
PAPER = "paper"
#: Candidates that are drawn from a space unless the user says how many.
N_DRAWN = 40


@dataclass(frozen=True, slots=True)
class Job:
    """The selection itself: data, candidates and what is promised.

    `candidates` is "paper" or a file; where and how long to run is not part of it, as
    that may change from one session to the next. So may ε and the rule to stop by, but
    they hold until they do.
    """

    data: str
    target: str
    candidates: str
    n: int | None
    epsilon: float
    delta: float
    seed: int | None
    drop: tuple[str, ...] = ()
    keep_only: tuple[str, ...] = ()
    stop_at: StopAt = "proved"

    def read_candidates(self, allow: Collection[str]) -> list[Configuration] | Space:
        """The candidates or the space."""
        if self.candidates == PAPER:
            return space.paper()
        return read_candidates(self.candidates, allow=allow)

    def keep(self, run_dir: Path) -> Job:
        """Write this down, with a copy of the candidates.

        Refuses the folder of another job, if that one got as far as to begin, and a folder
        in use.
        """
        with RunDir(run_dir) as folder:
            if folder.settings() is not None and (run_dir / COMMAND).exists():
                self._check_same(run_dir)
            return self._write(run_dir)

    def _check_same(self, run_dir: Path) -> None:
        if _identity(kept(run_dir)) != _identity(self):
            raise DifferentRun(
                f"`--run-dir` {run_dir} holds another run; `nearbest resume {run_dir}` goes on "
                "with that one, or choose another folder."
            )

    def _write(self, run_dir: Path) -> Job:
        job = replace(self, data=absolute(self.data))
        if self.candidates != PAPER:
            copy = run_dir / CANDIDATES
            if not copy.exists() or not copy.samefile(self.candidates):
                write_whole(copy, Path(self.candidates).read_bytes())
            job = replace(job, candidates=CANDIDATES)
        written = json.dumps({"format": FORMAT, **asdict(job)}, indent=1)
        write_whole(run_dir / COMMAND, written.encode())
        return kept(run_dir)


def kept(run_dir: Path) -> Job:
    """The job that was written down in a run directory."""
    file = run_dir / COMMAND
    if not file.exists():
        raise InvalidInput(
            f"{run_dir} has no {COMMAND}: it was not made by `nearbest select --run-dir`."
        )
    try:
        values = json.loads(file.read_text())
        written_as = values.pop("format")
        plain: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in values.items()
        }
        job = Job(**plain)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InvalidInput(f"{file} is damaged: {error}.") from error
    if written_as != FORMAT:
        raise InvalidInput(
            f"{file} is of format {written_as!r}; this version of nearbest reads {FORMAT}."
        )
    if job.candidates != PAPER:
        job = replace(job, candidates=str(run_dir / CANDIDATES))
    return job


def _identity(job: Job) -> tuple[object, ...]:
    """What two jobs must share to be the same run."""
    source = job.candidates
    content = source if source == PAPER else Path(source).read_text()
    columns = job.target, job.drop, job.keep_only
    return absolute(job.data), columns, content, job.n, job.delta, job.seed


def absolute(data: str) -> str:
    """A path that means the same from any folder; a URL does already."""
    return data if "://" in data else os.path.abspath(data)
