"""Races on sets such as a search gathers, at one level after another.

    OMP_NUM_THREADS=1 PYTHONPATH=. python -W ignore -m lab.searched 0.7   # after lab.ship

So large a part of each set are the best of a table by a sixteenth of the rows, as far as
noise lets them be seen; the others are drawn. Levels come from sets that are all drawn.
"""

from __future__ import annotations

import sys
import zlib
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pandas as pd

from lab import evaluate
from lab.calibration import stop
from lab.data import Table
from lab.loop import race_on
from nearbest.race.tuning import Tuning

EPSILON = 0.01
LEVELS = (0.5, 0.7, 0.8, 0.9, 0.95)
#: How many sets there are of so many candidates.
SETS = {5: 10, 10: 10, 20: 4}
#: What a search is told errs by so much.
NOISE = 0.004
#: Doublings from what it is told of to all rows.
DOUBLINGS = 4


def gathered(table: Table, n: int, part: float, rng: np.random.Generator) -> np.ndarray:
    """The places of candidates: mostly the best by a sample, and some others."""
    seen = np.asarray(table.test)[:, max(0, len(table.sizes) - 1 - DOUBLINGS)]
    order = np.argsort(-(seen + rng.normal(0, NOISE, len(seen))))
    best, others = order[: round(part * n)], order[round(part * n) :]
    return np.sort(np.concatenate([best, rng.permutation(others)[: n - len(best)]]))


def races(job) -> list[dict]:
    """All races on one table, forecast without its fold."""
    table, fold, part = job
    table, forecaster = table.complete(), evaluate.loaded()[3][(fold,)].as_arrays()
    found = []
    for n, times in SETS.items():
        for seed in range(times if n < len(table.names) else 0):
            chosen = gathered(table, n, part, np.random.default_rng([seed, n]))
            noise = zlib.crc32(f"searched {table.name} {n} {seed}".encode())
            race = race_on(table.subset(chosen), forecaster, Tuning(epsilon=EPSILON), noise)
            found.append({"unit": table.unit, "size": table.sizes[-1]} | race)
    return found


def told(rows: list[dict], level: float) -> str:
    """How races end at a level, those on large tables apart."""
    races = pd.DataFrame(
        {
            "unit": row["unit"],
            "is_large": row["size"] >= 100_000,
            "beyond": row["loss"][at := stop(row["p"], level)] > EPSILON + evaluate.ROUNDING,
            "loss": row["loss"][at],
            "cost": evaluate.cost_at(row, level),
        }
        for row in rows
    )
    per_unit = races.groupby("unit")["beyond"].mean().mean()
    parts = [
        f"{f['beyond'].mean():.1%} of {len(f)} beyond, {np.exp(-np.log(f['cost']).mean()):.1f}x, "
        f"at most {f['loss'].max():.3f}, {(f['cost'] > 1.1).sum()} above 1.1"
        for f in (races, races[races["is_large"]])
    ]
    return f"{level}: {parts[0]}; large tables {parts[1]}; mean over units {per_unit:.1%}"


if __name__ == "__main__":
    everything, _, fold, _ = evaluate.loaded()
    tables = [t for t in evaluate.usable(everything) if evaluate.ends_early(t)]
    ours = [t for t in tables if t.group != "lcdb" and len(t.complete().names) >= min(SETS)]
    jobs = [(t, fold[t.unit], float(sys.argv[1])) for t in ours]
    with ProcessPoolExecutor(2) as pool:
        rows = [row for part in pool.map(races, jobs) for row in part]
    for level in LEVELS:
        print(told(rows, level))
