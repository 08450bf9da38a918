"""What would ship if a recorded table were not known: for replays of that very table."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from lab import evaluate
from lab.forecaster import fit
from nearbest.forecast.calibration import Levels
from nearbest.forecast.shipped import to_arrays

#: Recorded tables of two classes, by the units they belong to.
UNITS = ("acs_coverage", "census_kdd", "flights")


def write_without(levels: Levels, folder: Path) -> None:
    """A file for each unit, from the past curves of all others."""
    folder.mkdir(parents=True, exist_ok=True)
    _, past, _, _ = evaluate.loaded()
    for unit in UNITS:
        forecaster = fit(past, past.unit != unit).as_arrays()
        np.savez_compressed(folder / unit, **to_arrays(forecaster, levels.without(unit)))
