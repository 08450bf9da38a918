"""The real loop on the recorded tables, each forecast without its own fold.

    OMP_NUM_THREADS=1 PYTHONPATH=. python -W ignore -m lab.replays   # after lab.ship

Forecaster and level of each table are those of `lab.left_out`.
"""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd

from lab.data import BENCHMARKS
from lab.kinds import KINDS, kind_of
from lab.left_out import outlook
from nearbest.replay import Curves

N_DRAWS = 20
EPSILON = 0.01


def draws(name: str, delta: float):
    """Replays of 5 and of 10 candidates drawn from one table."""
    frame = pd.read_parquet(BENCHMARKS / "curves" / f"{name}.parquet")
    frame["kind"] = [KINDS[kind_of(n)] for n in frame["configuration"]]
    names = np.sort(frame["configuration"].unique())  # draws as in the simulation
    for n in (5, 10):
        for seed in range(N_DRAWS):
            chosen = np.random.default_rng([seed, n]).choice(names, n, replace=False)
            curves = Curves.from_frame(frame[frame["configuration"].isin(chosen)])
            found = curves.replay(
                stop_at="calibrated",
                epsilon=EPSILON,
                delta=delta,
                forecaster=outlook(curves.plan(EPSILON, delta), name),
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
