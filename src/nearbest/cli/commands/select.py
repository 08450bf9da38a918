"""``nearbest select``."""

from __future__ import annotations

from typing import Any

from nearbest.cli import options
from nearbest.cli.derived import takes_options
from nearbest.cli.failures import guarded
from nearbest.cli.job import Job
from nearbest.cli.option_groups import Candidates, Output, Rows, Where
from nearbest.cli.session import Session


@guarded
@takes_options()
def select(
    data: options.Data,
    target: options.Target,
    *,
    candidates: Candidates,
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
    job = Job.asked(data, target, candidates, rows, settings)
    Session(settings=settings, where=where, output=output).run(job)
