"""The five steps of a selection: open the run, prepare, race, deliver, certify."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from nearbest.candidates.known import has_known_parts
from nearbest.candidates.toml import is_candidates_file, read_candidates
from nearbest.data.target import classes_of
from nearbest.errors import NotSupported
from nearbest.probing.metrics.named import names_of
from nearbest.progress.verbose import watching
from nearbest.race.bounds import Bounds
from nearbest.race.certificate import Certificate, Delivery
from nearbest.race.certify import certify
from nearbest.race.full_runs import full_runs_note
from nearbest.race.plateau import plateau
from nearbest.race.race import Race
from nearbest.race.schedulers import Scheduler, needs_forecast
from nearbest.race.strategies import bounds_named, scheduler_named
from nearbest.running.arrivals import Arrivals, restore_search
from nearbest.running.callbacks import Told
from nearbest.running.ctrl_c import Pressed, noticing_ctrl_c
from nearbest.running.delivery import deliver
from nearbest.running.executors import Processes
from nearbest.running.loop import Watcher, run
from nearbest.running.prepare import Problem, Tables
from nearbest.running.resources import Execution, Resources, execution, starting_workers
from nearbest.running.resume import keep_rule, prepare_run, restore_race
from nearbest.running.run_dir import RunDir
from nearbest.running.settings import OF_A_CALL, SHOWN, Settings
from nearbest.running.time_limit import NoTime, TimeLimit
from nearbest.running.training import Training
from nearbest.selection.failures import raise_failure, raising, warn_of_failures, warn_of_notes
from nearbest.selection.result import Selection

logger = logging.getLogger("nearbest")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRun:
    """What holds from the first step to the last; `stack` closes what they open."""

    settings: Settings
    bounds: Bounds
    scheduler: Scheduler
    resources: Resources
    folder: RunDir | None
    workers: Processes | None
    watch: Watcher | None
    told: Told | None
    limit: TimeLimit
    stack: ExitStack

    @property
    def shown(self) -> dict[str, Any]:
        """The settings that a report tells; names as the objects that they stand for."""
        given = {name: getattr(self.settings, name) for name in SHOWN}
        objects = {"bounds": self.bounds, "scheduler": self.scheduler}
        return {**given, **objects}


@dataclass(frozen=True, slots=True, kw_only=True)
class Raced:
    """A race that has ended, the time it took, and where its models are.

    `training` makes the model to deliver. `pressed` knows of a Ctrl-C that came after the
    race, wherever it came. A race is `cut_short` where the rest of the time is needed to
    train the winner, which may turn out to need less.
    """

    race: Race
    seconds: float
    where: Execution
    training: Training
    pressed: Pressed
    interrupted: bool = False
    cut_short: bool = False


@dataclass(frozen=True, slots=True)
class Delivered:
    """A model and what was measured of it; neither where none was trained."""

    model: Any = None
    delivery: Delivery | None = None


@contextmanager
def open_run(
    settings: Settings, tables: Tables, watch: Watcher | None, proposed: bool = False
) -> Iterator[OpenRun]:
    """Lock the run directory, if there is one, and look up what settings name."""
    if settings.refit == "all" and tables.X_test is not None:
        raise NotSupported('`refit="all"` cannot be combined with a test set of your own.')
    limit = TimeLimit.starting(settings.timeout, settings.refit)
    resources = _resources(settings)  # refused before a folder is made
    with ExitStack() as stack:
        watch = stack.enter_context(watching(settings.verbose, watch, settings.timeout))
        told = None
        if settings.callbacks:
            watch = told = Told(settings.callbacks, watch)
        folder = None
        if settings.run_dir is not None:
            folder = stack.enter_context(RunDir(settings.run_dir))
        settings = keep_rule(folder, settings)
        yield OpenRun(
            settings=settings,
            bounds=bounds_named(settings.bounds),
            scheduler=scheduler_named(
                settings.scheduler, settings.stop_at, proposed, hurried=limit.is_set
            ),
            resources=resources,
            folder=folder,
            workers=stack.enter_context(starting_workers(resources)),
            watch=raising(watch) if settings.error_score == "raise" else watch,
            told=told,
            limit=limit,
            stack=stack,
        )


def prepare_candidates(run: OpenRun, candidates: object, tables: Tables) -> Problem:
    """Read the candidates, split the data, plan the sizes, and note all that down.

    Workers start at once where some candidate may have to wait for one.
    """
    if run.workers is not None and not has_known_parts(candidates):
        run.workers.start()
    if is_candidates_file(candidates):
        candidates = read_candidates(candidates)  # type: ignore[arg-type]
    n_workers = run.resources.n_workers
    return prepare_run(run.folder, candidates, tables, run.settings, n_workers)


def run_race(opened: OpenRun, problem: Problem) -> Raced:
    """Probe until the race has ended or time is up, from where an earlier call was.

    Ctrl-C ends it with what is known, if anything is.
    """
    folder, race = opened.folder, _restore(opened, problem)
    arrivals = _arrivals(opened, problem, race)
    idle = race.ending is not None and not _trains_in_worker(opened, race)
    setting_up = execution(problem, opened.resources, folder, opened.workers, idle=idle)
    where = opened.stack.enter_context(setting_up)
    limit = opened.limit.after_waiting(where.waited)
    pressed = opened.stack.enter_context(noticing_ctrl_c(at_once=False))
    training = Training(race, problem.prober, where, limit)
    ended = partial(Raced, race=race, where=where, training=training, pressed=pressed)
    try:
        seconds = run(
            race,
            opened.scheduler,
            where,
            limit=limit,
            journal=None if folder is None else folder.journal.append,
            watch=opened.watch,
            arrivals=arrivals,
        )
    except KeyboardInterrupt:
        if race.incumbent is None:
            raise
        if arrivals is not None:
            arrivals.close(race)
        return ended(seconds=race.elapsed, interrupted=True)
    if arrivals is not None:
        arrivals.close(race)
    return ended(seconds=seconds, cut_short=is_cut_short(race, limit))


def is_cut_short(race: Race, limit: TimeLimit) -> bool:
    """Whether a race ended for want of time, with some left to train its winner."""
    return race.ending is None and limit.left > 0 and limit.for_probes(race, ()) <= 0


def _trains_in_worker(opened: OpenRun, race: Race) -> bool:
    """Whether nothing is left but to train the winner within a time limit."""
    refit = opened.settings.refit
    has_to = refit == "all" or (refit and not race.exhausted(race.winner))
    return opened.limit.is_set and has_to


def deliver_model(run: OpenRun, problem: Problem, raced: Raced) -> Delivered:
    """Train the winner, unless that is not wanted or Ctrl-C leaves it out."""
    race, refit = raced.race, run.settings.refit
    if not refit:
        return Delivered()
    name = race.winner
    try:
        if raced.interrupted:
            raise KeyboardInterrupt
        raced.pressed.check()
        training, keeper = raced.training, raced.where.keeper
        if run.watch is not None and training.is_needed(name, refit):
            task = race.task(name, race.plan.full_size(name))
            run.watch(race, [replace(task, for_delivery=True)])
        found = deliver(race, problem.prober, keeper, refit, training, training.limit)
        return Delivered(*found)
    except KeyboardInterrupt:
        logger.warning("Interrupted: %s is not trained.", name)
    except NoTime as error:
        logger.warning("No model of %s: %s.", name, error)
    return Delivered()


def conclude(run: OpenRun, problem: Problem, raced: Raced, delivered: Delivered) -> Selection:
    """State what is proved and what is forecast, and write down how the run ended."""
    if run.settings.error_score == "raise":
        raise_failure(raced.race)  # of an earlier call, where nothing was left to probe
    warn_of_failures(raced.race)
    certificate = certify(raced.race, delivered.delivery, problem.notes)
    told = (full_runs_note(raced.race), plateau(raced.race))
    warn_of_notes(certificate, (*problem.notes, *filter(None, told)))
    if run.folder is not None:
        run.folder.finish(_outcome(run, raced, certificate))
    found = Selection(
        configuration=problem.prober.configurations[certificate.winner],
        estimator=delivered.model,
        certificate=certificate,
        race=raced.race,
        configurations=problem.configurations,
        seconds=raced.seconds,
        seed=problem.seed,
        classes=classes_of(problem.samples.target),
        settings={
            **run.shown,
            "epsilon": raced.race.plan.epsilon,
            "scoring": names_of([problem.prober.metric, *problem.prober.others.values()]),
        },
    )
    if run.told is not None:
        run.told.end(found)
    return found


def _outcome(run: OpenRun, raced: Raced, certificate: Certificate) -> dict[str, Any]:
    """What a report of the run directory tells of its end."""
    prediction, delivery = certificate.prediction, certificate.delivery
    return {
        **{name: run.shown[name] for name in OF_A_CALL},
        "scheduler": repr(run.scheduler),
        "winner": certificate.winner,
        "prediction": None if prediction is None else asdict(prediction),
        "settled": raced.race.ending is not None,
        "delivery": None if delivery is None else asdict(delivery),
        "seconds": raced.seconds,
    }


def _resources(settings: Settings) -> Resources:
    """What the settings grant to probes."""
    return Resources(
        settings.n_jobs,
        settings.executor,
        settings.probe_timeout,
        settings.probe_memory,
        killable=settings.timeout is not None,
        store=settings.store,
    )


def _arrivals(opened: OpenRun, problem: Problem, race: Race) -> Arrivals | None:
    """Who lets in what a stream proposes, as far along as the run directory is."""
    if problem.stream is None or problem.plan.arriving is None:
        return None
    journal = None if opened.folder is None else opened.folder.journal
    arrivals = Arrivals(
        problem.stream,
        problem.plan.arriving,
        opened.settings.n_candidates,
        problem.admit,
        None if journal is None else journal.append,
    )
    events = () if journal is None else journal.events(problem.plan)
    restore_search(race, arrivals, events, opened.resources.limits)
    return arrivals


def _restore(opened: OpenRun, problem: Problem) -> Race:
    """The race as far as the run directory has it; of a search, before its first proposal."""
    known = opened.folder is not None and problem.stream is None
    return restore_race(
        problem.plan,
        opened.bounds,
        opened.settings.cost,
        opened.settings.stop_at,
        opened.folder.observations(problem.plan) if known and opened.folder else (),
        forecast=needs_forecast(opened.scheduler),
        limits=opened.resources.limits,
    )
