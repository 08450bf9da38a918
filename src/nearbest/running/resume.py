"""Starting a run in a folder, or going on with the one that is there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from nearbest.candidates import fingerprint
from nearbest.data.rows import Table
from nearbest.forecast import Outlook
from nearbest.race.bounds import Bounds
from nearbest.race.certificate import Delivery
from nearbest.race.observation import latest
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.race import Cost, Race
from nearbest.race.stopping import Concluded, StopAt, rule_named
from nearbest.race.strategies import describe_bounds, described_bounds
from nearbest.running.journal import Journal
from nearbest.running.prepare import Problem, prepare
from nearbest.running.run_dir import (
    JOURNAL,
    RunDir,
    check_same_run,
    load_strata,
    read_outcome,
    settings_of_run,
)

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
    stop_at: StopAt,
    extend: bool,
) -> Problem:
    """The problem that the arguments describe, checked against the run directory.

    Writes the settings before the first probe. A run that goes on takes its seed, and
    the batches in which its candidates came, from there. It may stop by another rule.
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
        "bounds": describe_bounds(bounds),
        "cost": cost,
        "stop_at": stop_at,
        "seed": problem.seed,
        "data": problem.fingerprint(),
        "candidates": fingerprint.of_candidates(problem.configurations),
        "parameters": {c.name: _shown(c.parameters) for c in problem.configurations},
        "n_train": problem.samples.n_train,
        "n_test": problem.samples.n_test,
        "sizes": list(problem.plan.sizes[problem.plan.names[0]]),
        "exchangeable": problem.plan.exchangeable,
        "grouped": problem.plan.grouped,
        "notes": list(problem.notes),
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
    run_dir.save_strata(problem.plan.strata)
    run_dir.begin(now)
    return problem


def read_run(path: str | os.PathLike[str]) -> Race:
    """The race of a run directory, without the data and without running any code.

    A run that has ended keeps its choice and what was predicted of it then, whatever
    past curves are at hand now.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from nearbest import select
    >>> from nearbest.race.certify import certify
    >>> from nearbest.running.resume import read_run
    >>> X, y = make_classification(4_000, random_state=0)
    >>> trees = (DecisionTreeClassifier(), {"max_depth": [1, 4]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = select(trees, X, y, run_dir=folder, random_state=0)
    ...     certify(read_run(folder)).winner == found.best
    True
    """
    folder = Path(path)
    settings = settings_of_run(folder)
    plan = Plan(
        sizes=dict.fromkeys(settings["candidates"], tuple(settings["sizes"])),
        n_test=settings["n_test"],
        epsilon=settings["epsilon"],
        delta=settings["delta"],
        growth=settings["growth"],
        exchangeable=settings["exchangeable"],
        grouped=settings.get("grouped", False),
        strata=load_strata(folder),
        batches=tuple(settings["batches"]),
    )
    outcome, stop_at = read_outcome(folder), settings.get("stop_at", "proved")
    race = Race(
        plan,
        described_bounds(settings["bounds"]),
        settings["cost"],
        _concluded(outcome, stop_at) or rule_named(stop_at),
        None if stop_at == "proved" else Outlook(plan),
    )
    for observation in latest(Journal(folder / JOURNAL).replay()):
        race.tell(observation)
    return race


def read_delivery(path: str | os.PathLike[str]) -> Delivery | None:
    """Which model a finished run delivered, if it delivered one."""
    delivered = read_outcome(Path(path)).get("delivery")
    return Delivery(**delivered) if delivered else None


def _concluded(outcome: Mapping[str, Any], stop_at: StopAt) -> Concluded | None:
    """How the run ended, if it has and a forecast had a part in it."""
    said = outcome.get("prediction")
    if said is None:
        return None
    prediction = Prediction(**{**said, "notes": tuple(said["notes"])})
    return Concluded(stop_at, outcome["winner"], prediction, outcome["settled"])


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
    arguments = {**arguments, "n_candidates": None, "random_state": problem.seed}
    return prepare(ordered, X, y, batches=tuple(now["batches"]), **arguments)


def _shown(parameters: Mapping[str, Any]) -> dict[str, Any]:
    plain = (str, int, float, bool, type(None))
    return {k: v if isinstance(v, plain) else repr(v) for k, v in parameters.items()}
