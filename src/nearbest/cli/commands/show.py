"""``nearbest show``."""

from __future__ import annotations

from dataclasses import replace

import typer

from nearbest.cli import options
from nearbest.cli.answer import as_json as answer_as_json
from nearbest.cli.answer import print_answer
from nearbest.cli.failures import guarded
from nearbest.race.certify import certify
from nearbest.running.resume import read_delivery, read_run
from nearbest.running.run_dir import read_outcome, read_settings


@guarded
def show(
    run_dir: options.RunDir,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    debug: options.Debug = False,
) -> None:
    """Show how a run stands or ended: the answer so far, with all behind it on request.

    Reads the folder only: no data is needed, nothing in it is run, and the run may be
    still under way.

    [bold]Examples[/]

    nearbest show run

    nearbest show run --json
    """
    race, settings = read_run(run_dir), read_settings(run_dir) or {}
    certificate = replace(
        certify(race, read_delivery(run_dir)), notes=tuple(settings.get("notes", ()))
    )
    parameters = settings.get("parameters", {})
    if not as_json:
        seconds = read_outcome(run_dir).get("seconds")
        print_answer(
            race, certificate, parameters, seconds=seconds, quiet=quiet, verbose=verbose
        )
        return
    typer.echo(answer_as_json(race, certificate, parameters, seed=settings.get("seed")))
