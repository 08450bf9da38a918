"""One session of a selection: run it, save and report what came out, print the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer

from nearbest.candidates.space import NAMED, Space
from nearbest.cli.answer import as_json, print_answer
from nearbest.cli.clusters import cluster
from nearbest.cli.data import files_named, files_of, labelled, note_kinds, read_rows
from nearbest.cli.failures import exit_unless
from nearbest.cli.job import Job
from nearbest.cli.lines import command, say_line
from nearbest.cli.option_groups import Output, Where
from nearbest.cli.standard_output import kept_for_the_answer
from nearbest.data.files import TableSource
from nearbest.errors import CannotWrite, InvalidInput
from nearbest.places import check_inputs_kept, check_outputs
from nearbest.probing.model_files import save_model
from nearbest.progress import Progress
from nearbest.progress.console import Console
from nearbest.running.ctrl_c import Pressed, noticing_ctrl_c
from nearbest.running.prepare import checked_roster
from nearbest.running.run_dir.claim import files_of_run
from nearbest.running.settings import Settings
from nearbest.running.settings.promise import N_DRAWN
from nearbest.selection.result import Selection
from nearbest.selection.select import select


class NoModelToSave(CannotWrite):
    """The winner was not trained."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Where and how long to run, and what to do with the result.

    `settings` are those of this session; what the job has of them gives way.
    """

    settings: Mapping[str, Any] = field(default_factory=dict)
    where: Where = field(default_factory=Where)
    output: Output = field(default_factory=Output)

    @property
    def run_dir(self) -> Path | None:
        """Where the run is kept, if it is."""
        return self.settings.get("run_dir")

    def run(self, job: Job) -> None:
        """Select, and say what was found.

        Once that is known, a Ctrl-C waits until it is said.
        """
        with noticing_ctrl_c() as pressed:
            found, table = self._selected(job, pressed)
            self._finish(found, table)

    def select(self, job: Job) -> Selection:
        """Select, and say nothing."""
        with noticing_ctrl_c() as pressed:
            return self._selected(job, pressed)[0]

    def _selected(self, job: Job, pressed: Pressed) -> tuple[Selection, TableSource]:
        check_outputs(self.output.files, self.run_dir)
        if self.output.save is not None and self.settings.get("refit") is False:
            raise InvalidInput("`--save` needs a model, and `--refit no` trains none.")
        candidates = job.read_candidates(self.where.allow)
        timeout = self.settings.get("timeout")
        watch = Progress(Console(stderr=True), quiet=self.output.quiet, timeout=timeout)
        table = labelled(
            job.data,
            job.target,
            watch,
            job.drop,
            job.keep_only,
            groups=job.groups,
            sample_weight=job.sample_weight,
            time=job.time,
        )
        check_inputs_kept(self.output.files, self._read(job, table))
        with job.kept_in(self.run_dir, bool(self.settings.get("extend"))) as kept:
            return self._select(kept, candidates, table, watch, pressed), table

    def _read(self, job: Job, table: TableSource) -> dict[str, Iterable[str | Path]]:
        """What must not be written over, by how the user knows it."""
        listed = [] if job.candidates in NAMED else [job.candidates]
        own = [] if self.run_dir is None else files_of_run(self.run_dir)
        return {
            "DATA": files_named(table.files),
            "--test-file": files_of(job.test_file, "--test-file"),
            "the file of candidates": listed,
            "the run directory": own,
        }

    def _select(
        self,
        job: Job,
        candidates: Any,
        table: TableSource,
        watch: Progress,
        pressed: Pressed,
    ) -> Selection:
        settings = {**job.settings, **self.settings}
        if settings.get("n_candidates") is None and isinstance(candidates, Space):
            settings["n_candidates"] = N_DRAWN
        rows: dict[str, Any] = {"X": table}
        if job.in_memory:
            promised = ("scoring", "epsilon", "n_candidates")
            asked: dict[str, Any] = {name: settings.get(name) for name in promised}
            checked_roster(candidates, Settings(**asked))
            rows = read_rows(table, job.data, job.test_file)
        jobs = settings.pop("n_jobs", None)
        with (
            chdir("."),  # what is written afterwards is written here, whatever candidates do
            kept_for_the_answer(),
            cluster(self.where.dask, self.where.ray, jobs) as (executor, n_jobs),
            watch,
        ):
            found = select(
                candidates, **rows, **settings, n_jobs=n_jobs, executor=executor, watch=watch
            )
            pressed.wait()
            return found

    def _finish(self, found: Selection, table: TableSource) -> None:
        model, report, error = self._write(found, table)
        parameters = {c.name: c.parameters for c in found.configurations}
        if self.output.as_json:
            typer.echo(
                as_json(
                    found.race,
                    found.certificate,
                    parameters,
                    seconds=found.seconds,
                    seed=found.seed,
                    model=None if model is None else str(model),
                    report=None if report is None else str(report),
                )
            )
        else:
            print_answer(
                found.race,
                found.certificate,
                parameters,
                seconds=found.seconds,
                quiet=self.output.quiet,
                verbose=self.output.verbose,
            )
            self._print_places(found, model, report)
        if isinstance(error, NoModelToSave) and found.race.ending is None:
            say_line(f"Warning: {error}", err=True)  # who stops a race may have no model
        elif error is not None:
            raise error
        exit_unless(found.race.ending is not None)

    def _write(
        self, found: Selection, table: TableSource
    ) -> tuple[Path | None, Path | None, Exception | None]:
        """Where the model and the report are; an error waits until the answer is printed."""
        model, report, failures = None, None, list[Exception]()
        if self.output.save is not None:
            try:
                model = self._save(found, self.output.save, table)
            except Exception as error:
                failures.append(error)
        if self.output.report is not None:
            from nearbest.report import write_report  # loads what draws the figures

            try:
                write_report(found, self.output.report)
                report = self.output.report
            except Exception as error:
                failures.append(error)
        return model, report, failures[0] if failures else None

    def _save(self, found: Selection, path: Path, table: TableSource) -> Path:
        if found.estimator is None:
            raise NoModelToSave("`--save` has no model to write; a warning above says why.")
        note_kinds(found.estimator, table)
        return save_model(found.estimator, path)

    def _print_places(self, found: Selection, model: Path | None, report: Path | None) -> None:
        if self.output.quiet:
            return
        typer.echo(f"\nSeed: {found.seed}")
        if model is not None:
            say_line(f"Model: {model}")
        if report is not None:
            say_line(f"Report: {report}")
        if self.run_dir is None or found.certificate.decided:
            return
        if found.race.ending is None:
            say_line(f"Go on with: {command('resume', self.run_dir)}")
        elif found.certificate.gap > found.certificate.epsilon:
            say_line(f"Prove it with: {command('resume', self.run_dir, '--stop-at', 'proved')}")
