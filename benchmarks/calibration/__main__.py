"""Measure the forecast on problems of other datasets than it is made from.

    PYTHONPATH=benchmarks python -m calibration

Leaves out one dataset at a time, on every dataset of at least 30,000 rows in the
library and on the recorded tables, and writes ``docs/forecast.md`` with its figures.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from experiments.figures import save

from calibration import figures, page, problems, replays, timing
from nearbest.forecast import Analogs, Library

DOCS = Path(__file__).parents[2] / "docs"
FIGURES = DOCS / "images" / "forecast"
#: Draws of the test samples for each recorded table.
N_SEEDS = 20


def main() -> None:
    """Replay, draw, write the page, and print the table."""
    library = Library.shipped()
    of_database = list(problems.from_database(library))
    database = replays.replays(of_database, seeds=(0,))
    recorded = replays.replays(problems.from_recordings(library), seeds=range(N_SEEDS))
    overall = replays.summary(database)
    milliseconds = {
        n: timing.milliseconds_a_probe(Analogs(library), n) for n in (20, 100, 1_000)
    }
    FIGURES.mkdir(parents=True, exist_ok=True)
    levels = overall.loc[[f"predicted, {level}" for level in replays.LEVELS]]
    save(figures.reliability(levels, replays.LEVELS), FIGURES / "reliability.svg")
    save(figures.failed_curves(failures(of_database, database)), FIGURES / "failures.svg")
    text = page.written(library, database, recorded, milliseconds)
    (DOCS / "forecast.md").write_text(text)
    print(overall.to_string(float_format="{:.3f}".format))


def failures(
    of_database: list[problems.Problem], rows: pd.DataFrame
) -> list[tuple[problems.Problem, pd.Series]]:
    """The problems that lost more than ε at the default probability, and what was chosen."""
    by_run = {(problem.dataset, problem.run): problem for problem in of_database}
    lost = page.beyond(rows, f"predicted, {1 - replays.DELTA}")
    return [(by_run[row["dataset"], row["run"]], row) for _, row in lost.iterrows()]


if __name__ == "__main__":
    main()
