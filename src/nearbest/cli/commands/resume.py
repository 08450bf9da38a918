"""``nearbest resume``."""

from __future__ import annotations

from typing import Any

from nearbest.cli import options
from nearbest.cli.derived import only_given, takes_options
from nearbest.cli.failures import guarded
from nearbest.cli.job import read_job
from nearbest.cli.option_groups import Output, Where
from nearbest.cli.session import Session
from nearbest.running.settings import FIXED

#: Settings of a run that goes on, and those that make no sense here.
AS_BEFORE = {*FIXED, "n_candidates", "run_dir", "extend"}


@guarded
@takes_options(but=AS_BEFORE, instead=True)
def resume(
    run_dir: options.RunDir,
    *,
    where: Where,
    output: Output,
    **settings: Any,
) -> None:
    """Go on with a run that was stopped or crashed; no finished probe is repeated.

    Data, candidates and δ are those of the run, and so are ε and the rule to stop by
    unless others are given. Packages that were allowed to be named must be allowed again: the
    run directory may come from someone else.

    [bold]Examples[/]

    nearbest resume run

    nearbest resume run --stop-at proved

    nearbest resume run --jobs 4 --timeout 1h --save model.skops
    """
    given = only_given(settings)
    session = Session(settings={**given, "run_dir": run_dir}, where=where, output=output)
    session.run(read_job(run_dir).changed(given))
