"""The winner trained, and what follows where its model is worse, or sooner, than thought."""

from __future__ import annotations

import logging
from dataclasses import replace

from nearbest.race.answer.certify import certify
from nearbest.race.certificate import Delivery
from nearbest.race.race import Race
from nearbest.running.delivery import deliver
from nearbest.running.problem.problem import Problem
from nearbest.running.time_limit import NoModel
from nearbest.selection.racing import probe_on
from nearbest.selection.stages import Delivered, OpenRun, Raced

logger = logging.getLogger("nearbest")


def train_winner(run: OpenRun, problem: Problem, raced: Raced) -> Delivered:
    """Train the winner, unless Ctrl-C or a lack of time leaves it out."""
    race, name = raced.race, raced.race.winner
    try:
        if raced.interrupted:
            raise KeyboardInterrupt
        run.pressed.check()
        training, refit = raced.training, run.settings.refit
        if run.watch is not None and training.is_needed(name, refit):
            task = race.task(name, race.plan.full_size(name))
            run.watch(race, [replace(task, for_delivery=True)])
        keeper = training.where.keeper
        made = deliver(race, problem.prober, keeper, refit, training, training.limit)
        return Delivered(raced, *made)
    except KeyboardInterrupt:
        logger.warning("Interrupted: %s is not trained.", name)
    except NoModel as error:
        logger.warning("No model of %s: %s.", name, error)
    return Delivered(raced)


def goes_on(delivered: Delivered) -> bool:
    """Whether somebody was trained just now, and others are to be probed after that."""
    raced, limit = delivered.raced, delivered.raced.training.limit
    race = raced.race
    if raced.interrupted or delivered.delivery is None or not raced.trained:
        return False
    has_time = limit.left > limit.to_measure(race, race.winner)
    return has_time and (raced.cut_short or _is_undone(race, delivered.delivery))


def _is_undone(race: Race, delivery: Delivery) -> bool:
    """Whether a measured model is too bad for the end that the race had."""
    return delivery.score is not None and certify(race, delivery).ending == "undone"


def race_on(run: OpenRun, delivered: Delivered) -> Raced:
    """Let what was trained count as full runs, and probe on in the time there is."""
    raced, training = delivered.raced, delivered.raced.training
    race, delivery = raced.race, delivered.delivery
    if delivery is not None and _is_undone(race, delivery):
        logger.warning("%s is worse than was thought; the race goes on.", race.winner)
    for observation in raced.trained:
        if run.journal is not None:
            run.journal(observation)
        race.tell(observation)
        model = training.made[observation.configuration][1]
        training.where.keeper.offer(race, observation, model)
    seconds = probe_on(run, training)
    return replace(raced, seconds=seconds, cut_short=training.is_what_cuts_short)
