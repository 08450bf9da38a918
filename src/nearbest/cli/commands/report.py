"""``nearbest report``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nearbest.cli import options
from nearbest.cli.failures import guarded
from nearbest.cli.lines import say_line
from nearbest.places import REPORTS, Output, as_path, check_inputs_kept, check_outputs
from nearbest.running.run_dir.claim import files_of_run
from nearbest.running.run_dir.run_dir import record_of_run


@guarded
def report(
    run_dir: options.RunDir,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.html",
            help="RUN_DIR/report.html if left out.",
            parser=as_path,
        ),
    ] = None,
    debug: options.Debug = False,
) -> None:
    """Write the report of a run: one HTML file that needs no network.

    [bold]Examples[/]

    nearbest report run

    nearbest report run --output flights.html
    """
    from nearbest.report import write_report  # loads what draws the figures

    if output is None:
        record_of_run(run_dir)  # who is there is looked at before where to write
    path = output or run_dir / "report.html"
    written = [Output("--output", path, REPORTS)]
    check_outputs(written)
    check_inputs_kept(written, {"the run directory": files_of_run(run_dir)})
    write_report(run_dir, path)
    say_line(f"Report: {path}")
