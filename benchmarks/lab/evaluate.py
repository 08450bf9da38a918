"""Run races of every unit without its own fold, calibrate without it, and judge."""

from __future__ import annotations

import pickle
import sys
import time
import zlib
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pandas as pd

from lab.calibration import level, stop, wrong_from
from lab.data import Table
from lab.loop import race_on
from lab.models import CACHE
from nearbest.race.sizes import WORTH_A_PROBE
from nearbest.race.tuning import Tuning

FIT = CACHE / "fit.pkl"
RUNS = CACHE / "runs"
LARGE = 26_000
ROUNDING = 1e-9
_loaded: list = []


def loaded():
    if not _loaded:
        with open(FIT, "rb") as file:
            _loaded.append(pickle.load(file))
    return _loaded[0]


def plans(table: Table, light: bool) -> list[tuple[int, int, str]]:
    """(how many candidates, seed, tag) for each race on this table."""
    n = len(table.names)
    found = []
    few = 0.4 if light else 1.0
    if table.group == "lcdb":
        found += [(n, 0, "judge" if table.sizes[-1] >= LARGE else "all")]
        found += [(k, s, "draw") for k in (3, 5, 10) if k < n for s in range(1)]
        return found
    times = {3: 8, 5: 20, 10: 20, 20: 6, 40: 3}
    found += [
        (k, s, "judge" if k in (5, 10) else "draw")
        for k, t in times.items()
        if k < n
        for s in range(max(2, int(t * few)))
    ]
    found += [(n, s, "whole") for s in range(3)]
    return found


def races(job) -> list[dict]:
    """All races of one table; `settings` and the folds that are left out come along."""
    table, left_out, settings, light = job
    _, _, _, forecasters = loaded()
    table, forecaster = table.complete(), forecasters[left_out].as_arrays()
    return races_of(table, forecaster, settings, plans(table, light))


def races_of(table: Table, forecaster, settings: Tuning, planned) -> list[dict]:
    """The planned races on a table, each with what `race_on` tells of it."""
    rows = []
    for n, seed, tag in planned:
        chosen = np.random.default_rng([seed, n]).choice(len(table.names), n, replace=False)
        # the noise of scoring is another one in every race, as races are to be independent
        noise = zlib.crc32(f"{table.name} {n} {seed}".encode())
        found = race_on(table.subset(np.sort(chosen)), forecaster, settings, noise)
        about = {"unit": table.unit, "table": table.name, "group": table.group, "tag": tag}
        rows.append(about | {"n": n, "seed": seed, "size": table.sizes[-1]} | found)
    return rows


def usable(everything, fewest_rows=8_900) -> list[Table]:
    """Tables that races are run on; areas of more than two classes are another score."""
    found = []
    for group in ("recorded", "everyday", "new", "lcdb"):
        for t in everything[group]:
            c = t.complete()
            if len(c.names) < 3 or len(c.sizes) < 3 or c.sizes[-1] < fewest_rows:
                continue
            if t.rarer is not None and t.n_classes > 2:
                continue
            if group == "lcdb" and (t.name[-2:] not in ("/0", "/1", "/2") or len(c.names) < 5):
                continue
            found.append(t)
    return found


def ends_early(table: Table) -> bool:
    """Whether a race on it may end before full runs; a question of its sizes alone.

    Datasets on which everybody is trained on all rows at once cannot be wrong, and would
    vouch for others without resembling them.
    """
    sizes = table.complete().sizes
    return bool(sizes[0] * WORTH_A_PROBE <= sizes[-1])


def run_all(settings: Tuning, light: bool = True, workers: int = 2, tables=None) -> list[dict]:
    everything, _, fold, _ = loaded()
    jobs = [(t, (fold[t.unit],), settings, light) for t in (tables or usable(everything))]
    if workers == 1:
        return [r for j in jobs for r in races(j)]
    with ProcessPoolExecutor(workers) as pool:
        return [r for part in pool.map(races, jobs, chunksize=2) for r in part]


def levels(rows, delta, epsilon=0.01, without=None):
    units: dict[str, list[float]] = {}
    for r in rows:
        if r["unit"] != without:
            units.setdefault(r["unit"], []).append(
                wrong_from(r["p"], r["loss"] > epsilon + ROUNDING)
            )
    return level(units, delta)


def cost_at(row, tau: float) -> float:
    """Cost until the stop, with full runs that were made to deliver and undid the decision."""
    at = stop(row["p"], tau)
    undone = {int(w) for w in row["winner"][:at][row["stated"][:at] >= tau]} - {
        int(row["winner"][at])
    }
    return float(
        row["cost"][at] + sum(row["share"][w] for w in undone if row["full_at"][w] > at)
    )


def judge(rows, delta=0.05, epsilon=0.01, tau=None) -> pd.DataFrame:
    """One row per race: where it stopped at the level calibrated without its unit."""
    taus = {
        u: levels(rows, delta, epsilon, u) if tau is None else tau
        for u in {r["unit"] for r in rows}
    }
    found = []
    for r in rows:
        at = stop(r["p"], taus[r["unit"]])
        found.append(
            {k: r[k] for k in ("unit", "table", "group", "n", "seed", "tag", "size", "probes")}
            | dict(
                tau=taus[r["unit"]],
                loss=r["loss"][at],
                beyond=r["loss"][at] > epsilon + ROUNDING,
                cost=cost_at(r, taus[r["unit"]]),
                worst_cost=r["cost"].max(),
                stated=r["p"][at],
            )
        )
    return pd.DataFrame(found)


def summary(judged: pd.DataFrame) -> pd.DataFrame:
    def of(f):
        per = f.groupby("unit")["beyond"].mean()
        return pd.Series(
            dict(
                races=len(f),
                units=f["unit"].nunique(),
                beyond=f["beyond"].mean(),
                per_unit=per.mean(),
                speed=np.exp(-np.log(f["cost"]).mean()),
                slowest=1 / f["cost"].max(),
                largest=f["loss"].max(),
                worst=f"{per.idxmax()} {per.max():.2f}",
                tau=f["tau"].median(),
            )
        )

    key = judged["group"] + " " + judged["tag"]
    return judged.groupby(key).apply(of, include_groups=False)


if __name__ == "__main__":
    start = time.time()
    settings = Tuning(**{k: float(v) for k, v in (a.split("=") for a in sys.argv[1:])})
    rows = run_all(settings)
    RUNS.mkdir(parents=True, exist_ok=True)
    name = "_".join(sys.argv[1:]) or "default"
    with open(RUNS / f"{name}.pkl", "wb") as file:
        pickle.dump(rows, file)
    print(name, len(rows), "races", round(time.time() - start), "s")
    for delta in (0.05, 0.1):
        print(f"delta {delta}")
        print(summary(judge(rows, delta)).round(4).to_string())
    dear = [
        (r["table"], r["n"], round(float(r["cost"].max()), 2))
        for r in rows
        if r["cost"].max() > 1.1
    ]
    print(
        "above 1.1:",
        len(dear),
        sum(r["tag"] in ("judge", "whole") and r["cost"].max() > 1.1 for r in rows),
        sorted(dear, key=lambda x: -x[2])[:12],
    )
    for tau in (0.8, 0.9, 0.95, 0.98, 0.99, 0.995):
        s = summary(judge(rows, tau=tau))
        print(tau, {k: (round(v["beyond"], 3), round(v["speed"], 1)) for k, v in s.iterrows()})
