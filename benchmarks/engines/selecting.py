"""One selection, on the engine that is named."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scale.candidates import candidates

from nearbest import Selection, open_table, select
from nearbest.datasets import flights

TARGET, SEED = "delayed", 0
#: Those of the candidates that are trained on a million rows in seconds.
QUICK = (
    "lightgbm 30×31",
    "lightgbm 100×31",
    "histgradient",
    "tree, leaves of 500",
    "linear",
    "bayes",
)
#: What makes two probes the same.
COURSE = ["configuration", "n_train", "n_test", "train_score", "test_score"]


def make_store(folder: Path, n_rows: int) -> None:
    """Write the flights to a file, and shuffle them into a store, unless it is there."""
    file = folder / "flights.parquet"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        flights().head(n_rows).to_parquet(file, index=False)
        open_table(file, target=TARGET, progress=False).shuffled(SEED, path=folder / "store")


def measure(engine: str, folder: Path) -> dict[str, Any]:
    """Who was chosen, how long it took, and what identifies the course of the race.

    The time does not include the start of the cluster. Costs are counted in rows, so that
    the course does not depend on how busy the machine is.
    """
    source = open_table(folder / "flights.parquet", target=TARGET, progress=False)
    with started(engine) as (executor, n_workers):
        start = time.perf_counter()
        found = select(
            {name: candidates()[name] for name in QUICK},
            source,
            cost="rows",
            store=folder / "store",
            executor=executor,
            n_jobs=n_workers,
            random_state=SEED,
        )
        seconds = time.perf_counter() - start
    return {
        "seconds": seconds,
        "winner": found.best,
        "sentence": found.certificate.sentence,
        "gap": found.certificate.gap,
        "probes": len(found.history),
        "course": course(found),
    }


def course(found: Selection) -> str:
    """A digest of all probes in the order in which they finished."""
    probes = found.history[COURSE].to_csv(index=False)
    return hashlib.sha256(probes.encode()).hexdigest()[:12]


@contextmanager
def started(engine: str) -> Iterator[tuple[Executor | None, int]]:
    """The executor of a cluster on this machine, such as "dask 2"; none for "alone"."""
    kind, _, n_workers = engine.partition(" ")
    if kind == "dask":
        with _dask(int(n_workers)) as executor:
            yield executor, int(n_workers)
    elif kind == "ray":
        with _ray(int(n_workers)) as executor:
            yield executor, int(n_workers)
    else:
        yield None, 1


@contextmanager
def _dask(n_workers: int) -> Iterator[Executor]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=n_workers, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        client.wait_for_workers(n_workers)
        yield client.get_executor()


@contextmanager
def _ray(n_workers: int) -> Iterator[Executor]:
    import ray

    from nearbest.running.executors.ray import RayExecutor

    ray.init(num_cpus=n_workers, include_dashboard=False, log_to_driver=False)
    try:
        yield RayExecutor(num_cpus=1)
    finally:
        ray.shutdown()
