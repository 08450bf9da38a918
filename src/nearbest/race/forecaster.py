"""What a race asks of a forecast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.tuning import Tuning
from nearbest.race.verdict import Verdict


class Forecaster(Protocol):
    """A second opinion on where each configuration's score on the full data will lie.

    The race tells it every change and asks it on demand. Whatever it reads from disk,
    it has read before the race begins.
    """

    @property
    def tuning(self) -> Tuning:
        """What its verdict goes by."""

    @property
    def refusal(self) -> str | None:
        """Why nobody can have a forecast, whatever is probed; None if somebody may have one."""

    def admit(self, plan: Plan) -> None:
        """Make room for the configurations of an extended plan; all are updated again."""

    def update(self, name: str, probes: Sequence[Observation], proved: Interval) -> None:
        """Forecast one configuration anew from its probes so far."""

    def forget(self, name: str) -> None:
        """Leave a configuration out of account: it failed."""

    @property
    def best(self) -> str:
        """Who is most probably within ε of the best."""

    def prediction(self, name: str, measured: float | None = None) -> Prediction:
        """How probably this one is within ε of the best; by `measured` if it was."""

    @property
    def is_complete(self) -> bool:
        """Whether there is a verdict, which takes its time to make."""

    @property
    def verdict(self) -> Verdict | None:
        """What joint draws say; None while a configuration in the race has no forecast."""

    def threats(self, name: str) -> np.ndarray:
        """By how much each configuration keeps the choice `name` from being safe."""

    def covers(self, name: str) -> bool:
        """Whether there is a forecast of this configuration."""

    def interval(self, name: str) -> Interval:
        """Where the score of a configuration is expected with probability 1 − δ."""

    def imagine(self, draw: int, epsilon: float) -> World | None:
        """What it would say of further probes, if final scores were those of one draw.

        The race is to end within ε there. None while a configuration has no forecast, for
        an ε that no forecast ends a race by, and for forecasts that cannot tell.
        """


class World(Forecaster, Protocol):
    """A forecast in a world in which final scores are known, though not to the race."""

    def score(self, name: str, n_train: int, probes: Sequence[Observation]) -> float:
        """The test score of a further probe there."""
