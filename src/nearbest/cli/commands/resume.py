"""``nearbest resume``."""

from __future__ import annotations

from dataclasses import replace

from nearbest.cli import options
from nearbest.cli.failures import guarded
from nearbest.cli.job import kept
from nearbest.cli.session import Session


@guarded
def resume(
    run_dir: options.RunDir,
    stop_at: options.StopWhenInstead = None,
    allow: options.Allow = [],  # noqa: B006  # typer copies it
    timeout: options.Timeout = None,
    jobs: options.Jobs = None,
    dask: options.Dask = None,
    ray: options.Ray = None,
    store: options.Store = None,
    report: options.Report = None,
    save: options.Save = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    debug: options.Debug = False,
) -> None:
    """Go on with a run that was stopped or crashed; no finished probe is repeated.

    Data, candidates, ε and δ are those of the run, and so is the rule to stop by unless
    another is given. Packages that were allowed to be named must be allowed again: the
    folder may come from someone else.

    [bold]Examples[/]

    nearbest resume run

    nearbest resume run --stop-at proved

    nearbest resume run --jobs 4 --timeout 1h --save model.skops
    """
    job = kept(run_dir)
    if stop_at is not None:
        job = replace(job, stop_at=stop_at)
    Session(
        run_dir, timeout, jobs, dask, ray, store, report, save, allow, as_json, quiet, verbose
    ).run(job)
