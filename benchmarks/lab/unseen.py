"""What ships, judged on recordings that it does not know.

    OMP_NUM_THREADS=1 PYTHONPATH=. python -W ignore -m lab.unseen FOLDER [SCORE ...]

FOLDER has files of ``record_scores.py``; what `recorded_targets.py` tells of them is noted. Run
it before they count in what ships next: afterwards they are no longer unseen.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from lab import auc, data, evaluate, models, other_scores
from nearbest.forecast.shipped import shipped_forecaster, shipped_levels
from nearbest.race.tuning import Tuning

EPSILON, DELTA = 0.01, 0.05


def table_of(path: Path, score: str) -> data.Table | None:
    """A recording by a score; None where it has no such score."""
    if score in other_scores.SCORES:
        return other_scores.of_file(other_scores.SCORES[score], path)
    frame = pd.read_parquet(path).query("status == 'ok'")
    if f"test_{score}" not in frame:
        return None
    return auc.of_file(path) if score == "roc_auc" else data._new(path.stem, frame)


def judged(table: data.Table, score: str, level: float) -> list[dict]:
    """How races of 5, of 10 and of all candidates end at a level."""
    plans = [plan for plan in evaluate.plans(table, light=False) if plan[2] != "draw"]
    forecaster = shipped_forecaster(models.past_named(score))
    found = []
    for race in evaluate.races_of(table, forecaster, replace(Tuning(), epsilon=EPSILON), plans):
        at = evaluate.stop(race["p"], level)
        winner, cost = race["winner"][at], evaluate.cost_at(race, level)
        training = race["share"][winner] if race["full_at"][winner] > at else 0.0
        kept = {key: race[key] for key in ("unit", "tag", "n", "size")}
        found.append(kept | {"loss": race["loss"][at], "cost": cost, "whole": cost + training})
    return found


def main(folder: Path, score: str) -> None:
    """Print a line for each table, and one for all draws."""
    levels = shipped_levels(models.past_named(score))
    level, rows = levels.level(EPSILON, DELTA), []
    for path in sorted(folder.glob("*.parquet")):
        table = table_of(path, score)
        if table is not None:
            rows += judged(table.complete(), score, level)
    races = pd.DataFrame(rows)
    races["beyond"] = races["loss"] > EPSILON + evaluate.ROUNDING
    print(f"{score}: level {level:.3f} of {levels.n_datasets} datasets")
    drawn = races[races["tag"] == "judge"]
    for name, some in [*races.groupby(["unit", "tag"]), ("all draws", drawn)]:
        speeds = np.exp(-np.log(some[["cost", "whole"]]).mean())
        print(
            f"{name}, {some['size'].max():,.0f} rows: {some['beyond'].mean():.1%} of {len(some)} "
            f"beyond, largest loss {some['loss'].max():.4f}, {speeds['cost']:.1f}x, with training "
            f"{speeds['whole']:.1f}x, dearest {some['whole'].max():.2f}"
        )


if __name__ == "__main__":
    for asked in sys.argv[2:] or ["accuracy"]:
        main(Path(sys.argv[1]), asked)
