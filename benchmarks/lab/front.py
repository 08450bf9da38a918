"""Runs side by side: how fast each is at a given share of wrong races, all units equal."""

from __future__ import annotations

import pickle
import sys

import numpy as np

from lab.calibration import stop, wrong_from
from lab.evaluate import RUNS, cost_at


def front(rows, shares=(0.02, 0.03, 0.05, 0.08), epsilon=0.01):
    """For each share (of races ever wrong at a record level, mean over units) τ and speeds."""
    units: dict[str, list[float]] = {}
    for r in rows:
        units.setdefault(r["unit"], []).append(wrong_from(r["p"], r["loss"] > epsilon + 1e-9))
    grid = np.concatenate([np.linspace(0.5, 0.99, 99), 1 - np.geomspace(0.01, 1e-4, 30)])
    risk = np.array(
        [np.mean([np.mean(np.array(v) >= t) for v in units.values()]) for t in grid]
    )
    found = []
    for share in shares:
        ok = np.flatnonzero(risk <= share)
        if not len(ok):
            found.append(f"{share}: –")
            continue
        tau = grid[ok[0]]
        text = []
        for g in ("recorded", "new", "everyday", "lcdb"):
            chosen = [
                r
                for r in rows
                if r["group"] == g
                and r["tag"] in ("judge", "whole" if g == "everyday" else "judge")
            ]
            at = [stop(r["p"], tau) for r in chosen]
            speed = np.exp(-np.mean([np.log(cost_at(r, tau)) for r in chosen]))
            wrong = np.mean(
                [r["loss"][i] > epsilon + 1e-9 for r, i in zip(chosen, at, strict=True)]
            )
            text.append(f"{g} {100 * wrong:.1f}% {speed:.1f}x")
        stops = [cost_at(r, tau) for r in rows]
        text.append(f"dear {sum(c > 1.1 for c in stops)} max {max(stops):.2f}")
        found.append(f"{share} (tau {tau:.4f}): " + ", ".join(text))
    return found


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with open(RUNS / f"{name}.pkl", "rb") as file:
            rows = pickle.load(file)
        dear = [r for r in rows if r["cost"].max() > 1.1]
        print(name, f"above 1.1: {len(dear)}, dearest {max(r['cost'].max() for r in rows):.2f}")
        for line in front(rows):
            print("   ", line)
