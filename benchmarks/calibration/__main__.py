"""Measure the forecast on problems of other datasets than it is made from.

    PYTHONPATH=benchmarks python -m calibration [--keep]

Leaves out one dataset at a time, on every dataset of at least 30,000 rows in the
library and on the recorded tables, and writes ``docs/forecast.md`` with its figures.
With ``--keep``, replays of the database that an earlier run left in ``build`` are taken
as they are: right as long as neither library nor forecast changed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import pandas as pd
from experiments.figures import save

from calibration import figures, page, problems, replays, timing
from nearbest.forecast import Analogs, Library

ROOT = Path(__file__).parents[2]
FIGURES = ROOT / "docs" / "images" / "forecast"
KEPT = ROOT / "build" / "calibration.parquet"
#: Draws of the test samples for each recorded table.
N_SEEDS = 20


def main() -> None:
    """Replay, draw, write the page, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--keep", action="store_true", help="reuse replays of the database")
    library = Library.shipped()
    of_database = list(problems.from_database(library))
    database = on_database(of_database, keep=parser.parse_args().keep)
    recorded = replays.replays(problems.from_recordings(library), seeds=range(N_SEEDS))
    drawn = replays.replays(
        problems.draws_from_recordings(library),
        seeds=(0,),
        rules=[rule for rule in replays.RULES if "scheduled" not in rule],
    )
    milliseconds = {
        n: timing.milliseconds_a_probe(Analogs(library), n) for n in (20, 100, 1_000)
    }
    overall = replays.summary(database)
    FIGURES.mkdir(parents=True, exist_ok=True)
    levels = overall.loc[[f"stated, {level}" for level in replays.LEVELS]]
    save(figures.reliability(levels, replays.LEVELS), FIGURES / "reliability.svg")
    save(figures.failed_curves(failures(of_database, database)), FIGURES / "failures.svg")
    text = page.written(library, database, recorded, drawn, milliseconds)
    (ROOT / "docs" / "forecast.md").write_text(text)
    print(overall.to_string(float_format="{:.3f}".format))
    print(replays.summary(drawn).to_string(float_format="{:.3f}".format))
    for title, rows in recorded.groupby("problem", sort=False):
        print(title)
        print(replays.summary(rows).to_string(float_format="{:.3f}".format))


def on_database(of_database: list[problems.Problem], keep: bool) -> pd.DataFrame:
    """Replays of the database, now or from an earlier run."""
    if keep and KEPT.exists():
        return pd.read_parquet(KEPT)
    rows = replays.replays(of_database, seeds=(0,))
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    rows.to_parquet(KEPT)
    return rows


def failures(
    of_database: list[problems.Problem], rows: pd.DataFrame
) -> list[tuple[problems.Problem, pd.Series]]:
    """The problems that lost more than ε at a stated 1 − δ, and what was chosen."""
    by_run = {(problem.dataset, problem.run): problem for problem in of_database}
    lost = page.beyond(rows, f"stated, {1 - replays.DELTA}")
    return [(by_run[row["dataset"], row["run"]], row) for _, row in lost.iterrows()]


if __name__ == "__main__":
    main()
