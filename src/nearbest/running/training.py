"""Training the winner for delivery, where it can be given up when time is up."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nearbest.errors import CannotRead
from nearbest.probing.prober import Prober
from nearbest.race.cost import CostModel
from nearbest.race.durations import duration
from nearbest.race.observation import Observation, Task
from nearbest.race.race import Race
from nearbest.running.ctrl_c import noticing_ctrl_c
from nearbest.running.executors import reason
from nearbest.running.loop import first_ended
from nearbest.running.time_limit import (
    QUICK,
    SECONDS_TO_START,
    FailedInWorker,
    NoModel,
    NoTime,
    Refit,
    TimeLimit,
    check_time,
    is_quick,
    training_time,
)
from nearbest.running.workers.execution import Execution

logger = logging.getLogger("nearbest")


@dataclass(frozen=True)
class Trainer:
    """Trains candidates on all rows within a time limit.

    Where probes run in workers, so does this: a training that takes longer than there is
    time is given up, and the user has the model of a sample when it was promised.

    Attributes
    ----------
    race : Race
    prober : Prober
    where : Execution
    limit : TimeLimit
    made : dict
        By candidate, the full run that each training was, and its model: what is known of
        it counts if the race goes on, and nothing is trained twice.
    fit_times : dict
        By candidate and number of rows, the seconds of each training.
    """

    race: Race
    prober: Prober
    where: Execution
    limit: TimeLimit
    made: dict[str, tuple[Observation, Any]] = field(default_factory=dict)
    fit_times: dict[tuple[str, int], float] = field(default_factory=dict)

    def is_needed(self, name: str, refit: Refit) -> bool:
        """Whether a candidate is going to be trained now, as there is time for it."""
        is_made = refit != "all" and (self.race.exhausted(name) or name in self.made)
        return not is_made and self.limit.allows(training_time(self.race, name, refit))

    def __call__(self, name: str, n_train: int) -> tuple[Any, float | None]:
        """The model and its score on all test rows; `NoTime` if it takes too long."""
        if name not in self.made:
            check_time(self.race, name, self.limit, n_train)
            self.made[name] = self._trained(name, n_train)
        observation, model = self.made[name]
        if observation.status != "ok":
            raise FailedInWorker(observation.message)
        return model, observation.test_score

    def part(self, name: str, more_than: int) -> tuple[Any, int, float] | None:
        """The best model of as many rows as end in time, these rows, and its score.

        What a part of the rows takes tells whether more of them fit, in the end all.
        """
        plan, best = self.race.plan, None
        probes, full = [*self.race.tracks[name].probes], plan.full_size(name)
        sizes = [n for n in plan.sizes[name] if n > more_than]
        while n_train := self._largest_in_time(
            [n for n in sizes if n < full or best is not None], probes
        ):
            found = self._attempted(name, n_train)
            if found is None:
                sizes = [n for n in sizes if n < n_train]
                continue
            observation, model = found
            if n_train == full:
                self.made[name] = found
            if best is None or observation.test_score >= best[2]:
                best = model, n_train, observation.test_score
            probes.append(observation)
            sizes = [n for n in sizes if n > n_train]
        return best

    def _largest_in_time(
        self, sizes: Sequence[int], probes: Sequence[Observation]
    ) -> int | None:
        """The most rows that should end in time, by what these probes took."""
        if not probes:
            return None
        costs, n_test = CostModel.of(probes), self.race.plan.n_test
        fitting = (n for n in sizes if self.limit.fits(costs.full_run(n, n_test).seconds))
        return max(fitting, default=None)

    def _attempted(self, name: str, n_train: int) -> tuple[Observation, Any] | None:
        """What a training came to; None if to nothing, as there is another model."""
        try:
            observation, model = self._trained(name, n_train)
        except NoModel:
            return None
        except CannotRead:
            raise
        except Exception as error:
            told = f"training on {n_train:,} rows failed with {reason(error)}"
            logger.warning("%s: %s", name, told)
            return None
        return (observation, model) if observation.status == "ok" else None

    def every_row(self, name: str) -> Any:
        """A model trained on the test rows too; `NoTime` if it takes too long."""
        n_rows = self.prober.n_rows
        check_time(self.race, name, self.limit, n_rows, "all")
        if not self._in_worker:
            start = self.prober.clock()
            model = self.prober.fit_every_row(name)
            self.fit_times[name, n_rows] = self.prober.clock() - start
            return model
        task = Task(name, n_rows, 0, scored="nothing", for_delivery=True)
        observation = self._carried_out(task)
        if observation.status != "ok":
            raise FailedInWorker(observation.message)
        self.fit_times[name, n_rows] = observation.fit_time
        return self.where.keeper.take(name, n_rows)

    @property
    def is_what_cuts_short(self) -> bool:
        """Whether the race is not over, and what is left of its time is kept for this."""
        race, limit = self.race, self.limit
        return race.ending is None and limit.left > 0 and limit.for_probes(race, ()) <= 0

    @property
    def _in_worker(self) -> bool:
        """Whether there is a limit, and a process that can be killed when it is reached."""
        where = self.where
        is_kept = where.keeper.survives_processes
        return self.limit.is_set and not where.in_this_thread and is_kept

    def _trained(self, name: str, n_train: int) -> tuple[Observation, Any]:
        """The observation and the model; one that fails here raises what it raises."""
        keeper, plan = self.where.keeper, self.race.plan
        task = replace(
            self.race.task(name, n_train),
            n_test=plan.n_test,
            scored=plan.scored_at(name, plan.full_size(name)),
            keep_from=-math.inf,
            for_delivery=True,
        )
        if self._in_worker:
            observation = self._carried_out(task)
            self.fit_times[name, n_train] = observation.fit_time
            keeper.offer(self.race, observation, None, delivered=True)
            model = keeper.get(name, n_train)
            if observation.status == "ok" and model is None:
                why = ". ".join(observation.warnings[-1:]) or "its file could not be read"
                raise NoModel(f"it was trained on all {n_train:,} rows, but {why}")
            return observation, model
        clock = self.prober.clock
        start = clock()
        try:
            model = self.prober.fit(name, n_train)
        except Exception as error:
            self.made[name] = Observation.failed(task, reason(error)), None
            raise
        fitted = clock()
        self.fit_times[name, n_train] = fitted - start
        score = self.prober.score(model, self.race.plan.n_test)
        observation = Observation(
            *(name, n_train, task.n_test),
            test=score,
            fit_time=fitted - start,
            score_time=clock() - fitted,
        )
        keeper.offer(self.race, observation, model, delivered=True)
        return observation, model

    def _carried_out(self, task: Task) -> Observation:
        """What came of a task in a worker, which is killed when time is up.

        A quick one has a little time in any case.
        """
        limit, name = self.limit, task.configuration
        begun, left = limit.clock(), limit.left - limit.to_measure(self.race, name)
        if is_quick(training_time(self.race, name)):
            left = max(left, QUICK + SECONDS_TO_START)
        future = self.where.submit(task)
        with noticing_ctrl_c(at_once=False, passed_on=True) as pressed:
            try:
                ended = first_ended([future], left, pressed)
            finally:
                future.cancel()  # what has ended stays as it is
        if not ended:
            raise NoTime(
                f"training it on all {task.n_train:,} rows was given up after "
                f"{duration(limit.clock() - begun)}, when the timeout was reached"
            )
        try:
            observation: Observation = future.result()[0]
        except Exception as error:
            return Observation.failed(task, self.where.reason(error))
        return observation
