"""After a delivery: whether the race goes on, and with what."""

from __future__ import annotations

import logging
from dataclasses import replace

from nearbest.race.certify import certify
from nearbest.race.race import Race
from nearbest.running import loop
from nearbest.running.prepare import Problem
from nearbest.selection.steps import Delivered, OpenRun, Raced, deliver_model, is_cut_short

logger = logging.getLogger("nearbest")


def confirm_choice(
    run: OpenRun, problem: Problem, raced: Raced, delivered: Delivered
) -> tuple[Raced, Delivered]:
    """Let the race go on where the model that was delivered undoes its end, or left it time.

    The winner's full run becomes a probe, so that its score counts; then the others are
    probed on, within the time there is, and whoever wins is trained.
    """
    while _goes_on(raced, delivered):
        if _is_undone(raced.race, delivered):
            logger.warning("%s is worse than was thought; the race goes on.", raced.race.winner)
        raced = _probed_on(run, raced)
        delivered = deliver_model(run, problem, raced)
    return raced, delivered


def _goes_on(raced: Raced, delivered: Delivered) -> bool:
    """Whether the winner was trained just now, and others are to be probed after it."""
    race, limit = raced.race, raced.training.limit
    is_new = race.winner in raced.training.made and not race.exhausted(race.winner)
    if raced.interrupted or delivered.delivery is None or not is_new:
        return False
    has_time = limit.left > limit.to_measure(race, race.winner)
    return has_time and (raced.cut_short or _is_undone(race, delivered))


def _probed_on(run: OpenRun, raced: Raced) -> Raced:
    """The race with its winner's training as a full run, and the probes after that."""
    race, training = raced.race, raced.training
    observation, model = training.made[race.winner]
    observation = replace(observation, elapsed=raced.seconds + observation.seconds)
    journal = None if run.folder is None else run.folder.journal.append
    if journal is not None:
        journal(observation)
    race.tell(observation)
    raced.where.keeper.offer(race, observation, model)
    seconds = loop.run(
        race, run.scheduler, raced.where, limit=training.limit, journal=journal, watch=run.watch
    )
    return replace(raced, seconds=seconds, cut_short=is_cut_short(race, training.limit))


def _is_undone(race: Race, delivered: Delivered) -> bool:
    """Whether a measured model is too bad for the end that the race had."""
    if delivered.delivery is None or delivered.delivery.accuracy is None:
        return False
    if race.exhausted(race.winner):
        return False
    return certify(race, delivered.delivery).ending == "undone"
