"""Make the flight tables that nearbest ships and reads.

Source: ``flights-3m.parquet`` of the npm package vega-datasets 3.2.1, which holds
on-time data of the US Department of Transportation (public domain). Needs npm.

    python scripts/make_flights.py                  # the million rows in the wheel
    python scripts/make_flights.py --full FILE      # all 3 million rows
"""

from __future__ import annotations

import argparse
import subprocess
import tarfile
import tempfile
from pathlib import Path

import pandas as pd

PACKAGE = "vega-datasets@3.2.1"
MEMBER = "package/data/flights-3m.parquet"
EMBEDDED = Path(__file__).parents[1] / "src/nearbest/datasets/flights-1m.parquet"
EMBEDDED_ROWS = 1_000_000
MINUTES_LATE = 15


def main() -> None:
    """Fetch the package and write the table that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--full", type=Path, metavar="FILE", help="write all 3 million rows")
    target = parser.parse_args().full
    table = features(fetch())
    if target is None:
        target = EMBEDDED
        table = table.sample(EMBEDDED_ROWS, random_state=0)
    # Rows that resemble each other compress well; the order carries no meaning.
    table = table.sort_values(["origin", "destination", "month", "day", "minute"])
    target.parent.mkdir(parents=True, exist_ok=True)
    table.reset_index(drop=True).to_parquet(target, compression="zstd", compression_level=19)
    print(f"{target}: {len(table):,} rows, {target.stat().st_size / 1e6:.1f} MB")


def fetch() -> pd.DataFrame:
    """The source table."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", PACKAGE, "--silent"], cwd=folder, check=True)
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as tar:
            tar.extract(MEMBER, folder, filter="data")
        return pd.read_parquet(Path(folder) / MEMBER)


def features(raw: pd.DataFrame) -> pd.DataFrame:
    """The columns that `nearbest.datasets.flights` documents."""
    when = raw["date"].dt
    return pd.DataFrame(
        {
            "month": when.month.astype("int8"),
            "day": when.day.astype("int8"),
            "weekday": when.day_of_week.astype("int8"),
            "minute": (when.hour * 60 + when.minute).astype("int16"),
            "distance": raw["distance"].astype("int16"),
            "origin": raw["origin"].astype("category"),
            "destination": raw["destination"].astype("category"),
            "delayed": raw["delay"] >= MINUTES_LATE,
        }
    )


if __name__ == "__main__":
    main()
