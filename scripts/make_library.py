"""Make the library of learning curves that ships with nearbest.

    python scripts/make_library.py real_curves.parquet

takes accuracy curves of the Learning Curve Database (LCDB; Mohr, Viering, Loog and van
Rijn, ECML 2022; MIT licence), adds the curves recorded under ``benchmarks/curves`` on
real tables, and writes ``src/nearbest/forecast/library.parquet``. The large datasets of
the database, with times, become the problems of ``benchmarks/calibration/lcdb.parquet``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd

from nearbest.forecast import COLUMNS, CURVE

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "src" / "nearbest" / "forecast" / "library.parquet"
PROBLEMS = ROOT / "benchmarks" / "calibration" / "lcdb.parquet"
#: Recorded tables of real data. The flights are left out: demo, tutorial and benchmarks
#: choose on them, and a forecast from their own curves would be no forecast.
RECORDED = ("taxi", "household", "names")
#: So many configurations of each: forecasts take few neighbours of one dataset.
N_CONFIGURATIONS = 20
#: More seeds of the same dataset and learner add size, and little that is new.
N_SEEDS = 3
#: Prefixes that forecasts compare with begin at 128 rows, and look two doublings back.
SMALLEST = 32
#: A problem to choose on has at least so many rows, and samples from so many on.
LARGE, FIRST_SAMPLE = 30_000, 1_000


def main() -> None:
    """Join the two sources, keep what forecasts use, and write it small."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    curves = database(Path(sys.argv[1]))
    write(problems(curves), PROBLEMS)
    few = curves[curves["seed"] < N_SEEDS]
    points = pd.concat([few, *map(recorded, RECORDED)])
    points = points[points["n_train"] >= SMALLEST].sort_values(list(COLUMNS[:4]))
    points = points.astype(dict.fromkeys(("dataset", "run", "configuration"), "category"))
    write(points[list(COLUMNS)], TARGET)


def write(points: pd.DataFrame, target: Path) -> None:
    """Write points in few bytes."""
    points = points.astype({"n_train": "int32"})
    for score in ("train_score", "test_score"):
        points[score] = points[score].round(4).astype("float32")
    points.to_parquet(target, index=False, compression="zstd")
    size = target.stat().st_size
    print(f"{target.relative_to(ROOT)}: {len(points):,} points, {size:,} bytes")


def problems(curves: pd.DataFrame) -> pd.DataFrame:
    """Of the large datasets, the configurations with a full run, at doubling sizes."""
    full = curves.groupby("dataset")["n_train"].transform("max")
    curves = curves[full >= LARGE]
    full = full[curves.index]
    largest = curves.groupby([*CURVE])["n_train"].transform("max")
    steps = np.log2(curves["n_train"])
    doubling = (steps == steps.round()) & (curves["n_train"] <= 0.8 * full)
    kept = curves[
        (largest == full)
        & (curves["n_train"] >= FIRST_SAMPLE)
        & (doubling | (curves["n_train"] == full))
    ]
    return kept[[*COLUMNS, "fit_time"]].sort_values([*CURVE, "n_train"])


def database(path: Path) -> pd.DataFrame:
    """The curves of the database, with its datasets by their OpenML number."""
    points = pd.read_parquet(path)
    return points.assign(
        dataset="LCDB " + points["dataset"].astype(str), run=points["seed"].astype(str)
    )


def recorded(name: str) -> pd.DataFrame:
    """The first curves of one recorded table; none where it was not recorded."""
    path = ROOT / "benchmarks" / "curves" / f"{name}.parquet"
    if not path.exists():
        print(f"{path.relative_to(ROOT)} does not exist and is left out")
        return pd.DataFrame(columns=COLUMNS)
    curves = pd.read_parquet(path)
    first = curves["configuration"].unique()[:N_CONFIGURATIONS]
    return curves[curves["configuration"].isin(first)].assign(dataset=name, run="0")


if __name__ == "__main__":
    main()
