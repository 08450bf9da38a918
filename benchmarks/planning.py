"""How far the times that are stated ahead lie from those that races take.

    python benchmarks/planning.py [--draws 4] [--stop-at calibrated]

Replays draws of 3, 5, 10 and 20 candidates from every table with recorded times: the six of
`curves`, those of `past`, the everyday candidates and large datasets of the Learning Curve
Database. After each probe, once all candidates have been probed, the planner states what the
rest should take. What the planner's line is judged by is fitted anew without the datasets
that it is judged on, a seventh of them at a time; LAB_CURVES is the folder of the database.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd
from lab import data
from lab.left_out import REPLAYED, read
from lab.loop import curves_of

from nearbest.forecast import forecaster_named
from nearbest.race.bounds import Exact
from nearbest.race.forecaster import Forecaster
from nearbest.race.plan import Plan
from nearbest.race.planner import look_ahead, needed_by_forecast
from nearbest.race.race import Race
from nearbest.race.rest import BY_KIND, SMALLEST_SHARE, Rest
from nearbest.race.stopping import rule_named
from nearbest.race.strategies import scheduler_named
from nearbest.replay import Curves
from nearbest.replay.probe import RecordedProbe
from nearbest.running.executors import Serial
from nearbest.running.keeping import Keeper
from nearbest.running.loop import run
from nearbest.running.resources import Execution

SIZES = (3, 5, 10, 20)
#: Datasets of the database have times worth telling from so many rows on.
LARGE = 20_000
#: They count for less: their probes take milliseconds.
WEIGHT_OF_DATABASE = 0.3
N_FOLDS = 7


def main() -> None:
    """Print how often stated times are within a factor of 2, by table and in all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=4)
    parser.add_argument("--stop-at", default="calibrated")
    given = parser.parse_args()
    found = moments(given.draws, given.stop_at)
    ours = found["group"] != "lcdb"
    by_table = found.groupby("table").apply(summary, "stated", include_groups=False)
    print(by_table.round(2).to_string())
    print("as shipped\n", summary(found[ours], "stated").round(3).to_string())
    if given.stop_at == "calibrated":
        line, found["judged"] = fitted(found), judged(found)
        names = ["level", *features(found)]
        print("fitted to all:", dict(zip(names, line.round(2).tolist(), strict=True)))
        print("fitted to others\n", summary(found[ours], "judged").round(3).to_string())


def moments(n_draws: int, stop_at: str) -> pd.DataFrame:
    """Every moment of every race; each race counts once."""
    rows = []
    for table in tables():
        for seed, curves in draws(table, n_draws):
            told = list(stated(table, curves, seed, stop_at))
            about = {"table": table.name, "unit": table.unit, "group": table.group}
            rows += [{**about, **moment, "weight": 1 / len(told)} for moment in told]
    return pd.DataFrame(rows)


def tables() -> list[data.Table]:
    """All that have recorded times, as far as they were recorded at every size."""
    database = [t for t in data.lcdb() if t.name.endswith("/0") and t.sizes[-1] >= LARGE]
    every = [*data.recorded(), *data.everyday(), *data.new(), *database]
    return [table for table in (each.complete() for each in every) if len(table.names) >= 5]


def draws(table: data.Table, n_draws: int) -> Iterator[tuple[int, Curves]]:
    """Some candidates of a table, with the kinds that their names tell."""
    for n in SIZES:
        for draw in range(n_draws):
            rng = np.random.default_rng([n, draw])
            n_drawn = min(n, len(table.names))
            chosen = rng.choice(len(table.names), n_drawn, replace=False)
            yield draw, curves_of(table.subset(np.sort(chosen)))


def forecaster_of(table: data.Table, plan: Plan, stop_at: str) -> Forecaster | None:
    """The forecast without the table itself where there is one, else the one that ships."""
    if stop_at == "proved":
        return None
    if table.unit in REPLAYED["accuracy"] and stop_at == "calibrated":
        return read(plan, table.unit, "accuracy")
    return forecaster_named(stop_at, plan)


def stated(
    table: data.Table, curves: Curves, seed: int, stop_at: str
) -> Iterator[dict[str, object]]:
    """What was stated at each moment of a race, and what the rest then took."""
    plan, probe = replace(curves.plan(), thrifty=True), RecordedProbe(curves, seed)
    forecaster = forecaster_of(table, plan, stop_at)
    race = Race(plan, Exact(), rule=rule_named(stop_at), forecaster=forecaster)
    told: list[dict[str, object]] = []

    def watch(race: Race, running: object) -> None:
        if running or not race.all_probed or race.ending is not None:
            return
        left = look_ahead(race, (plan.epsilon,)).milestones[0].left
        moment = {"stated": left.seconds, "low": left.low, "high": left.high}
        told.append({**moment, **read_off(race), "then": probe.seconds})

    where = Execution(probe, Serial(), 1, Keeper())
    run(race, scheduler_named("auto", stop_at), where, clock=probe.clock, watch=watch)
    end = probe.seconds
    if not race.exhausted(race.winner):
        task = race.task(race.winner, plan.full_size(race.winner))
        end += RecordedProbe(curves, seed)(task)[0].seconds
    for moment in told:
        yield {**moment, "taken": end - moment.pop("then"), "total": end}


def read_off(race: Race) -> dict[str, object]:
    """What the planner's line goes by, where a forecast is to end the race."""
    verdict = race.forecast.verdict if race.forecaster is not None else None
    if verdict is None:
        return {}
    needed = needed_by_forecast(race, verdict, race.plan.epsilon)
    rest = Rest.of(race, race.plan.names[verdict.winner], needed)
    return {name: getattr(rest, name) for name in ("needed", "in_all", "kind", "doublings")}


def features(found: pd.DataFrame) -> dict[str, np.ndarray]:
    """What the logarithm of the time, as a share of all full runs, is a line in."""
    share = np.log2(found["needed"] / found["in_all"] + SMALLEST_SHARE)
    kinds = {kind: (found["kind"] == kind).to_numpy(float) for kind in BY_KIND}
    return {"slope": share, "per doubling": found["doublings"], **kinds}


def fitted(found: pd.DataFrame, n_steps: int = 30) -> np.ndarray:
    """The line of the least absolute errors, by weighted least squares again and again."""
    X = np.column_stack([np.ones(len(found)), *features(found).values()])
    y = np.log2(found["taken"] / found["in_all"]).to_numpy()
    share = np.where(found["group"] == "lcdb", WEIGHT_OF_DATABASE, 1.0) * found["weight"]
    errors = np.ones(len(y))
    for _ in range(n_steps):
        weight = (share / np.maximum(np.abs(errors), 0.1)).to_numpy()
        line = np.linalg.solve((X * weight[:, None]).T @ X, X.T @ (weight * y))
        errors = y - X @ line
    return line


def judged(found: pd.DataFrame) -> np.ndarray:
    """What lines would state that were fitted to other datasets."""
    ours = found["group"] != "lcdb"
    units = dict.fromkeys([*found["unit"][ours], *found["unit"]])
    fold = found["unit"].map({unit: i % N_FOLDS for i, unit in enumerate(units)})
    said = np.zeros(len(found))
    for k in range(N_FOLDS):
        own = fold == k
        X = np.column_stack([np.ones(own.sum()), *features(found[own]).values()])
        said[own] = found["in_all"][own] * 2 ** (X @ fitted(found[~own]))
    return said


def summary(found: pd.DataFrame, what: str) -> pd.Series:
    """Shares of moments, each race counting once."""
    weight, passed = found["weight"], found["total"] - found["taken"]
    factor = np.log2(np.maximum(found[what], 1e-9) / found["taken"])
    whole = np.log2((passed + found[what]) / found["total"])
    low, high = (found[what] * found[end] / found["stated"] for end in ("low", "high"))
    shares = {
        "within a factor of 2": factor.abs() <= 1,
        "within a factor of 3": factor.abs() <= np.log2(3),
        "too short by more than 2": factor < -1,
        "whole race, within 2": whole.abs() <= 1,
        "within its range": found["taken"].between(low, high),
    }
    told = {name: np.average(is_so, weights=weight) for name, is_so in shares.items()}
    return pd.Series({**told, "median factor": 2 ** factor.median(), "races": weight.sum()})


if __name__ == "__main__":
    main()
