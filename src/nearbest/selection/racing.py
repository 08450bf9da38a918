"""A race as far along as its run directory is, and on from there."""

from __future__ import annotations

from nearbest.race.race import Race
from nearbest.race.schedulers import needs_forecast
from nearbest.running.loop import run as run_loop
from nearbest.running.problem.problem import Problem
from nearbest.running.resume import restore_race
from nearbest.running.searching.arrivals import Arrivals, restore_search
from nearbest.running.training import Trainer
from nearbest.selection.stages import OpenRun


def restore(run: OpenRun, problem: Problem) -> tuple[Race, Arrivals | None]:
    """The race as it stands, and who lets in what a stream proposes, if there is one."""
    race = _known_race(run, problem)
    if problem.stream is None or problem.plan.arriving is None:
        return race, None
    arrivals = Arrivals(
        problem.stream,
        problem.plan.arriving,
        run.settings.n_candidates,
        problem.admit,
        run.journal,
        run.limit,
    )
    events = () if run.folder is None else run.folder.journal.events(problem.plan)
    restore_search(race, arrivals, events, run.resources.limits)
    return race, arrivals


def probe_on(run: OpenRun, training: Trainer, arrivals: Arrivals | None = None) -> float:
    """Probe until the race has ended or the rest of the time is needed for its training.

    Returns the seconds spent on it so far.
    """
    return run_loop(
        training.race,
        run.scheduler,
        training.where,
        limit=training.limit,
        journal=run.journal,
        watch=run.watch,
        arrivals=arrivals,
    )


def _known_race(run: OpenRun, problem: Problem) -> Race:
    """The race that the run directory has; of a search, before its first proposal."""
    known = run.folder is not None and problem.stream is None
    return restore_race(
        problem.plan,
        run.bounds,
        run.settings.cost,
        run.settings.stop_at,
        run.folder.observations(problem.plan) if known and run.folder else (),
        forecast=needs_forecast(run.scheduler),
        limits=run.resources.limits,
    )
