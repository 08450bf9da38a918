"""Replay every experiment and write its figures and pages.

    PYTHONPATH=benchmarks python -m experiments [overview | paper]

The overview of all rules takes some minutes, the paper's experiments more.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd

from experiments import (
    anytime,
    figures,
    guesses,
    memorizers,
    other_scores,
    overview,
    postprocessing,
    replays,
    summaries,
)
from experiments.memorizer_page import memorizers_page
from experiments.overview_page import overview_page
from experiments.page import Results, experiments_page
from experiments.recordings import Recording, load_all

DOCS = Path(__file__).parents[2] / "docs"
FIGURES = DOCS / "images" / "experiments"
#: Shares of the full runs' time at which the figure shows the current winner.
SHARES = tuple(sorted({*np.geomspace(0.001, 1, 31).round(5), *anytime.SHARES}))


def main() -> None:
    """Write the pages that are asked for, by default all."""
    start, recordings, asked = time.perf_counter(), load_all(), sys.argv[1:]
    FIGURES.mkdir(parents=True, exist_ok=True)
    for name, write in {"overview": write_overview, "paper": write_paper}.items():
        if name in asked or not asked:
            print(write(recordings))
    print(f"{time.perf_counter() - start:.0f} s; written: pages in docs and their figures.")


def write_overview(recordings: list[Recording]) -> str:
    """Every rule and peer on the same draws: docs/experiments.md."""
    found, guessed = overview.run_all(recordings), guesses.compare(recordings)
    rules = overview.by_rule(found)
    figure = figures.overview(rules, overview.TITLES, replays.DELTA)
    figures.save(figure, FIGURES / "overview.svg")
    page = overview_page(recordings, found, guessed, other_scores.run_all())
    (DOCS / "experiments.md").write_text(page)
    return str(rules.round(4).to_string())


def write_paper(recordings: list[Recording]) -> str:
    """The paper's experiments: docs/paper-experiments.md, and the page on memorizers."""
    results = measure(recordings)
    draw(results)
    (DOCS / "paper-experiments.md").write_text(experiments_page(results))
    flights = next((r for r in recordings if r.name == memorizers.BESIDE), None)
    if flights is not None:
        (DOCS / "memorizers.md").write_text(about_memorizers(flights))
    return summary(results)


def measure(recordings: list[Recording]) -> Results:
    """Every experiment."""
    compared, failed = replays.compare_rules(recordings)
    varied, failed_too = replays.vary_epsilon(recordings)
    return Results(
        recordings,
        compared,
        varied,
        pd.concat([failed, failed_too], ignore_index=True),
        anytime.limited(recordings, SHARES),
        anytime.halving_from(recordings),
        postprocessing.run_all(),
    )


def draw(results: Results) -> None:
    """All figures."""
    compared, titles = results.replays, results.titles
    drawn = {
        "curves": figures.learning_curves(results.recordings),
        "speedup": figures.speedups(compared, titles),
        "loss": figures.losses(compared, titles),
        "halving": figures.against_halving(compared),
        "epsilon": figures.by_epsilon(results.tolerance, titles),
        "limit": figures.under_limits(results.limited, results.halving, titles),
        "schedulers": figures.schedulers(compared, titles),
        "bounds": figures.bounds(compared, titles),
    }
    for name, figure in drawn.items():
        figures.save(figure, FIGURES / f"{name}.svg")


def about_memorizers(recording: Recording) -> str:
    """The page on candidates that memorize."""
    extra = memorizers.recorded()
    return memorizers_page(
        recording,
        extra,
        memorizers.added(recording, extra),
        memorizers.by_epsilon(recording, extra),
    )


def summary(results: Results) -> str:
    """What to read in a terminal."""
    rules = summaries.rules(results.replays, (*replays.RULES, replays.HALVING))
    found = summaries.experiments(results.replays, replays.OURS)
    return f"{found.round(4).to_string()}\n\n{rules.round(4).to_string()}\n"


if __name__ == "__main__":
    main()
