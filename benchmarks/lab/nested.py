"""Nested judgement: nothing that a fold is judged by has seen it.

    OMP_NUM_THREADS=1 PYTHONPATH=. python -W ignore -m lab.nested

The level for fold k comes from races on the units of every other fold j, forecast without
the folds j and k; the races of fold k are forecast without k.
"""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations

import numpy as np
import pandas as pd

from lab import evaluate, models
from lab.calibration import stop
from lab.forecaster import fit
from lab.settings import Settings

N_FOLDS = 4
DELTAS = (0.2, 0.1, 0.05, 0.02)


def fit_without(left_out: tuple[int, ...]):
    """A forecaster that has not seen these folds."""
    _, past, fold = pickle.loads((models.CACHE / "past.pkl").read_bytes())
    of = np.array([fold[u] for u in past.unit])
    return left_out, fit(past, ~np.isin(of, left_out))


def prepare() -> None:
    """Fit a forecaster without each fold and without each pair of folds."""
    models.N_FOLDS = N_FOLDS
    everything = models.tables()
    past, fold = models.past(everything), models.folds(everything)
    (models.CACHE / "past.pkl").write_bytes(pickle.dumps((everything, past, fold)))
    left_out = [*((k,) for k in range(N_FOLDS)), *combinations(range(N_FOLDS), 2)]
    with ProcessPoolExecutor(2) as pool:
        found = dict(pool.map(fit_without, left_out))
    with open(evaluate.FIT, "wb") as file:
        pickle.dump((everything, past, fold, found), file)


def race_all(settings: Settings):
    """Races of every unit without its fold, and without each other fold besides."""
    everything, _, fold, _ = evaluate.loaded()
    tables = evaluate.usable(everything)
    jobs = [(t, (fold[t.unit],), settings, True) for t in tables]
    jobs += [
        (t, tuple(sorted((fold[t.unit], k))), settings, True)
        for t in tables
        if t.group != "lcdb" or t.name.endswith("/0")
        for k in range(N_FOLDS)
        if k != fold[t.unit]
    ]
    with ProcessPoolExecutor(2) as pool:
        return fold, [
            (j[1], rows)
            for j, rows in zip(jobs, pool.map(evaluate.races, jobs, chunksize=4), strict=True)
        ]


def judge(fold, found, delta: float, epsilon: float = 0.01) -> tuple[pd.DataFrame, float]:
    """Each race at the level of its fold; and the level to ship, from all units."""
    single = [r for out, rows in found if len(out) == 1 for r in rows]
    levels = {}
    for k in range(N_FOLDS):
        others = [
            r
            for out, rows in found
            if len(out) == 2 and k in out
            for r in rows
            if fold[r["unit"]] != k
        ]
        levels[k] = evaluate.levels(others, delta, epsilon)
    kept = ("unit", "table", "group", "n", "seed", "tag", "size")
    judged = []
    for r in single:
        tau = levels[fold[r["unit"]]]
        i = stop(r["p"], tau)
        judged.append(
            {k: r[k] for k in kept}
            | {
                "tau": tau,
                "loss": r["loss"][i],
                "beyond": r["loss"][i] > epsilon + 1e-9,
                "cost": evaluate.cost_at(r, tau),
            }
        )
    return pd.DataFrame(judged), evaluate.levels(single, delta, epsilon)


if __name__ == "__main__":
    prepare()
    fold, found = race_all(Settings())
    (models.CACHE / "nested.pkl").write_bytes(pickle.dumps((fold, found)))
    for delta in DELTAS:
        judged, shipped = judge(fold, found, delta)
        print(f"delta {delta}, level to ship {shipped:.4f}, {judged['unit'].nunique()} units")
        print(evaluate.summary(judged).round(4).to_string())
