"""How far the times that are stated ahead lie from those that races take.

    python benchmarks/planning.py [--draws 2] [--moments 6] [--stop-at calibrated]

Replays draws of 3, 5, 10 and 20 candidates from every table with recorded times: the six of
`curves`, those of `past`, the everyday candidates and large datasets of the Learning Curve
Database, by accuracy and, where there are two classes, by ROC AUC. At some moments after all
candidates have been probed, the planner states what the rest should take. What it knows of
times is fitted without the datasets that it is judged on, a seventh of them at a time; so are
the quantile that it states and its range. LAB_CURVES is the folder of the database.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd
from lab import auc, data
from lab.left_out import REPLAYED, read
from lab.loop import curves_of
from planning_times import WEIGHT_OF_DATABASE, TooHigh, fitted, recorded_times

from nearbest.forecast import forecaster_named
from nearbest.race.ahead import planner, times
from nearbest.race.ahead.worlds import rests
from nearbest.race.bounds import Exact
from nearbest.race.durations import WIDEST
from nearbest.race.forecaster import Forecaster
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.stopping import rule_named
from nearbest.race.strategies import scheduler_named
from nearbest.replay import Curves
from nearbest.replay.probe import RecordedProbe
from nearbest.running.executors import Serial
from nearbest.running.loop import run
from nearbest.running.workers.execution import Execution
from nearbest.running.workers.kept_models import Keeper

SIZES = (3, 5, 10, 20)
#: Datasets of the database have times worth telling from so many rows on.
LARGE = 20_000
N_FOLDS = 7
QUANTILES = np.arange(0.2, 0.61, 0.05)
BEYOND = np.arange(1.0, 3.0, 0.1)


def main() -> None:
    """Print how often stated times are within a factor of 2, by table and in all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=2)
    parser.add_argument("--moments", type=int, default=6, help="of each race, at most")
    parser.add_argument("--stop-at", default="calibrated")
    parser.add_argument("--save", help="a file to keep every moment in")
    given = parser.parse_args()
    of_times = recorded_times([table for table, _ in tables()])
    shipped = {kind: tuple(map(float, of)) for kind, of in times.TOO_HIGH.items()}
    print(
        "times, fitted to all:",
        {k: np.round(v, 2).tolist() for k, v in fitted(of_times).items()},
    )
    print("times, as shipped:   ", {k: list(v) for k, v in shipped.items()})
    found = moments(given, of_times)
    if given.save:
        found.to_pickle(given.save)
    tell(found, "stated")
    if given.stop_at == "calibrated":
        tell(judged(found), "stated, quantile and range chosen on others")


def tell(found: pd.DataFrame, what: str) -> None:
    """Print shares by table, by moment of the race, by what is left, and in all."""
    print(f"\n{what}")
    ours = found[found["group"] != "lcdb"]
    phase = pd.cut(ours["phase"], [-0.01, 0.2, 0.4, 0.6, 0.8, 1.0])
    left = pd.cut(ours["taken"], [0, 1, 3, 10, 30, 100, np.inf])
    for by in (["score", "table"], phase, left, ["score"], ["n"]):
        print(
            ours.groupby(by, observed=True)
            .apply(summary, include_groups=False)
            .round(2)
            .to_string()
        )
    database = found[found["group"] == "lcdb"]
    whole = {"our tables": ours, "the database": database, "all": found}
    told = {name: summary(each) for name, each in whole.items() if len(each)}
    print(pd.DataFrame(told).round(3).to_string())


def moments(given: argparse.Namespace, of_times: pd.DataFrame) -> pd.DataFrame:
    """Some moments of every race; each race counts once."""
    rows, every = [], tables()
    units = dict.fromkeys(sorted(table.unit for table, _ in every))
    fold = {unit: i % N_FOLDS for i, unit in enumerate(units)}
    known = [fitted(of_times[of_times["unit"].map(fold) != k]) for k in range(N_FOLDS)]
    for table, score in every:
        if given.stop_at != "calibrated" and (score != "accuracy" or table.group == "lcdb"):
            continue
        about = {"table": table.name, "unit": table.unit, "group": table.group, "score": score}
        about["fold"] = fold[table.unit]
        for seed, curves in draws(table, given.draws):
            racer = Racer(table, curves, seed, given.stop_at, score)
            told = racer.moments(given.moments, known[fold[table.unit]])
            rows += [{**about, **moment, "weight": 1 / len(told)} for moment in told]
    return pd.DataFrame(rows)


def tables() -> list[tuple[data.Table, str]]:
    """All that have recorded times, as far as they were recorded at every size."""
    by_accuracy = [*data.recorded(), *data.everyday(), *data.new(), *_large(data.lcdb())]
    by_area = [*auc.everyday(), *auc.new(), *_large(auc.lcdb())]
    every = [(t.complete(), "accuracy") for t in by_accuracy]
    every += [(t.complete(), "roc_auc") for t in by_area if t.n_classes == 2]
    return [(table, score) for table, score in every if len(table.names) >= 5]


def _large(database: list[data.Table]) -> list[data.Table]:
    return [t for t in database if t.name.endswith("/0") and t.sizes[-1] >= LARGE]


def draws(table: data.Table, n_draws: int) -> Iterator[tuple[int, Curves]]:
    """Some candidates of a table, with the kinds that their names tell."""
    for n in SIZES:
        for draw in range(n_draws):
            rng = np.random.default_rng([n, draw])
            n_drawn = min(n, len(table.names))
            chosen = rng.choice(len(table.names), n_drawn, replace=False)
            yield draw, curves_of(table.subset(np.sort(chosen)))


class Racer:
    """One race on recorded curves, which may be run again and again."""

    def __init__(
        self, table: data.Table, curves: Curves, seed: int, stop_at: str, score: str
    ) -> None:
        self.table, self.curves, self.seed = table, curves, seed
        self.stop_at, self.score = stop_at, score

    def moments(self, n: int, too_high: TooHigh) -> list[dict[str, object]]:
        """What is stated at up to `n` moments, evenly spread, and what the rest took."""
        n_moments = len(self._run(lambda race: {}))
        chosen = set(np.linspace(0, n_moments - 1, min(n, n_moments)).round().astype(int))
        shipped, times.TOO_HIGH = times.TOO_HIGH, too_high
        try:
            count = iter(range(n_moments))
            told = self._run(lambda race: self._stated(race) if next(count) in chosen else {})
        finally:
            times.TOO_HIGH = shipped
        for i, moment in enumerate(told):
            moment["phase"] = i / max(n_moments - 1, 1)
        return [moment for moment in told if "stated" in moment]

    def _stated(self, race: Race) -> dict[str, object]:
        epsilon = race.plan.epsilon
        milestone = planner.look_ahead(race, (epsilon,)).milestones[0]
        left, by_threats = milestone.left, np.nan
        worlds: list[float] = []
        if self.stop_at == "calibrated" and race.forecast.verdict is not None:
            worlds = [rest.seconds for rest in rests(race, epsilon)]
            by_threats = planner._by_threats(race, race.forecast.verdict, epsilon).left.seconds
        ahead = planner.full_runs_ahead(race, lambda _: planner.Prospects(0.0, (milestone,)))
        return {
            "stated": left.seconds, "low": left.low, "high": left.high, "n": len(race.tracks),
            "worlds": worlds, "threats": by_threats, "ahead": ahead, "made": len(race.in_full),
        }  # fmt: skip

    def _run(self, look) -> list[dict[str, object]]:
        plan, probe = (
            replace(self.curves.plan(), thrifty=True),
            RecordedProbe(self.curves, self.seed),
        )
        rule, forecaster = rule_named(self.stop_at), self._forecaster(plan)
        race = Race(plan, Exact(), rule=rule, forecaster=forecaster)
        told: list[dict[str, object]] = []

        def watch(race: Race, running: object) -> None:
            if not running and race.all_probed and race.ending is None:
                told.append({**look(race), "then": probe.seconds})

        where = Execution(probe, Serial(), 1, Keeper())
        run(race, scheduler_named("auto", self.stop_at), where, clock=probe.clock, watch=watch)
        end, winner = probe.seconds, race.winner
        if not race.exhausted(winner):
            task = race.task(winner, plan.full_size(winner))
            end += RecordedProbe(self.curves, self.seed)(task)[0].seconds
        needed = len({*race.in_full, winner})
        return [{**m, "taken": end - m["then"], "total": end, "in_full": needed} for m in told]

    def _forecaster(self, plan: Plan) -> Forecaster | None:
        """The forecast without the table where there is one, else the one that ships."""
        if self.stop_at in ("proved", "paper"):
            return None
        if self.table.unit in REPLAYED[self.score] and self.stop_at == "calibrated":
            return read(plan, self.table.unit, self.score)
        return forecaster_named(self.stop_at, plan)


def judged(found: pd.DataFrame) -> pd.DataFrame:
    """The same with quantile and range as they would be chosen on other datasets."""
    parts = []
    for k in range(N_FOLDS):
        others, own = found[found["fold"] != k], found[found["fold"] == k]
        weight = others["weight"] * np.where(others["group"] == "lcdb", WEIGHT_OF_DATABASE, 1)
        right = [
            np.average(_within(_at(others, q), others["taken"]), weights=weight)
            for q in QUANTILES
        ]
        q = float(QUANTILES[int(np.argmax(right))])
        held = [np.average(_held(others, b), weights=weight) >= 0.8 for b in BEYOND]
        beyond = float(BEYOND[int(np.argmax(held))])
        print(f"fold {k}: quantile {q:.2f}, range by {beyond:.1f}")
        low, high = _at(own, 0.1) / beyond, _at(own, 0.9) * beyond
        parts.append(own.assign(stated=_at(own, q), low=low, high=high))
    return pd.concat(parts)


def _at(found: pd.DataFrame, q: float) -> pd.Series:
    """A quantile of the worlds; what was stated where there are none."""
    pairs = zip(found["worlds"], found["stated"], strict=True)
    return pd.Series([np.quantile(w, q) if len(w) else s for w, s in pairs], index=found.index)


def _held(found: pd.DataFrame, beyond: float) -> pd.Series:
    return found["taken"].between(_at(found, 0.1) / beyond, _at(found, 0.9) * beyond)


def _within(stated: pd.Series, taken: pd.Series, factor: float = 2.0) -> pd.Series:
    return np.log2(np.maximum(stated, 1e-9) / taken).abs() <= np.log2(factor)


def summary(found: pd.DataFrame) -> pd.Series:
    """Shares of moments, each race counting once."""
    stated, taken, passed = found["stated"], found["taken"], found["total"] - found["taken"]
    shares = {
        "within a factor of 2": _within(stated, taken),
        "within a factor of 3": _within(stated, taken, 3.0),
        "too short by more than 2": stated < taken / 2,
        "whole race, within 2": _within(passed + stated, found["total"]),
        "within its range": taken.between(found["low"], found["high"]),
        "by threats, within 2": _within(found["threats"].fillna(0), taken),
    }
    told = {name: np.average(is_so, weights=found["weight"]) for name, is_so in shares.items()}
    soon = found[found["high"] <= 5]
    # a range that is wider is told without a time
    is_told = (found["high"] <= WIDEST * found["low"]) | (found["high"] <= 5)
    single = found[is_told]
    right = np.where(
        single["high"] <= 5, single["taken"] <= 5, _within(single["stated"], single["taken"])
    )
    told["a time is told"] = single["weight"].sum() / found["weight"].sum()
    told["of which within 2"] = (
        np.average(right, weights=single["weight"]) if len(single) else np.nan
    )
    told["said to be below 5 s"] = soon["weight"].sum() / found["weight"].sum()
    told["of which true"] = (
        np.average(soon["taken"] <= 5, weights=soon["weight"]) if len(soon) else np.nan
    )
    return pd.Series({**told, "races": found["weight"].sum()})


if __name__ == "__main__":
    main()
