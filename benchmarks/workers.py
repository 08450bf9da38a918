"""Throughput and memory of one worker process against two, in one run.

    python benchmarks/workers.py

Probes are CPU-bound fits of equal cost on half a million rows, so that two workers on
two cores should finish nearly twice as many in the same time.
"""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import wait
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from nearbest.race.observation import Task
from nearbest.running.prepare import prepare
from nearbest.running.problem.problem import Problem
from nearbest.running.workers.execution import execution
from nearbest.running.workers.resources import Resources

N_ROWS, N_COLUMNS, N_PROBES, PROBE_ROWS = 500_000, 40, 8, 100_000


@dataclass
class Measured:
    """Probes a second, and memory of the workers while they ran."""

    throughput: float
    private: float
    shared: float


def main() -> None:
    """Measure one and two workers in turn and print the ratio."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((N_ROWS, N_COLUMNS), dtype=np.float32)
    y = (X[:, :5].sum(axis=1) + rng.standard_normal(N_ROWS) > 0).astype(int)
    trees = (DecisionTreeClassifier(max_depth=8), {"random_state": list(range(N_PROBES))})
    problem = prepare(trees, X, y, random_state=0)
    print(f"data: {X.nbytes / 2**20:.0f} MiB; {N_PROBES} probes of {PROBE_ROWS:,} rows each")
    runs = {n_workers: measure(problem, n_workers) for n_workers in (1, 2)}
    for n_workers, measured in runs.items():
        print(
            f"{n_workers} worker(s): {measured.throughput:.2f} probes a second; memory of all "
            f"workers: {measured.private:.0f} MiB private, {measured.shared:.0f} MiB mapped"
        )
    ratio = runs[2].throughput / runs[1].throughput
    print(f"two workers have {ratio:.2f} times the throughput of one")


def measure(problem: Problem, n_workers: int) -> Measured:
    """Run all probes on so many workers."""
    resources = Resources(n_jobs=n_workers, killable=True)
    with execution(problem, resources, None) as where:
        memory, done = [], threading.Event()
        sampler = threading.Thread(target=_sample, args=(memory, done))
        sampler.start()
        begin = time.perf_counter()
        tasks = [Task(name, PROBE_ROWS, PROBE_ROWS, 2.0) for name in problem.plan.names]
        wait([where.submit(task) for task in tasks])
        seconds = time.perf_counter() - begin
        done.set()
        sampler.join()
    private, shared = max(memory)
    return Measured(N_PROBES / seconds, private, shared)


def _sample(memory: list[tuple[float, float]], done: threading.Event) -> None:
    """MiB of private and of file-backed memory of all children, until done."""
    while not done.wait(0.2):
        parts = [_smaps(pid) for pid in _children(os.getpid())]
        memory.append((sum(p for p, _ in parts), sum(s for _, s in parts)))


def _children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):
            continue
        if parent == pid:
            found.append(int(stat.parent.name))
    return found


def _smaps(pid: int) -> tuple[float, float]:
    private = mapped = 0.0
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith(("Private_Dirty:", "Pss_Anon:")):
                private = max(private, int(line.split()[1]) / 1024)
            if line.startswith("Pss_File:"):
                mapped = int(line.split()[1]) / 1024
    except OSError:
        pass
    return private, mapped


if __name__ == "__main__":
    main()
