"""``nearbest select``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from nearbest.arguments import did_you_mean
from nearbest.candidates.space import NAMED
from nearbest.cli import options
from nearbest.cli.derived import takes_options
from nearbest.cli.failures import guarded
from nearbest.cli.groups import Output, Rows, Where
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
    *,
    rows: Rows,
    where: Where,
    output: Output,
    **settings: Any,
) -> None:
    """Choose a candidate within ε of the best, and say how sure that is.

    [bold]Examples[/]

    nearbest select flights.parquet --target delayed --n 20

    nearbest select flights.csv -t delayed --candidates mine.toml --epsilon 0.02

    nearbest select flights.csv -t delayed --jobs 8 --timeout 30m --run-dir run

    nearbest select flights.csv -t delayed --stop-at proved

    nearbest select flights.csv -t delayed --report out.html --save model.skops
    """
    if space is not None and candidates is not None:
        raise typer.BadParameter("--space and --candidates cannot be given together.")
    if space is not None and space not in NAMED and not Path(space).exists():
        raise InvalidInput(
            f"`--space` must be {', '.join(NAMED)} or a TOML file; {space} does not exist."
            f"{did_you_mean(space, NAMED)}"
        )
    source = str(candidates) if candidates is not None else space or PAPER
    job = Job(
        data=data,
        target=target,
        candidates=source,
        drop=tuple(rows.drop),
        keep_only=tuple(rows.keep),
        groups=rows.groups,
        sample_weight=rows.sample_weight,
        time=rows.time,
        test_file=rows.test_file,
    ).changed(settings)
    Session(settings=settings, where=where, output=output).run(job)
