"""Fit what ships: trees and shapes on all units, wrong levels of each unit without its fold.

make lab-ship CURVES=FOLDER SCORE=roc_auc

Beside it, for each recorded table, what is known without that table (`lab.left_out`).
"""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np

from lab import evaluate, left_out, models, other_scores
from lab.calibration import wrong_from
from lab.forecaster import Forecaster, fit
from nearbest.forecast.calibration import Levels
from nearbest.forecast.shipped import to_arrays
from nearbest.race.tuning import Tuning

N_FOLDS = 10
#: Tolerated losses that levels are made for, the usual one first: it has more races. Of losses
#: they are parts of what the best constant prediction loses.
EPSILONS, OF_LOSSES = (0.01, 0.005, 0.02), (0.01, 0.02, 0.05)
#: Levels come from datasets of at least so many training rows.
FEWEST_ROWS = 8_900


def prepare(score: str, workers: int) -> Forecaster:
    """Fit a forecaster without each fold, for the races, and one on everything, to ship."""
    models.N_FOLDS = N_FOLDS
    everything = models.tables(score)
    past, fold = models.past(everything), models.folds(everything)
    (models.CACHE / "past.pkl").write_bytes(pickle.dumps((everything, past, fold)))
    folds = [(), *((k,) for k in range(N_FOLDS))]
    with ProcessPoolExecutor(workers) as pool:
        found = dict(pool.map(fit_without, folds))
    with open(evaluate.FIT, "wb") as file:
        pickle.dump((everything, past, fold, found), file)
    return found[()]


def fit_without(folds: tuple[int, ...]):
    """A forecaster that has not seen these folds."""
    _, past, fold = pickle.loads((models.CACHE / "past.pkl").read_bytes())
    of = np.array([fold[u] for u in past.unit])
    return folds, fit(past, ~np.isin(of, folds))


def wrong_levels(epsilon: float, workers: int) -> dict[str, list[float]]:
    """For each unit, from which level on each of its races would not end wrongly."""
    found: dict[str, list[float]] = {}
    settings = replace(Tuning(), epsilon=epsilon)
    usable = evaluate.usable(evaluate.loaded()[0], FEWEST_ROWS)
    tables = [table for table in usable if evaluate.ends_early(table)]
    light = epsilon != EPSILONS[0]
    rows = evaluate.run_all(settings, light=light, workers=workers, tables=tables)
    (models.CACHE / f"ship-{epsilon}.pkl").write_bytes(pickle.dumps(rows))
    for r in rows:
        found.setdefault(r["unit"], []).append(
            wrong_from(r["p"], r["loss"] > epsilon + evaluate.ROUNDING)
        )
    return found


if __name__ == "__main__":
    score, workers = sys.argv[1], 2
    place = Path(str(files("nearbest.forecast") / models.past_named(score).file))
    shipped, levels = prepare(score, workers), {}
    for epsilon in OF_LOSSES if other_scores.is_loss(score) else EPSILONS:
        levels[epsilon] = wrong_levels(epsilon, workers)
        found = Levels(levels, FEWEST_ROWS)
        np.savez_compressed(place, **to_arrays(shipped.as_arrays(), found))
        print(epsilon, len(levels[epsilon]), "units", place.stat().st_size, "bytes", flush=True)
    left_out.write(score, found)
