"""Record learning curves of the paper's space on the embedded flights.

    python benchmarks/record_flights.py

Trains 20 configurations at every size from about 1,500 rows to all 800,000 training
rows, one thread each, and writes ``benchmarks/curves/flights-1m.parquet``. An
interrupted recording goes on where it stopped.
"""

from __future__ import annotations

import platform
from importlib.metadata import version
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from nearbest import space
from nearbest.datasets import flights
from nearbest.replay import record

CURVES = Path(__file__).parent / "curves"
PACKAGES = ("nearbest", "scikit-learn", "lightgbm", "numpy", "scipy")


def main() -> None:
    """Record, and note machine, versions and command beside the curves."""
    X, y = flights(return_X_y=True)
    frame = record(
        space.paper(),
        X,
        y,
        n_candidates=20,
        random_state=0,
        journal=CURVES / "flights-1m.jsonl",
    )
    table = pa.Table.from_pandas(frame, preserve_index=False)
    notes = {
        "command": "python benchmarks/record_flights.py",
        "machine": f"{platform.machine()}, {platform.system()}, one thread a learner",
        "python": platform.python_version(),
        **{package: version(package) for package in PACKAGES},
    }
    target = CURVES / "flights-1m.parquet"
    pq.write_table(
        table.replace_schema_metadata({**(table.schema.metadata or {}), **notes}), target
    )
    print(f"{target}: {len(frame)} trainings, {frame.fit_time.sum():,.0f} s of fitting")


if __name__ == "__main__":
    main()
