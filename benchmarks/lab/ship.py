"""Fit what ships: trees and shapes on all units, wrong levels of each unit without its fold.

make lab-ship CURVES=FOLDER

Beside it, for each recorded table, what is known without that table (`lab.left_out`).
"""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

from lab import evaluate, left_out, models
from lab.calibration import wrong_from
from lab.forecaster import Forecaster, fit
from lab.settings import Settings
from nearbest.forecast.calibration import Levels
from nearbest.forecast.quantiles import QuantileForecaster
from nearbest.forecast.shipped import to_arrays

N_FOLDS = 10
#: Tolerated losses that levels are made for, the usual one first.
EPSILONS = (0.01, 0.005, 0.02)
ROUNDING = 1e-9


def prepare(workers: int) -> Forecaster:
    """Fit a forecaster without each fold, for the races, and one on everything, to ship."""
    models.N_FOLDS = N_FOLDS
    everything = models.tables()
    past, fold = models.past(everything), models.folds(everything)
    (models.CACHE / "past.pkl").write_bytes(pickle.dumps((everything, past, fold)))
    left_out = [(), *((k,) for k in range(N_FOLDS))]
    with ProcessPoolExecutor(workers) as pool:
        found = dict(pool.map(fit_without, left_out))
    with open(evaluate.FIT, "wb") as file:
        pickle.dump((everything, past, fold, found), file)
    return found[()]


def fit_without(left_out: tuple[int, ...]):
    """A forecaster that has not seen these folds."""
    _, past, fold = pickle.loads((models.CACHE / "past.pkl").read_bytes())
    of = np.array([fold[u] for u in past.unit])
    return left_out, fit(past, ~np.isin(of, left_out))


def without_tables() -> dict[str, QuantileForecaster]:
    """For the unit of each recorded table the forecaster that has not seen its fold."""
    everything, _, fold, forecasters = evaluate.loaded()
    units = sorted({table.unit for table in everything["recorded"]})
    return {unit: forecasters[(fold[unit],)].as_arrays() for unit in units}


def wrong_levels(epsilon: float, workers: int) -> dict[str, list[float]]:
    """For each unit, from which level on each of its races would not end wrongly."""
    found: dict[str, list[float]] = {}
    settings = replace(Settings(), epsilon=epsilon)
    rows = evaluate.run_all(settings, light=False, workers=workers)
    (models.CACHE / f"ship-{epsilon}.pkl").write_bytes(pickle.dumps(rows))
    for r in rows:
        found.setdefault(r["unit"], []).append(
            wrong_from(r["p"], r["loss"] > epsilon + ROUNDING)
        )
    return found


if __name__ == "__main__":
    place, workers = Path(sys.argv[1]), 2
    shipped, levels = prepare(workers), {}
    for epsilon in EPSILONS:
        levels[epsilon] = wrong_levels(epsilon, workers)
        np.savez_compressed(place, **to_arrays(shipped.as_arrays(), Levels(levels)))
        print(epsilon, len(levels[epsilon]), "units", place.stat().st_size, "bytes", flush=True)
    left_out.write(without_tables(), Levels(levels))
