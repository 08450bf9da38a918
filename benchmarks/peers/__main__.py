"""Select among the same 20 candidates with nearbest and with other tools, live.

    PYTHONPATH=benchmarks python -m peers [--rows 60000] [--limit 7200] [--fresh]

One tool after another, one thread, each in a process of its own, which is stopped after
`--limit` seconds of processor time. A row is kept as soon as it is done, and an
interrupted run goes on with the first that is missing or failed.
All 3 million flights fill the table of `docs/peers.md`; a trial on fewer prints it.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from peers import rows, table
from peers.measuring import Tool, measured
from peers.rows import FULL_RUN, NEARBEST, Row

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "peers.md"
#: Seconds for each tool, unless told otherwise: some four times the full runs.
LIMIT = 7_200.0
TOOLS = (
    Tool(FULL_RUN, "peers.with_nearbest", "full_runs"),
    Tool("nearbest by default, with training", "peers.with_nearbest", "by_default"),
    Tool(NEARBEST, "peers.with_nearbest", "selecting"),
    Tool("nearbest, selecting and training", "peers.with_nearbest", "delivering"),
    Tool("nearbest, stopping by forecast", "peers.with_nearbest", "predicting"),
    Tool("HalvingGridSearchCV from 1,000 rows, factor 2", "peers.with_sklearn", "from_1000"),
    Tool("the best on a tenth of the rows", "peers.with_sklearn", "on_a_tenth"),
    Tool("Optuna, SuccessiveHalvingPruner", "peers.with_optuna", packages=("optuna",)),
    Tool("FLAML in nearbest's time", "peers.with_flaml", packages=("flaml", "xgboost")),
    Tool("HalvingGridSearchCV, defaults", "peers.with_sklearn", "defaults"),
    Tool("LCCV, defaults", "peers.with_lccv", packages=("lccv",)),
)


def main() -> None:
    """Measure what is missing, and show the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, help="a trial on so many rows")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for each tool")
    parser.add_argument("--fresh", action="store_true", help="forget the rows done before")
    given = parser.parse_args()
    path = results_file(given.rows)
    if given.fresh:
        path.unlink(missing_ok=True)
    done = measure_all(path, given.rows, given.limit)
    print(table.markdown(done))
    if given.rows is None:
        table.write(PAGE, done)


def results_file(n_rows: int | None) -> Path:
    """Where rows are kept: those of a trial outside the repository."""
    if n_rows is None:
        return Path(__file__).parent / "flights-3m.jsonl"
    return ROOT / "build" / "peers" / f"{n_rows}.jsonl"


def measure_all(
    path: Path, n_rows: int | None, limit: float, tools: tuple[Tool, ...] = TOOLS
) -> Mapping[str, Row]:
    """All rows in the order of `tools`, measuring those that `path` lacks."""
    for tool in tools:
        done = rows.read(path)
        if tool.name in done and done[tool.name].settled(limit):
            continue
        print(f"{tool.name} …", flush=True)
        row = measured(tool, n_rows, done, limit)
        rows.keep(path, row)
        print(f"  {row.error or row.found}", flush=True)
    done = rows.read(path)
    return {tool.name: done[tool.name] for tool in tools}


if __name__ == "__main__":
    main()
