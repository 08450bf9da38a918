"""A recorded training as a probe: what it would have shown, and how long it took."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nearbest.race.observation import Observation, Task
from nearbest.race.score import UNMEASURED

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
        name, curves, drawing = task.configuration, self.curves, self.curves.drawing
        points = curves.recorded(name)
        point = points[task.n_train]
        task, share = drawing.thriftily(task, point)
        sizes = [s for s in points if s <= task.n_train]
        paired = all(size in point.prefix for size in sizes)
        both, n_sample = task.scored != "test", round(task.n_train * share)
        n_scored = task.n_test + (n_sample if self.scores_samples and both else 0)
        rng = np.random.default_rng([self.seed, curves.names.index(name), task.n_train])
        return Observation(
            name,
            task.n_train,
            task.n_test,
            drawing.score(point.train_score, n_sample) if both else UNMEASURED,
            drawing.test(point, task.n_test, rng),
            drawing.prefixes(point, sizes, share) if paired and both else (),
            fit_time=point.fit_time,
            score_time=curves.score_seconds(name, task.n_train, n_scored),
            converged=point.converged is not False,
        )
