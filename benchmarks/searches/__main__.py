"""Search one space with several tools, for the same time, and score what they deliver.

    PYTHONPATH=benchmarks python -m searches [--data FOLDER] [--tables flights nba_shots]
        [--seconds 60 300 900] [--seeds 5] [--tools ...]

Each tool runs alone, on one thread, in a process of its own; seconds are processor time,
that of its workers included. A fifth of the rows is held out from all tools, and scores
their models. What was measured is kept in results.jsonl beside this file: a run that was
interrupted goes on with the first search that is missing. Then docs/searches.md and its
figure are written from what there is; with `--seconds 0` nothing more is measured.
"""

from __future__ import annotations

import argparse
from itertools import product
from pathlib import Path

from searches.measuring import measured
from searches.page import write_page
from searches.results import BUDGETS, N_SEEDS, TABLES, is_known, keep
from searches.tools import TOOLS


def main() -> None:
    """Measure what is missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, help="folder that holds nba_shots.parquet")
    parser.add_argument("--tables", nargs="+", default=TABLES, choices=TABLES)
    parser.add_argument("--seconds", type=float, nargs="+", default=BUDGETS)
    parser.add_argument("--seeds", type=int, default=N_SEEDS)
    parser.add_argument("--tools", nargs="+", default=list(TOOLS), choices=list(TOOLS))
    given = parser.parse_args()
    order = product(filter(None, given.seconds), range(given.seeds), given.tables, given.tools)
    for seconds, seed, table, tool in order:
        if not is_known(tool, table, seconds, seed):
            keep(measured(tool, table, given.data, None, seconds, seed))
            write_page()
    write_page()


if __name__ == "__main__":
    main()
