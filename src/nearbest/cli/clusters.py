"""Clusters that users name on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from nearbest.errors import InvalidInput, MissingExtra
from nearbest.printable import clause


@contextmanager
def cluster(
    dask: str | None, ray: str | None, jobs: int | None
) -> Iterator[tuple[Executor | None, int | None]]:
    """The executor at these addresses, if any, and how many probes to keep in flight."""
    if dask is not None and ray is not None:
        raise InvalidInput("`--dask` and `--ray` cannot be given together; give one address.")
    if dask is not None:
        with _dask(dask, jobs) as found:
            yield found
    elif ray is not None:
        with _ray(ray, jobs) as found:
            yield found
    else:
        yield None, jobs


@contextmanager
def _dask(address: str, jobs: int | None) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client  # an extra
    except ImportError as error:
        raise MissingExtra.of("`--dask` needs Dask", "dask") from error
    try:
        client = Client(address, timeout=10)
    except OSError as error:
        raise InvalidInput(
            f"`--dask` found no scheduler at {address}: {clause(error)}."
        ) from error
    with client:
        threads = sum(client.nthreads().values())
        yield client.get_executor(), jobs or max(threads, 1)


@contextmanager
def _ray(address: str, jobs: int | None) -> Iterator[tuple[Executor, int]]:
    try:
        import ray  # an extra

        from nearbest.running.executors.ray import RayExecutor
    except ImportError as error:
        raise MissingExtra.of("`--ray` needs Ray", "ray") from error
    try:
        ray.init(address=address, log_to_driver=False)
    except (OSError, ValueError) as error:
        raise InvalidInput(
            f"`--ray` found no cluster at {address}: {clause(error)}."
        ) from error
    try:
        yield RayExecutor(), jobs or max(int(ray.cluster_resources().get("CPU", 1)), 1)
    finally:
        ray.shutdown()
