"""What a command line asked for, kept in the run directory for `nearbest resume`."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.space import NAMED, Space
from nearbest.candidates.toml import read_candidates
from nearbest.cli.lines import command
from nearbest.cli.option_groups import Candidates, Rows
from nearbest.errors import DifferentRun, InvalidInput, RunDirInUse
from nearbest.places import expanded
from nearbest.race.stop_at import FORMER_RULES
from nearbest.running.run_dir.damage import naming_damage, read_mapping
from nearbest.running.run_dir.names import CANDIDATES, COMMAND
from nearbest.running.run_dir.record import RunRecord
from nearbest.running.run_dir.run_dir import RunDir
from nearbest.running.settings import DEFAULTS, FIXED, KEPT
from nearbest.writing import write_whole

FORMAT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The selection itself: data, candidates and what is promised.

    `candidates` is the name of a space, such as "paper", or a file. `settings` has those
    that a run directory remembers; where and how long to run is not part of it, as that
    may change from one session to the next. So may settings that are not fixed, but they
    hold until they do.
    """

    data: str
    target: str
    candidates: str
    drop: tuple[str, ...] = ()
    keep_only: tuple[str, ...] = ()
    groups: str | None = None
    sample_weight: str | None = None
    time: str | None = None
    test_file: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def asked(
        cls,
        data: str,
        target: str,
        candidates: Candidates,
        rows: Rows,
        settings: Mapping[str, Any],
    ) -> Job:
        """The job that a command line asks for."""
        job = cls(
            data=data,
            target=target,
            candidates=candidates.source,
            drop=tuple(rows.drop),
            keep_only=tuple(rows.keep),
            test_file=rows.test_file,
            groups=rows.groups,
            sample_weight=rows.sample_weight,
            time=rows.time,
        )
        return job.changed(settings)

    @property
    def in_memory(self) -> bool:
        """Whether the rows must be read into memory, as a store cannot do it."""
        return self.test_file is not None or bool(self.settings.get("stratify"))

    def changed(self, settings: Mapping[str, Any]) -> Job:
        """The job with other values of those settings that a run directory remembers."""
        kept = {name: value for name, value in settings.items() if name in KEPT}
        return replace(self, settings={**self.settings, **kept})

    def read_candidates(self, allow: Collection[str]) -> list[Configuration] | Space:
        """The candidates or the space."""
        if self.candidates in NAMED:
            return NAMED[self.candidates]()
        return read_candidates(self.candidates, allow=allow)

    @contextmanager
    def kept_in(self, run_dir: Path | None, extend: bool = False) -> Iterator[Job]:
        """Write this down, with a copy of the candidates; the job as it was written.

        Refuses the folder of another job, if that one got as far as to begin, and a folder
        in use. With `extend` the candidates may be others. Where what follows ends with an
        error or Ctrl-C before the run has taken them, a run that was there is left as it was.
        """
        if run_dir is None:
            yield self
            return
        with ExitStack() as stack:
            with RunDir(run_dir) as folder:
                record = folder.record()
                if record is not None:
                    if (run_dir / COMMAND).exists():
                        self._check_same(run_dir, extend)
                    stack.enter_context(_restored_unless_begun(run_dir, record))
                job = self._write(run_dir)
            yield job

    def _check_same(self, run_dir: Path, extend: bool) -> None:
        before, now = read_job(run_dir)._identity(extend), self._identity(extend)
        other = next((name for name, value in now.items() if before[name] != value), None)
        if other is not None:
            raise DifferentRun(
                f"`--run-dir` {run_dir} holds another run, with another {other}; "
                f"`{command('resume', run_dir)}` goes on with that one, or choose another "
                "directory."
            )

    def _identity(self, extend: bool) -> dict[str, object]:
        """What two jobs must share to be the same run, by what a user calls it."""
        found: dict[str, object] = {
            "file of data": absolute(self.data),
            "`--test-file`": self.test_file and absolute(self.test_file),
            "target": self.target,
            "choice of columns": (self.drop, self.keep_only),
            "column of groups": self.groups,
            "column of weights": self.sample_weight,
            "column of times": self.time,
        }
        found |= {f"`{name}`": self.settings.get(name, DEFAULTS[name]) for name in FIXED}
        if not extend:
            is_named = self.candidates in NAMED
            content = self.candidates if is_named else Path(self.candidates).read_text()
            found["file of candidates"] = content
            found["number of candidates"] = self.settings.get("n_candidates")
        return found

    def _write(self, run_dir: Path) -> Job:
        test_file = None if self.test_file is None else absolute(self.test_file)
        job = replace(self, data=absolute(self.data), test_file=test_file)
        if self.candidates not in NAMED:
            copy = run_dir / CANDIDATES
            if not copy.exists() or not copy.samefile(self.candidates):
                write_whole(copy, Path(self.candidates).read_bytes())
            job = replace(job, candidates=CANDIDATES)
        written = json.dumps({"format": FORMAT, **asdict(job)}, indent=1)
        write_whole(run_dir / COMMAND, written.encode())
        return read_job(run_dir)


@contextmanager
def _restored_unless_begun(run_dir: Path, record: RunRecord) -> Iterator[None]:
    """Bring back what is written here, if the block is left by an error too early."""
    paths = [run_dir / COMMAND, run_dir / CANDIDATES]
    before = {path: path.read_bytes() if path.exists() else None for path in paths}
    try:
        yield
    except BaseException:
        # another process that has taken the folder since has written its own
        with suppress(RunDirInUse), RunDir(run_dir) as folder:
            if folder.record() == record:
                for path, content in before.items():
                    _put_back(path, content)
        raise


def _put_back(path: Path, content: bytes | None) -> None:
    """The file as it was; None where there was none."""
    if content is None:
        path.unlink(missing_ok=True)
    elif not path.exists() or path.read_bytes() != content:
        write_whole(path, content)


def read_job(run_dir: Path) -> Job:
    """The job that was written down in a run directory."""
    file = run_dir / COMMAND
    if not file.exists():
        raise InvalidInput(
            f"{run_dir} has no {COMMAND}: it was not made by `nearbest select --run-dir`."
        )
    values = read_mapping(file)
    with naming_damage(file):
        written_as = values.pop("format")
    if written_as not in (1, 2, FORMAT):
        raise InvalidInput(
            f"{file} is of format {written_as!r}; this version of nearbest reads formats up "
            f"to {FORMAT}."
        )
    with naming_damage(file):
        if written_as == 1:
            values = _from_format_1(values)
        job = _from_json(values if written_as == FORMAT else _with_former_rule(values))
    if job.candidates not in NAMED:
        job = replace(job, candidates=str(run_dir / CANDIDATES))
    return job


def _from_json(values: Mapping[str, Any]) -> Job:
    plain: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in values.items()
    }
    unknown = [name for name in plain["settings"] if name not in KEPT]
    if unknown:
        raise ValueError(f"it has an unknown setting, {unknown[0]!r}")
    return Job(**plain)


def _from_format_1(values: dict[str, Any]) -> dict[str, Any]:
    """What version 0.1.0 wrote: settings among the rest, two by the names of options."""
    names = {"n": "n_candidates", "seed": "random_state"}
    of_settings = ("n", "epsilon", "delta", "seed", "stop_at")
    settings = {names.get(k, k): values.pop(k) for k in of_settings if k in values}
    return {**values, "settings": settings}


def _with_former_rule(values: dict[str, Any]) -> dict[str, Any]:
    """What was written when rules to stop by had other names."""
    settings = values["settings"]
    former = settings.get("stop_at", "proved")
    rule = FORMER_RULES.get(former, former)
    return {**values, "settings": {**settings, "stop_at": rule}}


def absolute(data: str) -> str:
    """A path that means the same from any folder; a URL does already."""
    return data if "://" in data else os.path.abspath(expanded(data))
