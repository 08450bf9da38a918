"""What would ship if a recorded table were not known, for replays of that very table.

`lab.ship` writes it, so that replays need none of the past curves.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab import evaluate
from lab.data import BENCHMARKS, CONSTANT, UNITS
from lab.forecaster import fit
from lab.loop import largest_and_rest
from nearbest.forecast import CalibratedOutlook
from nearbest.forecast.calibration import Levels
from nearbest.forecast.shipped import forecaster_of, levels_of, to_arrays
from nearbest.race.plan import Plan

FOLDER = BENCHMARKS / "past" / "without"
#: By score the recorded tables that are replayed, by the units they belong to.
REPLAYED = {
    "accuracy": ("flights", "household", "names", "particles", "taxi"),
    "roc_auc": ("acs_coverage", "census_kdd", "flights"),
    "log_loss": ("acs_coverage", "census_kdd", "flights"),
    "r2": ("beijing_pm25", "npm_downloads"),
    "rmse": ("beijing_pm25", "npm_downloads"),
}


def write(score: str, levels: Levels) -> None:
    """A file for each unit that is replayed, from the past curves of all others."""
    _, past, _, _ = evaluate.loaded()
    for unit in REPLAYED.get(score, ()):
        forecaster = fit(past, past.unit != unit).as_arrays()
        arrays = to_arrays(forecaster, levels.without(unit))
        (FOLDER / score).mkdir(parents=True, exist_ok=True)
        np.savez_compressed(FOLDER / score / f"{unit}.npz", **arrays)


def read(plan: Plan, unit: str, score: str) -> CalibratedOutlook:
    """The outlook of a race on a table of this unit, by the past without it."""
    with np.load(FOLDER / score / f"{unit}.npz") as arrays:
        return CalibratedOutlook(plan, forecaster_of(arrays), levels_of(arrays))


def outlook(plan: Plan, table: str) -> CalibratedOutlook:
    """The same by accuracy on a recorded table of two classes."""
    # races know the shares of the classes; recorded curves have them elsewhere
    plan = replace(plan, class_counts=largest_and_rest(CONSTANT[table], 2))
    return read(plan, UNITS.get(table, table), "accuracy")
