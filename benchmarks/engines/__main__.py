"""Measure one selection on clusters of 1, 2 and 4 worker processes.

    PYTHONPATH=benchmarks python -m engines FOLDER [--rows 1000000] [--only "dask 2"]

Shuffles the flights into ``FOLDER/store`` once, and selects from it in a process of its own
for each engine. Prints a table: time by the clock of selecting, processor time of all
processes from their start to their end, and the answers. `docs/scale.md` holds the figures.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from engines import selecting
from engines.processors import all_that_end_here

ENGINES = ("alone", "dask 1", "dask 2", "dask 4", "ray 1", "ray 2", "ray 4")
HEADER = ("engine", "by the clock, s", "processor time, s", "probes", "winner", "certified gap")


def main(
    folder: Path,
    rows: Annotated[int, typer.Option(min=1_000)] = 1_000_000,
    only: Annotated[list[str] | None, typer.Option(help='such as "dask 2"')] = None,
    engine: Annotated[str, typer.Option(help="measure this one here")] = "",
) -> None:
    """Measure all engines in turn, then print the table."""
    if engine:
        print(json.dumps(selecting.measure(engine, folder)))
        return
    selecting.make_store(folder, rows)
    with all_that_end_here() as processor_time:
        found = {}
        for each in only or ENGINES:
            before = processor_time()
            found[each] = _measured(each, folder)
            found[each]["processor"] = processor_time() - before
            print(each, found[each], flush=True)
    print(table(found))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


def _measured(engine: str, folder: Path) -> dict[str, Any]:
    command = [sys.executable, "-W", "ignore", "-m", "engines", str(folder)]
    command += ["--engine", engine]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found: dict[str, Any] = json.loads(output.strip().splitlines()[-1])
    return found


def table(found: dict[str, dict[str, Any]]) -> str:
    """Markdown, and whether all answered the same."""
    lines = [HEADER, ("---",) * len(HEADER)]
    for engine, each in found.items():
        # Ray's daemon reaps its workers unseen, so their time is not known.
        processor = "–" if engine.startswith("ray") else f"{each['processor']:.0f}"
        times = (f"{each['seconds']:.0f}", processor)
        lines.append(
            (engine, *times, str(each["probes"]), each["winner"], f"{each['gap']:.4f}")
        )
    answers = {each["sentence"] for each in found.values()}
    courses = {name: each["course"] for name, each in found.items()}
    alone = courses.get("alone")
    same = [name for name, course in courses.items() if course == alone]
    return "\n".join(
        [
            *(f"| {' | '.join(line)} |" for line in lines),
            f"\nSentences: {' / '.join(sorted(answers))}",
            f"The same probes with the same scores as alone: {', '.join(same)}.",
        ]
    )


if __name__ == "__main__":
    typer.run(main)
