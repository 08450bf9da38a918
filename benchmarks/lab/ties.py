"""Near ties: variants of one booster, on the tables that have a few of them.

OMP_NUM_THREADS=1 PYTHONPATH=. python -W ignore -m lab.ties [LEVEL ...]
"""

from __future__ import annotations

import sys

import numpy as np

from lab import evaluate
from lab.kinds import KINDS
from lab.loop import race_on
from nearbest.race.tuning import Tuning

N_SEEDS, FEWEST = 10, 5
LEVELS = (0.7, 0.78, 0.85, 0.9, 0.95)


def ties(levels: tuple[float, ...] = LEVELS) -> None:
    """Print for each table how fast races of its boosters are at some levels."""
    everything, _, fold, forecasters = evaluate.loaded()
    for table in evaluate.usable(everything):
        boosters = np.flatnonzero(table.complete().kinds == KINDS.index("boosting"))
        if table.group == "lcdb" or len(boosters) < FEWEST:
            continue
        some = table.complete().subset(boosters)
        forecaster = forecasters[(fold[table.unit],)].as_arrays()
        races = [race_on(some, forecaster, Tuning(), seed) for seed in range(N_SEEDS)]
        finals = np.sort(some.final)[::-1][:6].round(4)
        print(f"{table.name}, {len(boosters)} variants, the best have {finals}")
        for level in levels:
            at = [evaluate.stop(race["p"], level) for race in races]
            losses = np.array([race["loss"][i] for race, i in zip(races, at, strict=True)])
            costs = [evaluate.cost_at(race, level) for race in races]
            speed = np.exp(-np.mean(np.log(costs)))
            beyond = np.mean(losses > Tuning.epsilon)
            print(f"   {level}: {speed:.1f}x, {losses.max():.4f} at most, {beyond:.0%} beyond")


if __name__ == "__main__":
    ties(*([tuple(map(float, sys.argv[1:]))] if sys.argv[1:] else []))
