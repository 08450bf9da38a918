"""Runs of the command line.

It has no option for the cost, so these are runs whose order no clock can change: on so
few rows that there is one size of sample, or of reading a run directory.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from answers import reading, tables
from answers.learners import rehearsed
from answers.runs import REPEATABLE, Run
from nearbest import select

CANDIDATE = """\
[[candidates]]
name = "{name}"
preprocessing = "ordinal"
estimator = "{kind}"
{parameters}
"""
SHALLOW, DEEP = (
    CANDIDATE.format(
        name=f"tree {depth}",
        kind="sklearn.tree.DecisionTreeClassifier",
        parameters=f"parameters.max_depth = {depth}",
    )
    for depth in (3, 6)
)
NONE = CANDIDATE.format(name="none", kind="sklearn.dummy.DummyClassifier", parameters="")
#: What all of them are asked for.
ASKED = ("--target", "late", "--drop", "driver", "--epsilon", 0.02, "--seed", 0, "--json")
#: The rule of the code that made the recording.
RULE = ("--stop-at", "paper")


def _nearbest(*arguments: object) -> tuple[str, int]:
    """What the command prints, and its exit code."""
    command = [sys.executable, "-m", "nearbest", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise RuntimeError(f"{command} said: {done.stderr}")
    return done.stdout, done.returncode


def _written(folder: Path, name: str, *candidates: str) -> Path:
    path = folder / name
    path.write_text("\n".join(candidates))
    return path


def _table(folder: Path) -> Path:
    path = folder / "trips.csv"
    tables.few_trips().to_csv(path, index=False)
    return path


def _select(folder: Path, *options: object) -> reading.Answer:
    some = _written(folder, "some.toml", SHALLOW, DEEP, NONE)
    command = "select", _table(folder), "--candidates", some, *ASKED, *RULE, *options
    return reading.of_command(*_nearbest(*command))


def _resume(folder: Path) -> reading.Answer:
    """A run that lost its last probe and is gone on with."""
    _select(folder, "--run-dir", folder / "run")
    reading.shorten_journal(folder / "run", 2)
    return reading.of_command(*_nearbest("resume", folder / "run", "--json"))


def _compare(folder: Path) -> reading.Answer:
    pair = _written(folder, "a.toml", SHALLOW), _written(folder, "b.toml", DEEP)
    return reading.of_comparison(*_nearbest("compare", *pair, _table(folder), *ASKED))


def _show(stop_at: str) -> Run:
    def run(folder: Path) -> reading.Answer:
        X, y = tables.coins()
        options = {"stop_at": stop_at, "epsilon": 0.01, "run_dir": folder / "run"}
        select(rehearsed(), X, y, **REPEATABLE | options)
        return reading.of_command(*_nearbest("show", folder / "run", "--json"))

    return run


def runs() -> dict[str, Run]:
    """All of them by name."""
    return {
        "select": _select,
        "resume": _resume,
        "compare": _compare,
        "show": _show("paper"),
        "show, predicted": _show("stated"),
    }
