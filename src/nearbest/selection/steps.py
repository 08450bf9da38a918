"""The five steps of a selection: open the run, prepare, race, deliver, certify."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import partial

from nearbest.candidates.known_libraries import has_known_parts
from nearbest.candidates.toml import is_candidates_file, read_candidates
from nearbest.data.target import classes_of
from nearbest.errors import NotSupported
from nearbest.places import expanded
from nearbest.probing.metrics.identity import identity_of
from nearbest.probing.metrics.named import names_of
from nearbest.progress.verbose import watching
from nearbest.race.answer.certify import certify
from nearbest.race.answer.full_runs import full_runs_note
from nearbest.race.answer.plateau import plateau
from nearbest.race.certificate import Certificate
from nearbest.race.race import Race
from nearbest.race.strategies import bounds_named, scheduler_named
from nearbest.running.begin import keep_rule, prepare_run
from nearbest.running.callbacks import Announcer
from nearbest.running.ctrl_c import noticing_ctrl_c
from nearbest.running.loop import Watcher
from nearbest.running.prepare import Tables
from nearbest.running.problem.problem import Problem
from nearbest.running.run_dir.outcome import RunOutcome
from nearbest.running.run_dir.run_dir import RunDir
from nearbest.running.settings import OF_A_CALL, Settings
from nearbest.running.time_limit import TimeLimit
from nearbest.running.training import Trainer
from nearbest.running.workers.execution import Execution, execution
from nearbest.running.workers.resources import Resources, starting_workers
from nearbest.selection.delivering import goes_on, race_on, train_winner
from nearbest.selection.failures import raise_failure, raising, warn_of_failures, warn_of_notes
from nearbest.selection.racing import probe_on, restore
from nearbest.selection.result import Selection
from nearbest.selection.stages import Delivered, OpenRun, Raced

logger = logging.getLogger("nearbest")


@contextmanager
def open_run(
    settings: Settings, tables: Tables, watch: Watcher | None, proposed: bool = False
) -> Iterator[OpenRun]:
    """Lock the run directory, if there is one, and look up what settings name."""
    limit = TimeLimit.starting(settings.timeout, settings.refit)
    resources = _resources(settings, tables)  # refused before a folder is made
    bounds = bounds_named(settings.bounds)
    if settings.run_dir is not None:
        identity_of(settings.scoring)
    with ExitStack() as stack:
        # closed last, so that no Ctrl-C comes between an answer and who asked for it
        pressed = stack.enter_context(noticing_ctrl_c())
        watch, told = _watchers(settings, watch, stack)
        folder = _run_dir(settings, stack)
        settings = keep_rule(folder, settings)
        yield OpenRun(
            settings=settings,
            bounds=bounds,
            scheduler=scheduler_named(
                settings.scheduler, settings.stop_at, proposed, hurried=limit.is_set
            ),
            resources=resources,
            folder=folder,
            workers=stack.enter_context(starting_workers(resources)),
            watch=watch,
            told=told,
            limit=limit,
            pressed=pressed,
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


def run_race(run: OpenRun, problem: Problem) -> Raced:
    """Probe until the race has ended or time is up, from where an earlier call was.

    Ctrl-C ends it with what is known, if anything is.
    """
    race, arrivals = restore(run, problem)
    where = run.stack.enter_context(_set_up(run, problem, race))
    limit = run.limit.after_waiting(where.waited)
    run.pressed.wait()
    training = Trainer(race, problem.prober, where, limit)
    ended = partial(Raced, race=race, training=training)
    try:
        seconds = probe_on(run, training, arrivals)
        raced = ended(seconds=seconds, cut_short=training.is_what_cuts_short)
    except KeyboardInterrupt:
        if race.incumbent is None:
            raise
        raced = ended(seconds=race.elapsed, interrupted=True)
    if arrivals is not None:
        arrivals.close(race)
        raced = replace(raced, note=arrivals.note(race))
    return raced


def deliver_model(run: OpenRun, problem: Problem, raced: Raced) -> Delivered:
    """Train the winner, if a model is wanted.

    Where the model undoes the end of the race, or leaves it time, its training becomes a
    probe, so that its score counts; then the others are probed on, and whoever wins is
    trained.
    """
    if not run.settings.refit:
        return Delivered(raced)
    delivered = train_winner(run, problem, raced)
    while goes_on(delivered):
        delivered = train_winner(run, problem, race_on(run, delivered))
    return delivered


def conclude(run: OpenRun, problem: Problem, delivered: Delivered) -> Selection:
    """State what is proved and what is forecast, and write down how the run ended.

    That takes no time, so that a Ctrl-C which came for the training does not cost it.
    """
    run.pressed.wait()
    raced = delivered.raced
    if run.settings.error_score == "raise":
        raise_failure(raced.race)  # of an earlier call, where nothing was left to probe
    warn_of_failures(raced.race)
    at_the_end = (*_hurry(run, raced.race), *filter(None, [raced.note]))
    notes = (*problem.notes, *at_the_end)
    certificate = certify(raced.race, delivered.delivery, notes)
    told = (full_runs_note(raced.race), plateau(raced.race))
    warn_of_notes(certificate, (*notes, *filter(None, told)))
    logger.info("Ended: %s", certificate.sentence)
    if run.folder is not None:
        run.folder.finish(_outcome(run, raced, certificate, at_the_end))
    found = _selection(run, problem, delivered, certificate)
    if run.told is not None:
        run.told.end(found)
    return found


def _hurry(run: OpenRun, race: Race) -> tuple[str, ...]:
    """That a limit of time has changed the order of probes, where levels rest on it."""
    if not run.limit.is_set or not race.rule.is_calibrated or race.ending != "forecast":
        return ()
    return (
        "A timeout has quick candidates probed first; the past races behind the level had no "
        "timeout",
    )


def _resources(settings: Settings, tables: Tables) -> Resources:
    """What the settings grant to probes, where they can be granted."""
    if settings.refit == "all" and tables.X_test is not None:
        raise NotSupported('`refit="all"` cannot be combined with a test set of your own.')
    return Resources(
        settings.n_jobs,
        settings.executor,
        settings.probe_timeout,
        settings.probe_memory,
        killable=settings.timeout is not None,
        store=None if settings.store is None else expanded(settings.store),
    )


def _watchers(
    settings: Settings, watch: Watcher | None, stack: ExitStack
) -> tuple[Watcher | None, Announcer | None]:
    """Who sees the race, and who of them is told of its end."""
    watch = stack.enter_context(watching(settings.verbose, watch, settings.timeout))
    told = None
    if settings.callbacks:
        watch = told = stack.enter_context(Announcer(settings.callbacks, watch))
    return (raising(watch) if settings.error_score == "raise" else watch), told


def _run_dir(settings: Settings, stack: ExitStack) -> RunDir | None:
    """The run directory, locked until the stack is closed."""
    if settings.run_dir is None:
        return None
    return stack.enter_context(RunDir(settings.run_dir))


def _set_up(run: OpenRun, problem: Problem, race: Race) -> AbstractContextManager[Execution]:
    """Where probes run; no worker starts where there is nothing left for one to do."""
    idle = race.ending is not None and not _trains_in_worker(run, race)
    return execution(problem, run.resources, run.folder, run.workers, idle=idle)


def _trains_in_worker(run: OpenRun, race: Race) -> bool:
    """Whether nothing is left but to train the winner within a time limit."""
    refit = run.settings.refit
    has_to = refit == "all" or (refit and not race.exhausted(race.winner))
    return run.limit.is_set and has_to


def _selection(
    run: OpenRun, problem: Problem, delivered: Delivered, certificate: Certificate
) -> Selection:
    """What the caller gets."""
    raced, prober = delivered.raced, problem.prober
    return Selection(
        configuration=prober.configurations[certificate.winner],
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
            "scoring": names_of([prober.metric, *prober.others.values()]),
        },
        refit_seconds=delivered.fit_time,
    )


def _outcome(
    run: OpenRun, raced: Raced, certificate: Certificate, notes: tuple[str, ...]
) -> RunOutcome:
    """What a report of the run directory tells of its end."""
    of_call = {name: run.shown[name] for name in OF_A_CALL}
    return RunOutcome(
        winner=certificate.winner,
        prediction=certificate.prediction,
        settled=raced.race.ending is not None,
        delivery=certificate.delivery,
        trained=raced.trained,
        seconds=raced.seconds,
        notes=notes,
        settings={**of_call, "scheduler": repr(run.scheduler)},
    )
