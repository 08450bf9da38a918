"""The winner trained, and what follows where its model is worse than was thought."""

from __future__ import annotations

import logging
from dataclasses import replace

from nearbest.race.certify import certify
from nearbest.running.delivery import deliver
from nearbest.running.prepared import Problem
from nearbest.running.time_limit import NoTime
from nearbest.running.training import Training
from nearbest.selection.racing import probe_on
from nearbest.selection.stages import Delivered, OpenRun, Raced

logger = logging.getLogger("nearbest")


def train_winner(run: OpenRun, problem: Problem, raced: Raced) -> Delivered:
    """Train the winner, unless Ctrl-C or a lack of time leaves it out."""
    race, name = raced.race, raced.race.winner
    try:
        if raced.interrupted:
            raise KeyboardInterrupt
        raced.pressed.check()
        if run.watch is not None and not race.exhausted(name):
            task = race.task(name, race.plan.full_size(name))
            run.watch(race, [replace(task, for_delivery=True)])
        training = Training(race, problem.prober, raced.where, raced.limit)
        keeper, refit = raced.where.keeper, run.settings.refit
        made = deliver(race, problem.prober, keeper, refit, training, raced.limit)
        return Delivered(raced, *made)
    except KeyboardInterrupt:
        logger.warning("Interrupted: %s is not trained.", name)
    except NoTime as error:
        logger.warning("No model of %s: %s.", name, error)
    return Delivered(raced)


def is_undone(delivered: Delivered) -> bool:
    """Whether a measured model is too bad for the end that the race had."""
    race, delivery = delivered.raced.race, delivered.delivery
    if delivered.raced.interrupted or delivery is None or delivery.accuracy is None:
        return False
    return not race.exhausted(race.winner) and certify(race, delivery).ending == "undone"


def race_on(run: OpenRun, problem: Problem, raced: Raced) -> Raced:
    """Let the winner's full run count as a probe, and probe on in the time there is."""
    race, name = raced.race, raced.race.winner
    logger.warning("%s is worse than was thought; the race goes on.", name)
    observation, model = problem.prober(race.task(name, race.plan.full_size(name)))
    observation = replace(observation, elapsed=raced.seconds + observation.seconds)
    if run.journal is not None:
        run.journal(observation)
    race.tell(observation)
    raced.where.keeper.offer(race, observation, model)
    return replace(raced, seconds=probe_on(run, race, raced.where, raced.limit))
