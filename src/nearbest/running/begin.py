"""Starting a run in a folder, or going on with the one that is there."""

from __future__ import annotations

import logging
import os
from collections import deque
from dataclasses import replace

from nearbest.data.files.urls import is_url
from nearbest.places import as_path
from nearbest.race.bounds import check_supported
from nearbest.race.stop_at import FORMER_RULES
from nearbest.race.stopping import rule_named
from nearbest.race.strategies import bounds_named
from nearbest.running.prepare import Tables, prepare_problem
from nearbest.running.problem.problem import Problem
from nearbest.running.run_dir.record import RunRecord
from nearbest.running.run_dir.run_dir import RunDir
from nearbest.running.run_dir.same_run import check_same_run
from nearbest.running.settings import Settings

logger = logging.getLogger("nearbest")


def keep_rule(run_dir: RunDir | None, settings: Settings) -> Settings:
    """The settings with the rule that the run began with, where that is no longer usual.

    A level holds for races under the scheduler that it was calibrated with, so a run that
    began with another rule goes on with that, or with a proof if asked.
    """
    before = None if run_dir is None else run_dir.record()
    if before is None or not rule_named(settings.stop_at).is_calibrated:
        return settings
    if before.rule not in FORMER_RULES.values():
        return settings
    logger.warning(
        'The run goes on with the rule that it began with, `stop_at=%r`; "proved" may take '
        "its place.",
        before.rule,
    )
    return replace(settings, stop_at=before.rule)


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
    before = run_dir.record() if run_dir is not None else None
    if before is not None and settings.random_state is None:
        settings = replace(settings, random_state=before.seed)
    place = _place_of_store(settings.store, run_dir)
    problem = prepare_problem(candidates, tables, settings, place)
    problem = _as_announced(problem, before, n_workers)
    if before is not None:
        # the bounds of a run have paid for fewer scored rows from its beginning, or never
        problem = problem.planned(thrifty=before.plan.thrifty)
    bounds = bounds_named(settings.bounds)
    check_supported(bounds, problem.plan.scale, problem.samples.target)
    if run_dir is None:
        return problem
    now = RunRecord.of(settings, problem)
    added: list[str] = []
    if before is not None:
        deque(run_dir.journal.replay(), maxlen=0)  # if damaged, it is before anything is lost
        check_same_run(run_dir.path, before, now, settings.extend)
        added = [name for name in now.candidates if name not in before.candidates]
        batches = (*before.plan.batches, *([len(added)] if added else []))
        if len(batches) > 1:
            problem = problem.in_batches(list(before.candidates), batches)
            now = RunRecord.of(settings, problem)
    run_dir.save_strata(problem.plan.strata)
    if added:
        run_dir.journal.append(now.last_batch(added))
    run_dir.begin(now)
    return problem


def _as_announced(problem: Problem, before: RunRecord | None, n_workers: int) -> Problem:
    """What the run said when it began about candidates that arrive still holds."""
    now = problem.plan.arriving
    if now is None:
        return problem
    said = None if before is None else before.plan.arriving
    if said is None:
        return problem.arriving_as(now.slots, n_workers, now.seconds)
    return problem.arriving_as(said.slots, said.lag, said.seconds)


def _place_of_store(
    store: str | os.PathLike[str] | None, run_dir: RunDir | None
) -> str | os.PathLike[str] | None:
    """Where a source's store is made: a URL gets its copy from there later."""
    if store is None or is_url(str(store)):
        return run_dir.store if run_dir is not None else None
    return as_path(store).absolute()
