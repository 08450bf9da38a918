"""Forecasters and levels that have not seen a recorded table, for replays on it.

`lab.ship` writes them beside this file, so that replays need none of the past curves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from lab.data import CONSTANT, UNITS
from nearbest.forecast import CalibratedOutlook
from nearbest.forecast.calibration import Levels
from nearbest.forecast.quantiles import QuantileForecaster
from nearbest.forecast.shipped import forecaster_of, levels_of, to_arrays
from nearbest.race.plan import Plan

FOLDER = Path(__file__).parent / "left_out"
#: Rows that the shares of the classes are counted in, for races that want counts.
COUNTED = 10_000


def write(forecasters: Mapping[str, QuantileForecaster], levels: Levels) -> None:
    """One file for each unit: a forecaster that was fitted without it, and others' levels."""
    FOLDER.mkdir(exist_ok=True)
    for unit, forecaster in forecasters.items():
        arrays = to_arrays(forecaster, levels.without(unit))
        np.savez_compressed(FOLDER / f"{unit}.npz", **arrays)


def outlook(plan: Plan, table: str) -> CalibratedOutlook:
    """The outlook of a race on a recorded table, by the past without it."""
    with np.load(FOLDER / f"{UNITS.get(table, table)}.npz") as arrays:
        forecaster, levels = forecaster_of(arrays), levels_of(arrays)
    # races know the shares of the classes; recorded curves have them elsewhere
    most = round(COUNTED * CONSTANT[table])
    return CalibratedOutlook(
        replace(plan, class_counts=(most, COUNTED - most)), forecaster, levels
    )
