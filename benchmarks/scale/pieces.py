"""The pieces that are measured, each in a process of its own."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nearbest import open_table, select
from nearbest.data.store.store import Store
from nearbest.running.prepare import prepare
from scale.candidates import candidates

MEMORY, EPSILON, TARGET = 1 << 30, 0.01, "returned"
SAMPLES = (1_000, 32_000, 1_000_000)


def names() -> list[str]:
    """All pieces of one table; the paper's rule comes last, as it may take long."""
    ours = ["selection, calibrated", "selection, calibrated, with training"]
    full = [f"full run: {name}" for name in candidates()]
    return ["pass", "opening", *ours, *full, "selection, paper"]


def measure(piece: str, file: Path) -> dict[str, Any]:
    """What a piece did, its time by the clock, its processor time and peak memory."""
    what = _what(piece, file)
    clock, processor = time.perf_counter(), time.process_time()
    found = what()
    return {
        **found,
        "seconds": time.perf_counter() - clock,
        "processor": time.process_time() - processor,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20,
    }


def _what(piece: str, file: Path) -> Callable[[], dict[str, Any]]:
    kind, _, name = piece.partition(": ")
    if kind == "full run":
        return lambda: full_run(file, name)
    if kind == "pass":
        return lambda: make_store(file)
    if kind == "opening":
        return lambda: opening(file)
    _, rule, *training = kind.split(", ")
    return lambda: selection(file, rule, refit=bool(training))


def store_of(file: Path) -> Path:
    """Where the shuffled rows of a file are."""
    return file.with_suffix(".store")


def make_store(file: Path) -> dict[str, Any]:
    """One pass over the file, within the memory granted."""
    store = store_of(file)
    open_table(file, target=TARGET, memory=MEMORY, progress=False).shuffled(0, path=store)
    size = sum(part.stat().st_size for part in store.iterdir())
    return {"file GiB": file.stat().st_size / 2**30, "store GiB": size / 2**30}


def opening(file: Path) -> dict[str, Any]:
    """Milliseconds to open samples of several sizes, medians of five."""
    found = {}
    for n in SAMPLES:
        times = []
        for _ in range(5):
            start = time.perf_counter()
            Store(store_of(file)).train(n)
            times.append(time.perf_counter() - start)
        found[f"{n:,} rows"] = 1e3 * statistics.median(times)
    return found


def selection(file: Path, rule: str, *, refit: bool) -> dict[str, Any]:
    """Who was chosen, and on how large samples."""
    found = select(
        candidates(),
        open_table(file, target=TARGET, progress=False),
        epsilon=EPSILON,
        stop_at=rule,
        refit=refit,
        store=store_of(file),
        random_state=0,
    )
    sizes = found.history["n_train"]
    return {
        "winner": found.best,
        "sentence": found.certificate.sentence,
        "probes": len(sizes),
        "largest sample": int(sizes.max()),
        "full probes": int((sizes == found.race.plan.full_size(found.best)).sum()),
    }


def full_run(file: Path, name: str) -> dict[str, Any]:
    """The score of a candidate trained on all training rows, on all test rows."""
    source = open_table(file, target=TARGET, progress=False)
    problem = prepare({name: candidates()[name]}, source, store=store_of(file), random_state=0)
    model = problem.prober.fit(name, problem.samples.n_train)
    return {"accuracy": problem.prober.score(model, problem.samples.n_test).value}
