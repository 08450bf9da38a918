"""``nearbest show``."""

from __future__ import annotations

import typer

from nearbest.cli import options
from nearbest.cli.answer import as_json as answer_as_json
from nearbest.cli.answer import print_answer
from nearbest.cli.failures import guarded
from nearbest.running.resume import read_past_run


@guarded
def show(
    run_dir: options.RunDir,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    debug: options.Debug = False,
) -> None:
    """Show how a run stands or ended: the answer, with all behind it on request.

    Reads the run directory only: no data is needed, nothing in it is run, and the run may be
    still under way.

    [bold]Examples[/]

    nearbest show run

    nearbest show run --json
    """
    run = read_past_run(run_dir)
    certificate, parameters = run.certificate(), run.record.parameters
    if as_json:
        seed = run.record.seed
        typer.echo(
            answer_as_json(run.race, certificate, parameters, seed=seed, running=run.is_running)
        )
        return
    print_answer(
        run.race,
        certificate,
        parameters,
        seconds=run.seconds,
        quiet=quiet,
        verbose=verbose,
        running=run.is_running,
    )
