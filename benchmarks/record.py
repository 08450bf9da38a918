"""Record learning curves of one table, to be replayed by the other benchmarks.

    python benchmarks/record.py flights-1m
    python benchmarks/record.py taxi --data FOLDER --n 20

Trains every configuration at every size, one thread each, and writes
``benchmarks/curves/TABLE.parquet``. Times are processor times: they do not depend on
what else the machine does. Each configuration is recorded whole before the
next, and an interrupted recording goes on where it stopped; what is written holds the
configurations that were finished. A larger ``--n`` adds configurations to what an earlier
recording holds.
"""

from __future__ import annotations

import argparse
import platform
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from tables import TABLES
from threadpoolctl import threadpool_limits

from nearbest.replay import record

CURVES = Path(__file__).parent / "curves"
PACKAGES = ("nearbest", "scikit-learn", "lightgbm", "numpy", "scipy")


def main() -> None:
    """Record, and note machine, versions and command beside the curves."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("--data", type=Path, help="folder of the tables that are not embedded")
    parser.add_argument("--n", type=int, help="how many configurations")
    parser.add_argument("--rows", type=int, help="take that many rows, drawn at random")
    given = parser.parse_args()
    table = TABLES[given.table]
    n = given.n or table.n_configurations
    X, y = table.load(given.data)
    if given.rows:
        rows = np.random.default_rng(0).permutation(len(y))[: given.rows]
        X, y = (X.iloc[rows] if hasattr(X, "iloc") else X[rows]), y[rows]
    earlier = recorded(given.table)
    known = set(earlier["configuration"]) if len(earlier) else set()
    missing = [c for c in table.space.draw(n, random_state=0) if c.name not in known]
    with threadpool_limits(1):
        frame = record(
            missing,
            X,
            y,
            random_state=0,
            clock=time.process_time,
            journal=CURVES / f"{given.table}.jsonl",
        )
    command = f"python benchmarks/record.py {given.table} --n {n}"
    command += " --data FOLDER" if given.data else ""
    command += f" --rows {given.rows}" if given.rows else ""
    write(pd.concat([earlier, frame], ignore_index=True), given.table, command)


def recorded(name: str) -> pd.DataFrame:
    """What an earlier recording holds; nothing if there is none."""
    path = CURVES / f"{name}.parquet"
    return pd.read_parquet(path) if path.exists() else pd.DataFrame()


def write(frame: pd.DataFrame, name: str, command: str) -> None:
    """Keep the curves with the machine, the versions and the command that made them."""
    table = pa.Table.from_pandas(frame, preserve_index=False)
    notes = {
        "command": command,
        "machine": f"{platform.machine()}, {platform.system()}, one thread a learner",
        "python": platform.python_version(),
        **{package: version(package) for package in PACKAGES},
    }
    target = CURVES / f"{name}.parquet"
    annotated = table.replace_schema_metadata({**(table.schema.metadata or {}), **notes})
    pq.write_table(annotated, target, compression="zstd")
    print(f"{target}: {len(frame)} trainings, {frame.fit_time.sum():,.0f} s of fitting")


if __name__ == "__main__":
    main()
