"""The five steps of a selection: open the run, prepare, race, deliver, certify."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

from nearbest.candidates.toml import is_candidates_file, read_candidates
from nearbest.data.target import classes_of
from nearbest.errors import NotSupported
from nearbest.probing.metrics.named import name_of
from nearbest.progress.verbose import watching
from nearbest.race.bounds import Bounds
from nearbest.race.certificate import Certificate, Delivery
from nearbest.race.certify import certify
from nearbest.race.race import Race
from nearbest.race.schedulers import Scheduler, needs_forecast
from nearbest.race.strategies import bounds_named, scheduler_named
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
    stack: ExitStack

    @property
    def shown(self) -> dict[str, Any]:
        """The settings that a report tells; names as the objects that they stand for."""
        given = {name: getattr(self.settings, name) for name in SHOWN}
        objects = {"bounds": self.bounds, "scheduler": self.scheduler}
        return {**given, **objects, "scoring": name_of(self.settings.scoring)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Raced:
    """A race that has ended, the time it took, and where its models are.

    `pressed` knows of a Ctrl-C that came after the race, wherever it came.
    """

    race: Race
    seconds: float
    where: Execution
    pressed: Pressed
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Delivered:
    """A model and what was measured of it; neither where none was trained."""

    model: Any = None
    delivery: Delivery | None = None


@contextmanager
def open_run(settings: Settings, tables: Tables, watch: Watcher | None) -> Iterator[OpenRun]:
    """Lock the run directory, if there is one, and look up what settings name."""
    if settings.refit == "all" and tables.X_test is not None:
        raise NotSupported('`refit="all"` cannot be combined with a test set of your own.')
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
            scheduler=scheduler_named(settings.scheduler, settings.stop_at),
            resources=resources,
            folder=folder,
            workers=stack.enter_context(starting_workers(resources)),
            watch=raising(watch) if settings.error_score == "raise" else watch,
            told=told,
            stack=stack,
        )


def prepare_candidates(run: OpenRun, candidates: object, tables: Tables) -> Problem:
    """Read the candidates, split the data, plan the sizes, and note all that down."""
    if is_candidates_file(candidates):
        candidates = read_candidates(candidates)  # type: ignore[arg-type]
    return prepare_run(run.folder, candidates, tables, run.settings)


def run_race(opened: OpenRun, problem: Problem) -> Raced:
    """Probe until the race has ended or time is up, from where an earlier call was.

    Ctrl-C ends it with what is known, if anything is.
    """
    race = _restore(opened, problem)
    idle = race.ending is not None  # an earlier call did it all
    setting_up = execution(problem, opened.resources, opened.folder, opened.workers, idle=idle)
    where = opened.stack.enter_context(setting_up)
    pressed = opened.stack.enter_context(noticing_ctrl_c(at_once=False))
    raced = Raced(race=race, seconds=race.elapsed, where=where, pressed=pressed)
    return _probe_on(opened, raced, opened.settings.timeout)


def _probe_on(opened: OpenRun, raced: Raced, timeout: float | None) -> Raced:
    """Probe until the race has ended or this time is up."""
    race = raced.race
    try:
        seconds = run(
            race,
            opened.scheduler,
            raced.where,
            timeout=timeout,
            journal=None if opened.folder is None else opened.folder.journal.append,
            watch=opened.watch,
        )
    except KeyboardInterrupt:
        if race.incumbent is None:
            raise
        return replace(raced, seconds=race.elapsed, interrupted=True)
    return replace(raced, seconds=seconds)


def deliver_model(run: OpenRun, problem: Problem, raced: Raced) -> Delivered:
    """Train the choice, unless that is not wanted or Ctrl-C leaves it out."""
    race, refit = raced.race, run.settings.refit
    if not refit:
        return Delivered()
    name = race.winner
    try:
        if raced.interrupted:
            raise KeyboardInterrupt
        raced.pressed.check()
        if run.watch is not None and not race.exhausted(name):
            run.watch(race, [race.task(name, race.plan.full_size(name))])
        return Delivered(*deliver(race, problem.prober, raced.where.keeper, refit))
    except KeyboardInterrupt:
        logger.warning("Interrupted: %s is not trained.", name)
        return Delivered()


def confirm_choice(
    run: OpenRun, problem: Problem, raced: Raced, delivered: Delivered
) -> tuple[Raced, Delivered]:
    """Where the model that was delivered undoes the end of the race, let that go on.

    The winner's full run becomes a probe, so that its score counts; then the others are
    probed on, within the time there is, and whoever wins is trained.
    """
    race, timeout = raced.race, run.settings.timeout
    left = None if timeout is None else timeout - raced.seconds
    is_final = raced.interrupted or (left is not None and left <= 0)
    if is_final or not _is_undone(race, delivered):
        return raced, delivered
    name = race.winner
    logger.warning("%s is worse than was thought; the race goes on.", name)
    observation, model = problem.prober(race.task(name, race.plan.full_size(name)))
    observation = replace(observation, elapsed=raced.seconds + observation.seconds)
    if run.folder is not None:
        run.folder.journal.append(observation)
    race.tell(observation)
    raced.where.keeper.offer(race, observation, model)
    raced = _probe_on(run, raced, left)
    return raced, deliver_model(run, problem, raced)


def _is_undone(race: Race, delivered: Delivered) -> bool:
    """Whether a measured model is too bad for the end that the race had."""
    if delivered.delivery is None or delivered.delivery.accuracy is None:
        return False
    if race.exhausted(race.winner):
        return False
    return certify(race, delivered.delivery).ending == "undone"


def conclude(run: OpenRun, problem: Problem, raced: Raced, delivered: Delivered) -> Selection:
    """State what is proved and what is forecast, and write down how the run ended."""
    if run.settings.error_score == "raise":
        raise_failure(raced.race)  # of an earlier call, where nothing was left to probe
    warn_of_failures(raced.race)
    certificate = certify(raced.race, delivered.delivery, problem.notes)
    warn_of_notes(certificate, problem.notes)
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
        settings={**run.shown, "epsilon": raced.race.plan.epsilon},
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


def _restore(opened: OpenRun, problem: Problem) -> Race:
    """The race as far as the run directory has it."""
    return restore_race(
        problem.plan,
        opened.bounds,
        opened.settings.cost,
        opened.settings.stop_at,
        () if opened.folder is None else opened.folder.observations(problem.plan),
        forecast=needs_forecast(opened.scheduler),
        limits=opened.resources.limits,
    )
