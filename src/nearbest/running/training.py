"""Training the winner on all rows, where it can be given up when time is up."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from nearbest.probing.prober import Prober
from nearbest.race.durations import duration
from nearbest.race.race import Race
from nearbest.running.ctrl_c import noticing_ctrl_c
from nearbest.running.delivery import SavedModels
from nearbest.running.executors import reason
from nearbest.running.loop import first_ended
from nearbest.running.resources import Execution
from nearbest.running.time_limit import NoTime, TimeLimit, check_time


@dataclass(frozen=True)
class Training:
    """Trains candidates on all rows within a time limit.

    Where probes run in workers, so does this: a training that takes longer than there is
    time is given up, and the user has the model of a sample when it was promised.
    """

    race: Race
    prober: Prober
    where: Execution
    limit: TimeLimit

    def __call__(self, name: str, n_train: int) -> tuple[Any, float | None]:
        """The model, and its score on all test rows if known; `NoTime` if it takes too long."""
        check_time(self.race, name, self.limit, n_train)
        is_kept = isinstance(self.where.keeper, SavedModels)
        if not self.limit.is_set or self.where.in_this_thread or not is_kept:
            return self.prober.fit(name, n_train), None
        return self._in_worker(name, n_train)

    def _in_worker(self, name: str, n_train: int) -> tuple[Any, float | None]:
        race, keeper = self.race, self.where.keeper
        begun = self.limit.clock()
        left = self.limit.left - self.limit.to_measure(race, name)
        future = self.where.submit(replace(race.task(name, n_train), keep_from=-math.inf))
        with noticing_ctrl_c(at_once=False) as pressed:
            try:
                ended = first_ended([future], left, pressed)
            finally:
                future.cancel()  # what has ended stays as it is
        if not ended:
            raise NoTime(
                f"training it on all {n_train:,} rows was given up after "
                f"{duration(self.limit.clock() - begun)}, when the timeout was reached"
            )
        try:
            observation, model = future.result()
        except Exception as error:
            raise RuntimeError(reason(error)) from error
        if observation.status != "ok":
            raise RuntimeError(observation.message)
        keeper.offer(race, observation, model)
        return keeper.get(name, n_train), observation.test_score
