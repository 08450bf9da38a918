"""``nearbest select``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nearbest.cli import options
from nearbest.cli.failures import guarded
from nearbest.cli.job import PAPER, Job
from nearbest.cli.session import Session
from nearbest.errors import InvalidInput


@guarded
def select(
    data: options.Data,
    target: options.Target,
    space: Annotated[
        str | None,
        typer.Option(help="A space to draw from: [bold]paper[/] (the default) or a TOML file."),
    ] = None,
    candidates: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="A file that lists candidates.")
    ] = None,
    n: Annotated[
        int | None,
        typer.Option("--n", "-n", help="How many to draw from a space; 40 if left out."),
    ] = None,
    epsilon: options.Epsilon = 0.01,
    delta: options.Delta = 0.05,
    stop_at: options.StopWhen = "proved",
    seed: options.Seed = None,
    drop: options.Drop = [],  # noqa: B006  # typer copies it
    keep: options.Keep = [],  # noqa: B006
    allow: options.Allow = [],  # noqa: B006  # typer copies it
    timeout: options.Timeout = None,
    jobs: options.Jobs = None,
    dask: options.Dask = None,
    ray: options.Ray = None,
    store: options.Store = None,
    run_dir: Annotated[
        Path | None,
        typer.Option(
            "--run-dir",
            metavar="DIR",
            parser=options.folder_named,
            help="Keep what is needed to resume after a crash.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    report: options.Report = None,
    save: options.Save = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    debug: options.Debug = False,
) -> None:
    """Choose a configuration within ε of the best, and say how sure that is.

    [bold]Examples[/]

    nearbest select flights.parquet --target delayed --n 20

    nearbest select flights.csv -t delayed --candidates mine.toml --epsilon 0.02

    nearbest select flights.csv -t delayed --jobs 8 --timeout 30m --run-dir run

    nearbest select flights.csv -t delayed --stop-at predicted

    nearbest select flights.csv -t delayed --report out.html --save model.skops
    """
    if space is not None and candidates is not None:
        raise typer.BadParameter("--space and --candidates exclude each other.")
    if space not in (None, PAPER) and not Path(str(space)).exists():
        raise InvalidInput(f"`--space` must be {PAPER} or a TOML file; {space} does not exist.")
    source = str(candidates) if candidates is not None else space or PAPER
    columns = tuple(drop), tuple(keep)
    job = Job(data, target, source, n, epsilon, delta, seed, *columns, stop_at)
    Session(
        run_dir, timeout, jobs, dask, ray, store, report, save, allow, as_json, quiet, verbose
    ).run(job)
