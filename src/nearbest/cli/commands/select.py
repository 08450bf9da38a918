"""``nearbest select``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from nearbest.candidates.space import NAMED
from nearbest.cli import options
from nearbest.cli.derived import takes_options
from nearbest.cli.failures import guarded
from nearbest.cli.job import PAPER, Job
from nearbest.cli.session import Session
from nearbest.errors import InvalidInput


@guarded
@takes_options()
def select(
    data: options.Data,
    target: options.Target,
    space: Annotated[
        str | None,
        typer.Option(
            help="A space to draw from: [bold]paper[/] (the default), [bold]modern[/], "
            "[bold]modern-regression[/] or a TOML file."
        ),
    ] = None,
    candidates: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="A file that lists candidates.")
    ] = None,
    drop: options.Drop = [],  # noqa: B006  # typer copies it
    keep: options.Keep = [],  # noqa: B006
    allow: options.Allow = [],  # noqa: B006  # typer copies it
    groups: options.Groups = None,
    sample_weight: options.SampleWeight = None,
    time: options.Time = None,
    test_file: options.TestFile = None,
    dask: options.Dask = None,
    ray: options.Ray = None,
    report: options.Report = None,
    save: options.Save = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    debug: options.Debug = False,
    **settings: Any,
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
    if space is not None and space not in NAMED and not Path(space).exists():
        raise InvalidInput(
            f"`--space` must be {', '.join(NAMED)} or a TOML file; {space} does not exist."
        )
    source = str(candidates) if candidates is not None else space or PAPER
    job = Job(
        data=data,
        target=target,
        candidates=source,
        drop=tuple(drop),
        keep_only=tuple(keep),
        groups=groups,
        sample_weight=sample_weight,
        time=time,
        test_file=test_file,
    ).changed(settings)
    Session(
        settings=settings,
        dask=dask,
        ray=ray,
        report=report,
        save=save,
        allow=allow,
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
    ).run(job)
