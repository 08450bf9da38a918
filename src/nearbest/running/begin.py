"""Starting a run in a folder, or going on with the one that is there."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from nearbest.data.files.urls import is_url
from nearbest.places import as_path
from nearbest.race.bounds import check_supported
from nearbest.race.stop_at import FORMER_RULES
from nearbest.race.strategies import bounds_named
from nearbest.running.admission import Admission
from nearbest.running.prepare import Tables, prepare_problem
from nearbest.running.prepared import Problem
from nearbest.running.run_dir import RunDir, check_same_run, rule_of_run
from nearbest.running.settings import Settings
from nearbest.running.source import check_same_source, read_announced
from nearbest.running.written import to_write

logger = logging.getLogger("nearbest")


def keep_rule(run_dir: RunDir | None, settings: Settings) -> Settings:
    """The settings with the rule that the run began with, where that is no longer usual.

    A level holds for races under the scheduler that it was calibrated with, so a run that
    began with another rule goes on with that, or with a proof if asked.
    """
    before = None if run_dir is None else run_dir.settings()
    if before is None or settings.stop_at != "calibrated":
        return settings
    rule = rule_of_run(before)
    if rule not in FORMER_RULES.values():
        return settings
    logger.warning(
        'The run goes on with the rule that it began with, `stop_at=%r`; "proved" may take '
        "its place.",
        rule,
    )
    return replace(settings, stop_at=rule)


def prepare_run(
    run_dir: RunDir | None,
    candidates: object,
    tables: Tables,
    settings: Settings,
    n_workers: int = 1,
) -> Problem:
    """The problem that the settings describe, checked against the run directory.

    Writes the settings before the first probe, and those who are new to a run that goes
    on into its journal. Such a run takes its seed, and the batches in which its
    candidates came, from there. What is not fixed may change.
    """
    before = run_dir.settings() if run_dir is not None else None
    if before is not None and settings.random_state is None:
        settings = replace(settings, random_state=before["seed"])
    place = _place_of_store(settings.store, run_dir)
    problem = prepare_problem(candidates, tables, settings, place)
    problem = _as_announced(problem, run_dir, before, n_workers)
    if before is not None:
        # the bounds of a run have paid for fewer scored rows from its beginning, or never
        problem = problem.planned(thrifty=before.get("thrifty", False))
    bounds = bounds_named(settings.bounds)
    check_supported(bounds, problem.plan.scale, problem.samples.target)
    if run_dir is None:
        return problem
    now = to_write(settings, problem)
    added: list[str] = []
    if before is not None:
        deque(run_dir.journal.replay(), maxlen=0)  # if damaged, it is before anything is lost
        check_same_source(run_dir.path, before, problem.plan)
        check_same_run(run_dir.path, before, now, settings.extend)
        added = [name for name in now["candidates"] if name not in before["candidates"]]
        batches = before["batches"] + ([len(added)] if added else [])
        if len(batches) > 1:
            problem = problem.in_batches(list(before["candidates"]), tuple(batches))
            now = to_write(settings, problem)
    run_dir.save_strata(problem.plan.strata)
    if added:
        run_dir.journal.append(Admission.of(now, added))
    run_dir.begin(now)
    return problem


def _as_announced(
    problem: Problem, run_dir: RunDir | None, before: Mapping[str, Any] | None, n_workers: int
) -> Problem:
    """What the run said when it began about candidates that arrive still holds."""
    now = problem.plan.arriving
    if now is None:
        return problem
    said = read_announced(run_dir.path, before) if run_dir and before else None
    if said is None:
        return problem.arriving_as(now.slots, n_workers, now.seconds)
    return problem.arriving_as(said.slots, said.lag, said.seconds)


def _place_of_store(
    store: str | os.PathLike[str] | None, run_dir: RunDir | None
) -> str | os.PathLike[str] | None:
    """Where a source's store is made: a URL gets its copy from there later."""
    if store is None or is_url(str(store)):
        return run_dir.store if run_dir is not None else None
    return as_path(store)
