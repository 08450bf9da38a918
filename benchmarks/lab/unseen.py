"""What ships, judged on recordings that it does not know.

    OMP_NUM_THREADS=1 PYTHONPATH=. python -W ignore -m lab.unseen FOLDER

FOLDER has files of ``record_scores.py``. Run it before they are moved to ``past`` and
count in what ships next: afterwards they are no longer unseen.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd

from lab import data, evaluate
from nearbest.forecast.shipped import shipped_forecaster, shipped_levels
from nearbest.race.tuning import Tuning

EPSILON, DELTA = 0.01, 0.05


def judged(table: data.Table, level: float) -> list[dict]:
    """How races of 5, of 10 and of all candidates end at a level."""
    plans = [plan for plan in evaluate.plans(table, light=False) if plan[2] != "draw"]
    found = []
    for race in evaluate.races_of(table, shipped_forecaster(), Tuning(), plans):
        at = evaluate.stop(race["p"], level)
        winner, cost = race["winner"][at], evaluate.cost_at(race, level)
        training = race["share"][winner] if race["full_at"][winner] > at else 0.0
        kept = {key: race[key] for key in ("unit", "tag", "n", "size")}
        found.append(kept | {"loss": race["loss"][at], "cost": cost, "whole": cost + training})
    return found


def main(folder: Path) -> None:
    """Print a line for each table, and one for all draws."""
    level = shipped_levels().level(EPSILON, DELTA)
    rows = []
    for path in sorted(folder.glob("*.parquet")):
        table = data._new(path.stem, pd.read_parquet(path).query("status == 'ok'"))
        rows += judged(table.complete(), level)
    races = pd.DataFrame(rows)
    races["beyond"] = races["loss"] > EPSILON + evaluate.ROUNDING
    print(f"level {level:.3f} of {shipped_levels().n_datasets} datasets")
    drawn = races[races["tag"] == "judge"]
    for name, some in [*races.groupby(["unit", "tag"]), ("all draws", drawn)]:
        speeds = np.exp(-np.log(some[["cost", "whole"]]).mean())
        print(
            f"{name}, {some['size'].max():,.0f} rows: {some['beyond'].mean():.1%} of {len(some)} "
            f"beyond, largest loss {some['loss'].max():.4f}, {speeds['cost']:.1f}x, with training "
            f"{speeds['whole']:.1f}x, dearest {some['whole'].max():.2f}"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
