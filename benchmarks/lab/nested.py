"""Nested judgement: nothing that a fold is judged by has seen it.

    OMP_NUM_THREADS=1 PYTHONPATH=. python -W ignore -m lab.nested          # fit and race
    OMP_NUM_THREADS=1 PYTHONPATH=. python -W ignore -m lab.nested races    # as fitted before

The level for fold k comes from races on the units of every other fold j, forecast without
the folds j and k; so does the choice among a few settings, by speed at the level that each
demands. The races of fold k are forecast without k.
"""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd

from lab import evaluate, models
from lab.calibration import stop
from lab.forecaster import fit
from nearbest.race.tuning import Tuning

N_FOLDS = 5
DELTAS = (0.2, 0.1, 0.05, 0.02)
#: Settings that are chosen among, by fold; the first is what ships.
GRID = (
    {},
    {"prior_width": 3.0, "narrowest": 0.4},
    {"earliest": 1 / 32},
    {"cut": 99.0},
)
FIT = models.CACHE / "fit-nested.pkl"


def prepare() -> None:
    """Fit a forecaster without each fold and without each pair of folds."""
    models.N_FOLDS = N_FOLDS
    everything = models.tables()
    past, fold = models.past(everything), models.folds(everything)
    of = np.array([fold[u] for u in past.unit])
    left_out = [*((k,) for k in range(N_FOLDS)), *combinations(range(N_FOLDS), 2)]
    found = {out: fit(past, ~np.isin(of, out)) for out in left_out}
    FIT.write_bytes(pickle.dumps((everything, None, fold, found)))


def race_all(settings: Tuning):
    """Races of every unit without its fold, and without each other fold besides."""
    everything, _, fold, _ = evaluate.loaded()
    tables = [t for t in evaluate.usable(everything) if evaluate.ends_early(t)]
    jobs = [(t, (fold[t.unit],), settings, True) for t in tables]
    jobs += [
        (t, tuple(sorted((fold[t.unit], k))), settings, True)
        for t in tables
        if t.group != "lcdb" or t.name.endswith("/0")
        for k in range(N_FOLDS)
        if k != fold[t.unit]
    ]
    return [(job[1], evaluate.races(job)) for job in jobs]


def inner(fold, found, k: int) -> list[dict]:
    """Races on the units of all folds but k, forecast without k."""
    return [
        r
        for out, rows in found
        if len(out) == 2 and k in out
        for r in rows
        if fold[r["unit"]] != k
    ]


def speed(rows, tau: float) -> float:
    """Mean logarithm of the speed over groups of races that are judged."""
    logs: dict[str, list[float]] = {}
    for r in rows:
        if r["tag"] in ("judge", "whole"):
            logs.setdefault(r["group"], []).append(-np.log(evaluate.cost_at(r, tau)))
    return float(np.mean([np.mean(values) for values in logs.values()]))


def choose(fold, runs, k: int, delta: float, epsilon: float) -> tuple[int, float]:
    """The fastest of the settings at the level that each demands, and that level."""
    best = (-np.inf, 0, 0.0)
    for i, found in enumerate(runs):
        others = inner(fold, found, k)
        tau = evaluate.levels(others, delta, epsilon)
        best = max(best, (speed(others, tau), i, tau))
    return best[1], best[2]


def judge(fold, runs, delta: float, epsilon: float = 0.01) -> pd.DataFrame:
    """Each race with the setting and at the level that the other folds choose."""
    kept = ("unit", "table", "group", "n", "seed", "tag", "size")
    judged = []
    for k in range(N_FOLDS):
        i, tau = choose(fold, runs, k, delta, epsilon)
        rows = [r for out, rs in runs[i] if len(out) == 1 for r in rs if fold[r["unit"]] == k]
        for r in rows:
            at = stop(r["p"], tau)
            loss = r["loss"][at]
            judged.append(
                {name: r[name] for name in kept}
                | {"tau": tau, "setting": i, "loss": loss, "beyond": loss > epsilon + 1e-9}
                | {"cost": evaluate.cost_at(r, tau)}
            )
    return pd.DataFrame(judged)


if __name__ == "__main__":
    if "races" not in sys.argv:
        prepare()
    evaluate.FIT = FIT
    fold, runs = evaluate.loaded()[2], []
    for changed in GRID:
        runs.append(race_all(replace(Tuning(), **changed)))
        (models.CACHE / "nested.pkl").write_bytes(pickle.dumps((fold, runs)))
        for name, chosen in (("all so far", runs), ("this alone", runs[-1:])):
            for delta in DELTAS:
                judged = judge(fold, chosen, delta)
                picked = judged.groupby("setting")["unit"].nunique().to_dict()
                dear = (judged["cost"] > 1.1).sum(), round(judged["cost"].max(), 2)
                print(f"{changed} {name}: delta {delta}, chosen {picked}, above 1.1 {dear}")
                print(evaluate.summary(judged).round(4).to_string(), flush=True)
