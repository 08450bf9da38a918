"""Near ties: variants of one booster, on the tables that have a dozen or more of them."""

from __future__ import annotations

import sys

import numpy as np

from lab import evaluate
from lab.calibration import stop
from lab.kinds import KINDS
from lab.outlooks import look_ahead
from lab.settings import Settings
from lab.simulator import Race


def ties(levels=(0.85, 0.9, 0.93, 0.95, 0.97), seeds=10, fewest=5):
    everything, _, fold, forecasters = evaluate.loaded()
    for t in evaluate.usable(everything):
        if t.group == "lcdb":
            continue
        t = t.complete()
        boosters = np.flatnonzero(t.kinds == KINDS.index("boosting"))
        if len(boosters) < fewest:
            continue
        rows = []
        for seed in range(seeds):
            out = look_ahead(t, forecasters[(fold[t.unit],)], seed).subset(boosters)
            cost, p, winner = Race(out, Settings(), seed).run().arrays()
            final = out.table.final
            at = [stop(p, tau) for tau in levels]
            rows.append(
                [
                    (cost[i] / out.table.full_cost.sum(), final.max() - final[winner[i]])
                    for i in at
                ]
            )
        found = np.array(rows)
        speed = np.exp(-np.log(found[:, :, 0]).mean(axis=0))
        print(
            t.name,
            len(boosters),
            "variants, spread of finals",
            np.sort(final)[::-1][:6].round(4),
        )
        for tau, x, loss in zip(levels, speed, found[:, :, 1].T, strict=True):
            print(
                f"   {tau}: {x:.1f}x, largest loss {loss.max():.4f}, beyond {np.mean(loss > 0.01):.2f}"
            )


if __name__ == "__main__":
    ties(*sys.argv[1:])
