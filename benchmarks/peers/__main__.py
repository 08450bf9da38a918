"""Select among the same 20 candidates with nearbest and with other tools, live.

    PYTHONPATH=benchmarks python -m peers [--scoring roc_auc] [--rows 60000] [--fresh]

One tool after another, one thread, each in a process of its own, which is stopped after
`--limit` seconds of processor time. A row is kept as soon as it is done, and an
interrupted run goes on with the first that is missing or failed.
What is published for a score fills its table in `docs/peers.md`; a trial prints it.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from peers import rows, table
from peers.measuring import Tool, measured
from peers.published import PAGE, PUBLISHED
from peers.rows import Row, Setup

ROOT = Path(__file__).parents[2]
#: Seconds for each tool, unless told otherwise: some four times the full runs.
LIMIT = 7_200.0


def main() -> None:
    """Measure what is missing, and show the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--scoring", choices=PUBLISHED, default="accuracy")
    parser.add_argument("--rows", type=int, help="a trial on so many rows")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for each tool")
    parser.add_argument("--fresh", action="store_true", help="forget the rows done before")
    given = parser.parse_args()
    published = PUBLISHED[given.scoring]
    is_trial = given.rows is not None
    setup = Setup(given.rows, given.scoring) if is_trial else published.setup
    path = trial_file(setup) if is_trial else published.file
    if given.fresh:
        path.unlink(missing_ok=True)
    done = measure_all(path, setup, given.limit, published.tools)
    print(table.markdown(done, published.score))
    if not is_trial:
        table.write(PAGE, done, published)


def trial_file(setup: Setup) -> Path:
    """Where the rows of a trial are kept, outside the repository."""
    return ROOT / "build" / "peers" / f"{setup.n_rows}-{setup.scoring}.jsonl"


def measure_all(
    path: Path, setup: Setup, limit: float, tools: tuple[Tool, ...]
) -> Mapping[str, Row]:
    """All rows in the order of `tools`, measuring those that `path` lacks."""
    for tool in tools:
        done = rows.read(path)
        if tool.name in done and done[tool.name].settled(limit):
            continue
        print(f"{tool.name} …", flush=True)
        row = measured(tool, setup, done, limit)
        rows.keep(path, row)
        print(f"  {row.error or row.found}", flush=True)
    done = rows.read(path)
    return {tool.name: done[tool.name] for tool in tools}


if __name__ == "__main__":
    main()
