"""``nearbest resume``."""

from __future__ import annotations

from dataclasses import replace

from nearbest.cli.failures import guarded
from nearbest.cli.job import kept
from nearbest.cli.options import (
    Allow,
    AsJson,
    Dask,
    Debug,
    Jobs,
    Quiet,
    Ray,
    Report,
    RunDir,
    Save,
    StopWhenInstead,
    Store,
    Timeout,
)
from nearbest.cli.session import Session


@guarded
def resume(
    run_dir: RunDir,
    stop_at: StopWhenInstead = None,
    allow: Allow = [],  # noqa: B006  # typer copies it
    timeout: Timeout = None,
    jobs: Jobs = None,
    dask: Dask = None,
    ray: Ray = None,
    store: Store = None,
    report: Report = None,
    save: Save = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    debug: Debug = False,
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
    Session(run_dir, timeout, jobs, dask, ray, store, report, save, allow, as_json, quiet).run(
        job
    )
