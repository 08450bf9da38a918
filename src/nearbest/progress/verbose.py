"""What `verbose` shows: the live display, or a line for each decision."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager, nullcontext

from nearbest.progress.display import Progress
from nearbest.progress.lookout import Lookout
from nearbest.progress.view import training_of
from nearbest.race.ahead.planner import full_runs_ahead
from nearbest.race.answer.full_runs import full_runs_note
from nearbest.race.answer.plateau import plateau
from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.running.loop import Watcher

logger = logging.getLogger("nearbest")


@contextmanager
def watching(
    verbose: int, watch: Watcher | None, timeout: float | None = None
) -> Iterator[Watcher | None]:
    """The watcher of a run: the user's own, with what `verbose` asks for.

    Every probe and exclusion is logged at INFO, for whoever listens.

    Parameters
    ----------
    verbose : int
        0 shows nothing, 1 the live display, 2 and more let what is logged be seen.
    watch : callable or None
    timeout : float, optional
        The seconds given to the race, for the display.
    """
    progress = Progress(timeout=timeout) if verbose == 1 else None
    with progress or nullcontext(), _heard() if verbose > 1 else nullcontext():
        decisions = Decisions() if logger.isEnabledFor(logging.INFO) else None
        watchers = [each for each in (progress, decisions, watch) if each is not None]

        def all_of_them(race: Race, running: Collection[Task]) -> None:
            for watcher in watchers:
                watcher(race, running)

        yield all_of_them if watchers else None


class Decisions:
    """Logs what has happened in a race since it last looked."""

    def __init__(self) -> None:
        self._n_probes, self._n_excluded, self._on_plateau = 0, 0, False
        self._in_full, self._lookout = False, Lookout()

    def __call__(self, race: Race, running: Collection[Task]) -> None:
        """Log new probes, who was excluded by them, and what a search or a race has come to."""
        for probe, interval in race.history[self._n_probes :]:
            self._n_probes += 1
            scores = race.plan.scale
            known = f"{scores.name} in {scores.interval_text(interval)}"
            found = known if probe.status == "ok" else f"failed: {probe.message}"
            logger.info(
                "Probe %d: %s on %s rows, %.1f s: %s",
                self._n_probes,
                probe.configuration,
                f"{probe.n_train:,}",
                probe.seconds,
                found,
            )
        for pruning in race.prunings[self._n_excluded :]:
            self._n_excluded += 1
            logger.info("Excluded: %s, by %s", pruning.configuration, pruning.by)
        note = plateau(race)
        if note is not None and not self._on_plateau:
            _log(note)
        self._on_plateau = note is not None
        if not self._in_full:
            note = full_runs_note(race, running, full_runs_ahead(race, self._lookout))
            self._in_full = note is not None
            if note is not None:
                _log(note)
        training = training_of(race, running)
        if training is not None:
            logger.info("Now %s", training)


def _log(note: str) -> None:
    logger.info("%s", f"{note[0].upper()}{note[1:]}")


@contextmanager
def _heard() -> Iterator[None]:
    """Let messages through; to standard error where logging is not set up."""
    level, handler = logger.level, logging.StreamHandler()
    alone = not logger.hasHandlers()
    if alone:
        logger.addHandler(handler)
    logger.setLevel(min(logger.getEffectiveLevel(), logging.INFO))
    try:
        yield
    finally:
        logger.setLevel(level)
        if alone:
            logger.removeHandler(handler)
