"""A recorded training as a probe: what it would have shown, and how long it took."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from nearbest.race.observation import Observation, Task
from nearbest.race.score import UNMEASURED, Score
from nearbest.race.thrift import FACTOR, level_for, n_test_at, training_level_at
from nearbest.replay.points import Point

if TYPE_CHECKING:
    from nearbest.replay.curves import Curves


class RecordedProbe:
    """A probe that looks up what was recorded and lets simulated time pass.

    Without `scores_samples` its time is that of fitting and of the test score.
    """

    def __init__(self, curves: Curves, seed: int, scores_samples: bool = True) -> None:
        self.curves, self.seed, self.scores_samples = curves, seed, scores_samples
        self.seconds = 0.0

    def __call__(self, task: Task) -> tuple[Observation, None]:
        """What was recorded for `task`."""
        observation = self._observe(task)
        self.seconds += observation.seconds
        return observation, None

    def clock(self) -> float:
        """Simulated seconds so far."""
        return self.seconds

    def _observe(self, task: Task) -> Observation:
        name, curves, scale = task.configuration, self.curves, self.curves.scale
        points = curves.recorded(name)
        point = points[task.n_train]
        task, share = self._thriftily(task, point) if task.scored == "thrifty" else (task, 1.0)
        sizes = [s for s in points if s <= task.n_train]
        paired = all(size in point.prefix for size in sizes)
        both, n_sample = task.scored != "test", round(task.n_train * share)
        n_scored = task.n_test + (n_sample if self.scores_samples and both else 0)
        return Observation(
            name,
            task.n_train,
            task.n_test,
            scale.score(point.train_score, n_sample) if both else UNMEASURED,
            self._drawn(task, point),
            point.prefixes(sizes, share, scale) if paired and both else (),
            fit_time=point.fit_time,
            score_time=curves.score_seconds(name, task.n_train, n_scored),
            converged=point.converged is not False,
        )

    def _drawn(self, task: Task, point: Point) -> Score:
        """The score on some test rows, of all of which the recorded one is."""
        position, n_all = self.curves.names.index(task.configuration), self.curves.n_test
        rng = np.random.default_rng([self.seed, position, task.n_train])
        best = round(self.curves.scale.share(point.test_score) * n_all)
        drawn = int(rng.hypergeometric(best, n_all - best, task.n_test))
        return Score(self.curves.scale.at(drawn / task.n_test), task.n_test)

    def _thriftily(self, task: Task, point: Point) -> tuple[Task, float]:
        """The task as a probe would carry it out, and the part of its sample that it scores."""
        per_row = point.score_time / (task.n_train + self.curves.n_test)
        level = level_for(point.fit_time, per_row, task.n_train, task.n_test)
        share = FACTOR ** -training_level_at(task.n_train, level)
        return replace(task, n_test=n_test_at(task.n_test, level)), float(share)
