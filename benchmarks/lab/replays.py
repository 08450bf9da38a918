"""The real loop on the recorded tables, each forecast without its own fold.

    OMP_NUM_THREADS=1 PYTHONPATH=. python -W ignore -m lab.replays   # after lab.ship

The level of each table is that of all other units.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pandas as pd

from lab import evaluate
from lab.data import BENCHMARKS, CONSTANT, UNITS
from lab.kinds import KINDS, kind_of
from nearbest.forecast import CalibratedOutlook
from nearbest.forecast.shipped import shipped_levels
from nearbest.replay import Curves

N_DRAWS = 20
EPSILON = 0.01


def draws(name: str, delta: float):
    """Replays of 5 and of 10 candidates drawn from one table."""
    _, _, fold, forecasters = evaluate.loaded()
    unit = UNITS.get(name, name)
    forecaster = forecasters[(fold[unit],)].as_arrays()
    levels = shipped_levels().without(unit)
    frame = pd.read_parquet(BENCHMARKS / "curves" / f"{name}.parquet")
    frame["kind"] = [KINDS[kind_of(n)] for n in frame["configuration"]]
    names = np.sort(frame["configuration"].unique())  # draws as in the simulation
    # races know the shares of the classes; recorded curves have them elsewhere
    counts = round(10_000 * CONSTANT[name]), round(10_000 * (1 - CONSTANT[name]))
    for n in (5, 10):
        for seed in range(N_DRAWS):
            chosen = np.random.default_rng([seed, n]).choice(names, n, replace=False)
            curves = Curves.from_frame(frame[frame["configuration"].isin(chosen)])
            plan = replace(curves.plan(EPSILON, delta), class_counts=counts)
            outlook = CalibratedOutlook(plan, forecaster, levels)
            found = curves.replay(
                stop_at="calibrated",
                epsilon=EPSILON,
                delta=delta,
                forecaster=outlook,
                random_state=seed,
            )
            yield {
                "table": name,
                "n": n,
                "beyond": found.loss > EPSILON + 1e-9,
                "loss": found.loss,
                "cost": found.seconds_with_refit / found.full_seconds,
                "ending": found.certificate.ending,
            }


if __name__ == "__main__":
    tables = sorted(path.stem for path in (BENCHMARKS / "curves").glob("*.parquet"))
    for delta in map(float, sys.argv[1:] or ["0.05"]):
        rows = pd.DataFrame([row for name in tables for row in draws(name, delta)])
        for key, f in [*rows.groupby("table"), ("all", rows)]:
            speed = np.exp(-np.log(f["cost"]).mean())
            ends = f["ending"].value_counts().to_dict()
            print(
                f"{delta} {key}: beyond {f['beyond'].mean():.3f}, largest loss {f['loss'].max():.4f}, "
                f"speed {speed:.1f}, dearest {f['cost'].max():.3f}, {ends}",
                flush=True,
            )
