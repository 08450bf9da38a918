"""Show that a change of the code leaves every answer as it was.

    python scripts/compare_answers.py record FILE       # with the code of before
    python scripts/compare_answers.py check FILE        # with the code of now

A fixed list of runs, serial and with rows as the cost, is made of public entry points.
What they answer (winner, intervals, prunings, histories, certificates, the delivered
model's predictions) is compared bit for bit; `check` prints what differs by run and
field and then ends with exit code 1. Wording is compared only with ``--words``. Learners
may come out otherwise on another machine or with other versions of libraries: record
there anew, with the code of before, if the first difference is in the rows that a model
gets right.
"""

from __future__ import annotations

import argparse
import fnmatch
import logging
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

#: Libraries whose versions may change what learners learn.
LIBRARIES = ("lightgbm", "numpy", "pandas", "scikit-learn", "scipy")
#: Differences that are printed for each run.
MOST_PRINTED = 8
#: Characters of one of them.
LONGEST = 300


def main() -> int:
    """Record or check; the exit code."""
    arguments = parsed()
    with tempfile.TemporaryDirectory(prefix="nearbest-answers-") as folder:
        # Forecasts and stores must not depend on whose machine it is.
        os.environ["NEARBEST_LIBRARY"] = f"{folder}/library"
        os.environ["NEARBEST_CACHE"] = f"{folder}/cache"
        warnings.simplefilter("ignore")
        logging.getLogger("nearbest").setLevel(logging.ERROR)
        return arguments.do(arguments, Path(folder))


def parsed() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    for name, do in (("record", record), ("check", check)):
        command = commands.add_parser(name, help=do.__doc__)
        command.set_defaults(do=do)
        command.add_argument("file", type=Path, metavar="FILE")
        command.add_argument("--only", default="*", metavar="GLOB", help="runs named so")
        if do is check:
            command.add_argument("--words", action="store_true", help="compare wording too")
            command.add_argument(
                "--without",
                action="append",
                default=[],
                metavar="FIELD",
                help="a field to leave out, such as prediction; may be repeated",
            )
    return parser.parse_args()


def record(arguments: argparse.Namespace, folder: Path) -> int:
    """Make all runs and write down what they answer."""
    from answers import comparing

    answers = {}
    for name, run in chosen(arguments.only):
        start = time.process_time()
        answers[name] = answered(run, folder)
        print(f"{time.process_time() - start:5.1f} s  {name}", flush=True)
    versions = {library: version(library) for library in LIBRARIES}
    comparing.write(arguments.file, {"versions": versions, "answers": answers})
    broken = [name for name, answer in answers.items() if "error" in answer]
    for name in broken:
        report_run(name, [error_of(answers[name])])
    print(f"{arguments.file}: {len(answers)} runs, {len(broken)} of them broken")
    return int(bool(broken))


def check(arguments: argparse.Namespace, folder: Path) -> int:
    """Make all runs again and print what differs."""
    from answers import comparing

    recorded = comparing.read(arguments.file)
    report_versions(recorded["versions"])
    before = recorded["answers"]
    left_out = {*arguments.without, *(() if arguments.words else (comparing.WORDS,))}
    n_runs, different = 0, []
    for name, run in chosen(arguments.only):
        n_runs += 1
        now = answered(run, folder)
        found = list(comparing.differences(before.get(name, {}), now, left_out))
        if found:
            different.append(name)
            report_run(name, [error_of(now)] if "error" in now else found)
    gone = fnmatch.filter(set(before) - dict(chosen("*")).keys(), arguments.only)
    report_run("recorded, and not run any more", sorted(gone))
    print(f"{n_runs} runs, {len(different)} differ; left out: {sorted(left_out) or 'nothing'}")
    print(f"{time.process_time():.0f} s of processor time")
    return int(bool(different or gone or not n_runs))


def chosen(pattern: str) -> Iterable[tuple[str, Any]]:
    """The runs whose name fits the pattern, in order."""
    from answers import command_line, in_files, in_folders, in_memory, replays

    parts = {
        "memory": in_memory,
        "files": in_files,
        "run directory": in_folders,
        "replay": replays,
        "command": command_line,
    }
    for kind, part in parts.items():
        for name, run in part.runs().items():
            if fnmatch.fnmatch(f"{kind}: {name}", pattern):
                yield f"{kind}: {name}", run


def answered(run: Any, folder: Path) -> Any:
    """The answer of one run in an empty folder, or the error that it ended with."""
    from answers import comparing

    with tempfile.TemporaryDirectory(dir=folder) as own:
        try:
            return comparing.plain(run(Path(own)))
        except Exception as error:  # one run that breaks must not hide the others
            return {"error": type(error).__name__, comparing.WORDS: {"error": str(error)}}


def error_of(answer: dict[str, Any]) -> str:
    """What a run ended with instead of an answer."""
    return f"{answer['error']}: {answer['words']['error']}"


def report_versions(recorded: dict[str, str]) -> None:
    """Say which libraries are of other versions than those of the recording."""
    for library, before in recorded.items():
        if version(library) != before:
            print(f"{library} is {version(library)}; {before} when recorded")


def report_run(name: str, found: list[str]) -> None:
    """Print what differs in one run."""
    if not found:
        return
    print(name)
    for line in found[:MOST_PRINTED]:
        print(f"  {line[:LONGEST]}")
    if len(found) > MOST_PRINTED:
        print(f"  and {len(found) - MOST_PRINTED} more")


if __name__ == "__main__":
    sys.exit(main())
