"""Make the library of learning curves that ships with nearbest.

    python scripts/make_library.py real_curves.parquet

takes accuracy curves of the Learning Curve Database (LCDB; Mohr, Viering, Loog and van
Rijn, ECML 2022; MIT licence), adds the curves recorded under ``benchmarks/curves`` on
real tables, and writes ``src/nearbest/forecast/library.parquet``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd

from nearbest.forecast import COLUMNS

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "src" / "nearbest" / "forecast" / "library.parquet"
#: Recorded tables of real data, and the dataset that each is part of.
RECORDED = {
    "flights-3m": "flights",
    "flights-1m": "flights",
    "taxi": "taxi",
    "household": "household",
    "names": "names",
}
#: More seeds of the same dataset and learner add size, and little that is new.
N_SEEDS = 3
#: Prefixes that forecasts compare with begin at 128 rows, and look two doublings back.
SMALLEST = 32


def main() -> None:
    """Join the two sources, keep what forecasts use, and write it small."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    points = pd.concat([database(Path(sys.argv[1])), *map(recorded, RECORDED)])
    points = points[points["n_train"] >= SMALLEST].sort_values(list(COLUMNS[:4]))
    points = points.astype(dict.fromkeys(("dataset", "run", "configuration"), "category"))
    points = points.astype({"n_train": "int32"})
    for score in ("train_score", "test_score"):
        points[score] = points[score].round(4).astype("float32")
    points[list(COLUMNS)].to_parquet(TARGET, index=False, compression="zstd")
    size = TARGET.stat().st_size
    print(f"{TARGET.relative_to(ROOT)}: {len(points):,} points, {size:,} bytes")


def database(path: Path) -> pd.DataFrame:
    """The curves of the database, with its datasets by their OpenML number."""
    points = pd.read_parquet(path)
    points = points[points["seed"] < N_SEEDS]
    return points.assign(
        dataset="LCDB " + points["dataset"].astype(str), run=points["seed"].astype(str)
    )


def recorded(name: str) -> pd.DataFrame:
    """The curves of one recorded table; none where it was not recorded."""
    path = ROOT / "benchmarks" / "curves" / f"{name}.parquet"
    if not path.exists():
        print(f"{path.relative_to(ROOT)} does not exist and is left out")
        return pd.DataFrame(columns=COLUMNS)
    return pd.read_parquet(path).assign(dataset=RECORDED[name], run=name)


if __name__ == "__main__":
    main()
