"""Replays of the recorded tables, in simulated time: no clock has a say."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
from nearbest.bounds import Exact, Hoeffding

from answers import reading
from answers.runs import Run
from nearbest import baselines
from nearbest.replay import Curves

FOLDER = Path(__file__).parents[2] / "benchmarks/curves"
TABLES = ("flights-1m", "flights-3m", "household", "names", "particles", "taxi")

#: What every table is replayed with.
WAYS: dict[str, dict[str, Any]] = {
    "auto": {},
    "gradient, hoeffding": {"bounds": "hoeffding", "scheduler": "gradient"},
    "ucb": {"scheduler": "ucb", "epsilon": 0.005},
    "round robin, hoeffding": {"bounds": Hoeffding(), "scheduler": "round robin"},
    "threat": {"scheduler": "threat", "epsilon": 0.02},
    "predicted": {"stop_at": "stated"},
    "predicted, gradient": {"stop_at": "stated", "scheduler": "gradient", "delta": 0.2},
    "growth auto": {"growth": "auto", "epsilon": 0.02, "delta": 0.01},
}


@cache
def _curves(table: str) -> Curves:
    return Curves.from_frame(pd.read_parquet(FOLDER / f"{table}.parquet"))


def _replayed(table: str, **options: Any) -> Run:
    return lambda folder: reading.of_replay(_curves(table).replay(**options))


def _halved(table: str, **options: Any) -> Run:
    return lambda folder: reading.of_baseline(_curves(table).successive_halving(**options))


def _full(table: str) -> Run:
    return lambda folder: reading.of_baseline(_curves(table).full_run())


def _left_out(table: str, **options: Any) -> Run:
    """A replay whose forecasts do not know the table's own curves."""

    def run(folder: Path) -> reading.Answer:
        analogs = reading.Analogs(reading.Library.shipped().without(table))
        found = _curves(table).replay(stop_at="stated", analogs=analogs, **options)
        return reading.of_replay(found)

    return run


def _called_directly(folder: Path) -> reading.Answer:
    """The baselines as functions of a plan and a probe."""
    curves = _curves("particles")
    probe = reading.RecordedProbe(curves, 3)
    found = baselines.successive_halving(curves.plan(), probe, factor=4.0)
    full = baselines.full_run(curves.plan(), probe)
    return {
        "winner": found.best,
        "winner of full runs": full.best,
        "simulated": {"seconds": found.seconds, "of full runs": full.seconds},
    }


def runs() -> dict[str, Run]:
    """All of them by name."""
    found = {
        f"{table}, {way}": _replayed(table, **options)
        for table in TABLES
        for way, options in WAYS.items()
    }
    found |= {f"{table}, halving": _halved(table) for table in TABLES}
    found |= {f"{table}, full runs": _full(table) for table in TABLES}
    return {
        **found,
        "taxi, halving by 3": _halved("taxi", factor=3.0, start=5_000, random_state=1),
        "taxi, other curves": _left_out("taxi", epsilon=0.005),
        "household, other curves": _left_out("household"),
        "taxi, other seed": _replayed("taxi", random_state=11, epsilon=0.003),
        "flights-1m, out of time": _replayed("flights-1m", timeout=60.0, epsilon=0.001),
        "flights-3m, out of time, predicted": _replayed(
            "flights-3m", timeout=30.0, epsilon=0.0005, stop_at="stated"
        ),
        "names, no self-check": _replayed("names", bounds=Exact(self_check=False)),
        "baselines called directly": _called_directly,
    }
