"""Settings of resources: how long a run may take, and what its probes may use."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypedDict

from nearbest.arguments import check_count, check_flag, check_path, check_positive
from nearbest.running.settings.field import Option, setting

if TYPE_CHECKING:
    from concurrent.futures import Executor


@dataclass(frozen=True, kw_only=True)
class ResourceSettings:
    """How long a run may take, where its probes run, and what each may use."""

    timeout: float | None = setting(
        None,
        """Seconds in which to have a model, with the gap certified by then. The race stops so
        early that the current winner can be trained on all rows. Where that does not fit,
        the best candidate that can be trained in time is; where none can, or training takes
        longer than expected, the model of a sample is delivered. Probes and training run in
        a process of their own then, so that one under way can be killed.""",
        check=partial(check_positive, what="number of seconds"),
        option=Option(
            "--timeout",
            "duration",
            "Have an answer and its model after so long: 90s, 10m, 1h30m.",
            panel="where",
        ),
    )
    threads: int | None = setting(
        1,
        "Native threads that a fit may use; None for no limit.",
        check=check_count,
        remembered="kept",
        option=Option(
            "--threads",
            "integer",
            'Native threads that a fit may use; "all" for no limit.',
            words={"all": None},
            panel="where",
        ),
    )
    cache: bool = setting(
        False,
        """Do the steps that several pipelines begin with once per sample size and process,
        and keep up to 1 GiB of what they make for the next candidate. Results are the
        same.""",
        check=check_flag,
        shown=False,
    )
    n_jobs: int | None = setting(
        None,
        """Probes in flight at once, each in a worker process; -1 for one per core. None
        runs them in this process, one after another.""",
        option=Option(
            "--jobs",
            "integer",
            "Probes at once; -1 for one per core.",
            short="-j",
            panel="where",
        ),
    )
    executor: Executor | None = setting(
        None,
        """Where to run `n_jobs` probes at once instead, such as ``client.get_executor()`` of
        a Dask client or ``nearbest.running.executors.ray.RayExecutor()``.""",
        shown=False,
    )
    store: str | os.PathLike[str] | None = setting(
        None,
        """A folder that all workers of `executor` see, or a URL that fsspec can write, for
        the shuffled data. Runs that name the same one share the store of a
        `TableSource`.""",
        check=check_path,
        shown=False,
        option=Option(
            "--store",
            "folder",
            "A folder that all machines see, for the shuffled data.",
            metavar="DIR",
            panel="where",
        ),
    )
    probe_timeout: float | None = setting(
        None,
        "Seconds after which a probe is killed, and its candidate fails.",
        check=partial(check_positive, what="number of seconds"),
        option=Option(
            "--probe-timeout",
            "duration",
            "Kill a probe after so long; its candidate fails.",
            panel="where",
        ),
    )
    probe_memory: int | None = setting(
        None,
        "Bytes that a probe may allocate before its candidate fails (Linux).",
        check=partial(check_positive, what="number of bytes"),
        option=Option(
            "--probe-memory",
            "bytes",
            "Memory that a probe may allocate before its candidate fails: 512M, 2G (Linux).",
            panel="where",
        ),
    )


class ResourceArguments(TypedDict, total=False):
    """The same as keyword arguments."""

    timeout: float | None
    threads: int | None
    cache: bool
    n_jobs: int | None
    executor: Executor | None
    store: str | os.PathLike[str] | None
    probe_timeout: float | None
    probe_memory: int | None
