"""Starting a run in a folder, or going on with the one that is there."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from nearbest import fingerprint
from nearbest.bounds import Bounds
from nearbest.problem import Problem, prepare
from nearbest.race import Cost
from nearbest.rundir import RunDir, check_same_run
from nearbest.samples import Table

#: Arguments of `select` that settings.json keeps for reproduction.
KEPT = (
    "epsilon",
    "delta",
    "test_size",
    "stratify",
    "min_train_size",
    "growth",
    "scoring",
    "threads",
)


def resumed(
    run_dir: RunDir | None,
    candidates: object,
    X: Table,
    y: object,
    arguments: Mapping[str, Any],
    *,
    bounds: Bounds,
    cost: Cost,
    extend: bool,
) -> Problem:
    """The problem that the arguments describe, checked against the run directory.

    Writes the settings before the first probe. A run that goes on takes its seed, and
    the batches in which its candidates came, from there.
    """
    before = run_dir.settings() if run_dir is not None else None
    arguments = dict(arguments)
    if before is not None and arguments["random_state"] is None:
        arguments["random_state"] = before["seed"]
    problem = prepare(candidates, X, y, **arguments)
    if run_dir is None:
        return problem
    now: dict[str, Any] = {
        **{key: arguments[key] for key in KEPT},
        "bounds": repr(bounds),
        "cost": cost,
        "seed": problem.seed,
        "data": problem.fingerprint(),
        "candidates": fingerprint.of_candidates(problem.configurations),
        "parameters": {c.name: _shown(c.parameters) for c in problem.configurations},
        "n_train": problem.samples.n_train,
        "n_test": problem.samples.n_test,
        "batches": [problem.plan.n_configurations],
        "versions": {p: version(p) for p in ("nearbest", "scikit-learn", "numpy")},
    }
    if before is not None:
        check_same_run(run_dir.path, before, now, extend)
        added = problem.plan.n_configurations - len(before["candidates"])
        now["batches"] = before["batches"] + ([added] if added else [])
        problem = _in_batches(
            problem, candidates, X, y, arguments, list(before["candidates"]), now
        )
    run_dir.begin(now)
    return problem


def _in_batches(
    problem: Problem,
    candidates: object,
    X: Table,
    y: object,
    arguments: dict[str, Any],
    earlier: list[str],
    now: Mapping[str, Any],
) -> Problem:
    """The problem with earlier candidates first and the batches noted in its plan."""
    if len(now["batches"]) < 2:
        return problem
    first = {name: problem.prober.configurations[name] for name in earlier}
    ordered = [*first.values(), *(c for c in problem.configurations if c.name not in first)]
    arguments = {**arguments, "n_candidates": None}
    return prepare(ordered, X, y, batches=tuple(now["batches"]), **arguments)


def _shown(parameters: Mapping[str, Any]) -> dict[str, Any]:
    plain = (str, int, float, bool, type(None))
    return {k: v if isinstance(v, plain) else repr(v) for k, v in parameters.items()}
