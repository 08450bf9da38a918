"""How often each kind of learner breaks the first assumption, on every curve at hand.

    LAB_CURVES=FOLDER PYTHONPATH=. python -W ignore -m lab.fitness

Curves of 30,000 training rows and more, from the third size on. *Below*: the training
score at a smaller size lies below the final test score by more than 0.005 and its noise.
*Broken*: the upper bound that ten candidates would have does, though it looks credible:
the learner has converged, and its training score did not rise over the last step. The
table is that of docs/decisions/004; it decides `race.credibility.LATE_LEARNERS`.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from lab import data
from lab.kinds import KINDS, kind_of
from nearbest import space
from nearbest.race.bounds import Exact
from nearbest.race.bounds.fitness import is_rising
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import ACCURACY, Score

SMALLEST, FEWEST_ROWS, N_BESIDE, TOLERATED = 900, 30_000, 9, 0.005
#: LCDB 1.0 scores on at most so many rows.
ROWS_OF_LCDB = 5_000
LARGE_LEAVES = {c.name for c in space.paper().draw(100) if c.has_large_leaves}


def kind(table: data.Table, name: str) -> str:
    """The kind of learner, trees and forests with large leaves apart."""
    found = KINDS[kind_of(name)]
    if table.group == "lcdb" or table.group == "lcdb11":
        return found
    named = name in LARGE_LEAVES or "leaf20" in name or "leaf=20" in name
    return "large leaves" if named and found in ("forest", "tree") else found


def prefixes() -> dict[tuple[str, str, int], list[float]]:
    """Scores on earlier samples, where they were recorded."""
    found = {}
    for path in (data.BENCHMARKS / "curves").glob("*.parquet"):
        for row in pd.read_parquet(path).to_dict("records"):
            scores = row["prefix_correct"] / row["prefix_sizes"]
            found[path.stem, row["configuration"], row["n_train"]] = list(scores)
    for path in data.PAST.glob("*.parquet"):
        for row in pd.read_parquet(path).query("status == 'ok'").to_dict("records"):
            where = f"new {path.stem}", row["configuration"], row["n_train"]
            found[where] = list(row["train_prefix_accuracy"])
    return found


def curve(table: data.Table, i: int, paired: dict) -> list[dict]:
    """One row for each size from the third on, below the full one."""
    train, test, converged = table.train[i], table.test[i], table.converged[i]
    at = np.flatnonzero(np.isfinite(train) & np.isfinite(test))
    if len(at) < 4 or at[-1] != len(table.sizes) - 1:
        return []
    name, sizes = table.names[i], tuple(int(table.sizes[k]) for k in at)
    n_test = int(sizes[-1]) // 4 if table.group == "lcdb11" else table.n_test
    others = {f"other {k}": sizes for k in range(N_BESIDE)}
    plan = Plan({name: sizes, **others}, n_test)
    estimator, probes, rows, final = Exact().estimator(plan), [], [], test[-1]
    noise = np.sqrt(final * (1 - final) / ROWS_OF_LCDB) if table.group == "lcdb" else 0.0
    for k, j in enumerate(at[:-1]):
        seen = paired.get((table.name, name, sizes[k]), [])
        probes.append(
            Observation(
                name, sizes[k], min(n_test, 2 * sizes[k]),
                ACCURACY.score(train[j], sizes[k]), ACCURACY.score(test[j], min(n_test, 2 * sizes[k])),
                tuple(Score(v, s) for v, s in zip(seen, sizes, strict=False)) if len(seen) > k else (),
                converged=converged[j] != 0,
            )
        )  # fmt: skip
        if k < 2:
            continue
        own = np.hypot(noise, np.sqrt(final * (1 - final) / sizes[k]))
        upper = estimator(probes).interval.upper
        credible = probes[-1].converged and not is_rising(probes, sizes, ACCURACY)
        rows.append({
            "kind": kind(table, name), "unit": table.unit, "curve": (table.name, name),
            "below": final - train[j] > TOLERATED + 2 * own,
            "broken": credible and final - upper > TOLERATED + 2 * noise,
        })  # fmt: skip
    return rows


def main() -> None:
    paired = prefixes()
    sources = (data.recorded(), data.everyday(), data.new(), data.lcdb(SMALLEST), data.lcdb11(SMALLEST))  # fmt: skip
    tables = [t for source in sources for t in source if t.sizes[-1] >= FEWEST_ROWS]
    rows = pd.DataFrame(
        r for t in tables for i in range(len(t.names)) for r in curve(t, i, paired)
    )
    curves = rows.groupby(["kind", "unit", "curve"])[["below", "broken"]].any().reset_index()
    by_unit = curves.groupby(["kind", "unit"])[["below", "broken"]].mean().reset_index()
    print(
        "| kind | curves | datasets | below | broken | broken, mean over datasets |\n|---|---|---|---|---|---|"
    )
    for name, found in curves.groupby("kind"):
        units = by_unit[by_unit["kind"] == name]
        print(
            f"| {name} | {len(found)} | {len(units)} | {found['below'].mean():.1%} | "
            f"{found['broken'].sum()} | {units['broken'].mean():.1%} |"
        )


if __name__ == "__main__":
    main()
