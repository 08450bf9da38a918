"""``nearbest demo``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from nearbest.candidates import space
from nearbest.cli import options
from nearbest.cli.answer import print_answer
from nearbest.cli.derived import takes_options
from nearbest.cli.failures import exit_unless, guarded
from nearbest.cli.standard_output import kept_for_the_answer
from nearbest.datasets import flights
from nearbest.places import REPORTS, Output, check_output
from nearbest.progress import Progress
from nearbest.progress.console import Console
from nearbest.selection.select import select


@guarded
@takes_options(("epsilon", "delta", "stop_at", "timeout", "n_jobs"))
def demo(
    n: Annotated[int, typer.Option("--n", "-n", help="How many candidates to draw.")] = 20,
    rows: Annotated[int | None, typer.Option(help="Use only so many flights.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of split, draws and fits.")] = 0,
    report: options.Report = None,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    debug: options.Debug = False,
    **settings: Any,
) -> None:
    """Select among configurations of the paper's space on a million US flights.

    [bold]Examples[/]

    nearbest demo

    nearbest demo --rows 50000 --n 10 --epsilon 0.02
    """
    if report is not None:
        check_output(Output("--report", report, REPORTS))
    X, y = flights(return_X_y=True)
    if rows is not None:
        X = X.sample(min(rows, len(X)), random_state=seed)
        y = y.loc[X.index]
    if not quiet:
        typer.echo(
            f"{len(X):,} US flights, {n} candidates from 5 learners:\n"
            "which one predicts best whether a flight is 15 minutes late?\n"
        )
    progress = Progress(Console(stderr=True), quiet=quiet, timeout=settings["timeout"])
    with kept_for_the_answer(), progress:
        found = select(
            space.paper(),
            X,
            y,
            n_candidates=n,
            random_state=seed,
            watch=progress,
            **settings,
        )
    print_answer(
        found.race,
        found.certificate,
        {c.name: c.parameters for c in found.configurations},
        seconds=found.seconds,
        quiet=quiet,
        verbose=verbose,
    )
    if report is not None:
        from nearbest.report import write_report  # loads what draws the figures

        write_report(found, report)
    exit_unless(found.race.ending is not None)
