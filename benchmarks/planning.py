"""How far the times that are stated ahead lie from those that races take.

    python benchmarks/planning.py [--draws 3] [--stop-at calibrated]

Replays draws of 3, 5, 10 and 20 candidates from the recorded tables. After each probe, once
all candidates have been probed, the planner states what the rest should take.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np
import pandas as pd
from experiments.recordings import CURVES

from nearbest.forecast import forecaster_named
from nearbest.race.bounds import Exact
from nearbest.race.planner import look_ahead
from nearbest.race.race import Race
from nearbest.race.stopping import rule_named
from nearbest.race.strategies import scheduler_named
from nearbest.replay import Curves
from nearbest.replay.probe import RecordedProbe
from nearbest.running.executors import Serial
from nearbest.running.keeping import Keeper
from nearbest.running.loop import run
from nearbest.running.resources import Execution

TABLES = ("flights-1m", "flights-3m", "household", "names", "particles", "taxi")
SIZES = (3, 5, 10, 20)
KINDS = {
    "LightGBM": "boosting",
    "NeuralNetwork": "network",
    "RandomForest": "forest",
    "LogisticRegression": "linear",
    "LinearSVM": "linear",
    "DecisionTree": "tree",
}


def main() -> None:
    """Print how often stated times are within a factor of 2, by table and in all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--stop-at", default="calibrated")
    given = parser.parse_args()
    rows = []
    for table in TABLES:
        for seed, curves in draws(table, given.draws):
            told = stated(curves, seed, given.stop_at)
            rows += [(table, *pair, 1 / len(told)) for pair in told]
    found = pd.DataFrame(rows, columns=["table", "stated", "low", "high", "taken", "weight"])
    print(found.groupby("table").apply(summary, include_groups=False).round(2).to_string())
    print(summary(found).round(2).to_string())


def draws(table: str, n_draws: int) -> Iterator[tuple[int, Curves]]:
    """Some candidates of a recorded table, with the kinds that their names tell."""
    frame = pd.read_parquet(CURVES / f"{table}.parquet")
    kinds = [KINDS.get(name.partition("-")[0], "unknown") for name in frame["configuration"]]
    frame = frame.assign(kind=kinds)
    names = frame["configuration"].unique()
    for n in SIZES:
        for draw in range(n_draws):
            rng = np.random.default_rng([n, draw])
            chosen = rng.choice(names, min(n, len(names)), replace=False)
            yield draw, Curves.from_frame(frame[frame["configuration"].isin(chosen)])


def stated(curves: Curves, seed: int, stop_at: str) -> list[tuple[float, float, float, float]]:
    """Stated seconds with their range, and those that were taken, at each moment of a race."""
    plan, probe = curves.plan(), RecordedProbe(curves, seed)
    forecaster = None if stop_at == "proved" else forecaster_named(stop_at, plan)
    race = Race(plan, Exact(), rule=rule_named(stop_at), forecaster=forecaster)
    told = []

    def watch(race: Race, running: object) -> None:
        if not running and race.all_probed and race.ending is None:
            prospects = look_ahead(race, (plan.epsilon,))
            if prospects is not None and prospects.milestones:
                told.append((probe.seconds, prospects.milestones[0].left))

    where = Execution(probe, Serial(), 1, Keeper())
    run(race, scheduler_named("auto", stop_at), where, clock=probe.clock, watch=watch)
    end = probe.seconds
    if not race.exhausted(race.winner):
        task = race.task(race.winner, plan.full_size(race.winner))
        observed, _ = RecordedProbe(curves, seed)(task)
        end += observed.seconds
    return [(left.seconds, left.low, left.high, end - then) for then, left in told]


def summary(found: pd.DataFrame) -> pd.Series:
    """Shares of moments, each race counting once."""
    factor = np.log2(np.maximum(found["stated"], 1e-9) / found["taken"])
    within = found["taken"].between(found["low"], found["high"])
    weight = found["weight"]
    return pd.Series(
        {
            "within a factor of 2": np.average(factor.abs() <= 1, weights=weight),
            "within its range": np.average(within, weights=weight),
            "median factor": 2 ** float(factor.median()),
            "races": weight.sum(),
        }
    )


if __name__ == "__main__":
    main()
