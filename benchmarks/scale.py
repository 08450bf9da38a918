"""From a file of millions of rows to a choice: the pass, the samples, the selection.

    python benchmarks/scale.py FOLDER [--rows 10000000]

Generates tables of a hundredth, a tenth and all of the rows from one distribution,
29 features and a target, and prints: time, peak memory and size of the pass over each;
the time to open samples; the time to select among 10 configurations, against that of
training all of them on all rows; and the same with a memorizer among them, which can
only be judged by a full run. `docs/scale.md` holds the figures.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import typer
from lightgbm import LGBMClassifier
from pyarrow import parquet
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import SGDClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from nearbest import open_table, select
from nearbest.baselines import full_run
from nearbest.data.store.store import Store
from nearbest.running.prepare import prepare

N_FEATURES, CHUNK, MEMORY, EPSILON = 29, 250_000, 1 << 30, 0.01
REPEATS = 3
GROWING = ["rows", "selection, s", "processor, s", "full runs, s"]
SAMPLES = (1_000, 32_000, 1_000_000)


def candidates() -> dict[str, object]:
    """Ten configurations of learners that finish on ten million rows."""
    boosters = {
        f"lgbm {trees}×{leaves}": LGBMClassifier(
            n_estimators=trees, num_leaves=leaves, verbose=-1
        )
        for trees in (10, 30)
        for leaves in (7, 31, 127)
    }
    lines = {
        f"sgd {alpha:g}": make_pipeline(
            StandardScaler(), SGDClassifier(alpha=alpha, max_iter=5)
        )
        for alpha in (1e-3, 1e-5)
    }
    return {**boosters, **lines, "bayes": GaussianNB(), "majority": DummyClassifier()}


def generate(path: Path, n_rows: int, seed: int) -> None:
    """Rows of one distribution: steps, products and noise, so that size pays a little."""
    rng = np.random.default_rng(seed)
    names = [f"f{i}" for i in range(N_FEATURES)]
    writer = None
    for start in range(0, n_rows, CHUNK):
        n = min(CHUNK, n_rows - start)
        X = rng.normal(size=(N_FEATURES, n)).astype(np.float32)
        score = X[0] + 0.7 * X[1] * X[2] + (X[3] > 0.5) * X[4] + 0.3 * np.sin(3 * X[5])
        y = (score + rng.normal(scale=0.8, size=n) > 0).astype(np.int8)
        table = pa.table([*map(pa.array, X), pa.array(y)], names=[*names, "y"])
        writer = writer or parquet.ParquetWriter(path, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def make_store(file: Path, store: Path) -> dict[str, float]:
    """Time and peak memory of the pass; run in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    open_table(file, target="y", memory=MEMORY, progress=False).shuffled(0, path=store)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"seconds": seconds, "peak": peak / 2**20, "before": before / 2**20}


def measured_pass(file: Path, store: Path) -> dict[str, str]:
    """The pass over one file, as a row of a table."""
    command = [sys.executable, __file__, str(file.parent), "--store", file.name]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = json.loads(output.strip().splitlines()[-1])
    size = sum(p.stat().st_size for p in store.iterdir())
    return {
        "rows": f"{parquet.read_metadata(file).num_rows:,}",
        "file": f"{file.stat().st_size / 2**30:.2f} GiB",
        "pass": f"{found['seconds']:.1f} s",
        "peak memory": f"{found['peak']:.2f} GiB",
        "before the pass": f"{found['before']:.2f} GiB",
        "store": f"{size / 2**30:.2f} GiB",
    }


def opening(store: Path, n: int) -> str:
    """Milliseconds to open a sample of n rows, the median of five."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        Store(store).train(n)
        times.append(time.perf_counter() - start)
    return f"{1e3 * statistics.median(times):.1f} ms"


def selection(file: Path, store: Path, models: dict[str, object]) -> dict[str, float]:
    """Seconds to select, the median of several, and seconds of full runs.

    Processor time beside the clock's, as one timing says little on a busy machine.
    """
    source = open_table(file, target="y", progress=False)
    clock, processor = [], []
    for _ in range(REPEATS):
        begin, start = time.process_time(), time.perf_counter()
        found = select(
            models, source, epsilon=EPSILON, refit=False, store=store, random_state=0
        )
        clock.append(time.perf_counter() - start)
        processor.append(time.process_time() - begin)
    seconds = statistics.median(clock)
    problem = prepare(models, source, epsilon=EPSILON, store=store, random_state=0)
    full = full_run(problem.plan, problem.prober)
    accuracy = {probe.configuration: probe.test_score for probe in full.history}
    return {
        "rows": problem.samples.n_train + problem.samples.n_test,
        "selection, s": seconds,
        "from": min(clock),
        "to": max(clock),
        "processor, s": statistics.median(processor),
        "largest sample": int(found.history["n_train"].max()),
        "full runs, s": full.seconds,
        "speed-up": full.seconds / seconds,
        "full probes": int((found.history["n_train"] == problem.samples.n_train).sum()),
        "loss": accuracy[full.best] - accuracy[found.best],
    }


def main(folder: Path, rows: int = 10_000_000, store: str = "") -> None:
    """Print the tables."""
    if store:
        print(json.dumps(make_store(folder / store, folder / f"{store}.store")))
        return
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{rows // share}.parquet" for share in (100, 10, 1)]
    for seed, (file, share) in enumerate(zip(files, (100, 10, 1), strict=True)):
        if not file.exists():
            generate(file, rows // share, seed)
    stores = [file.with_name(f"{file.name}.store") for file in files]
    passes = [measured_pass(file, at) for file, at in zip(files, stores, strict=True)]
    print(pd.DataFrame(passes).to_string(index=False), flush=True)
    opened = {f"{n:,} rows": opening(stores[-1], n) for n in SAMPLES if n <= rows // 2}
    print(f"opening samples of {rows:,} rows: {opened}", flush=True)
    results = []
    for file, at in zip(files, stores, strict=True):
        results.append(selection(file, at, candidates()))
        print(pd.DataFrame(results).round(2).to_string(index=False), flush=True)
    ratios = pd.DataFrame(results)[GROWING].pct_change() + 1
    print("growth from row to row:", ratios.round(2).iloc[1:].to_string(), sep="\n", flush=True)
    memorizer = {**candidates(), "memorizer": DecisionTreeClassifier()}
    with_it = [selection(f, s, memorizer) for f, s in zip(files[:-1], stores[:-1], strict=True)]
    print("with a memorizer:", pd.DataFrame(with_it).round(2).to_string(index=False), sep="\n")


if __name__ == "__main__":
    typer.run(main)
