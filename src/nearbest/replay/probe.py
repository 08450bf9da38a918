"""Recorded trainings in place of trainings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearbest.race.observation import Observation, Task

if TYPE_CHECKING:
    from nearbest.replay.curves import Curves


class RecordedProbe:
    """A probe that looks up what was recorded and lets simulated time pass."""

    def __init__(self, curves: Curves, seed: int, scores_samples: bool = True) -> None:
        self.curves, self.seed, self.scores_samples = curves, seed, scores_samples
        self.seconds = 0.0

    def __call__(self, task: Task) -> tuple[Observation, None]:
        """What was recorded for `task`."""
        observation = self.curves.observe(task, self.seed, self.scores_samples)
        self.seconds += observation.seconds
        return observation, None

    def clock(self) -> float:
        """Simulated seconds so far."""
        return self.seconds
