"""What a replay found."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from nearbest.errors import NotSupported
from nearbest.race.certificate import Certificate
from nearbest.race.race import Race
from nearbest.report import Story, story_of


@dataclass(frozen=True)
class Replay:
    """How a selection would have gone.

    Attributes
    ----------
    best : str
        The configuration chosen.
    loss : float
        By how much the best at the full size beats it there.
    seconds, seconds_with_refit : float
        Simulated time of selecting, without and with training the winner in full.
    speedup, speedup_with_refit : float
        Time of full runs of all configurations over these.
    full_seconds : float
        Simulated time of full runs of all configurations.
    certificate : Certificate or None
        None for the baselines, which promise nothing.
    history : DataFrame
        One row per probe.
    race : Race or None
        The whole state; None for the baselines, which keep no intervals.
    """

    best: str
    loss: float
    seconds: float
    seconds_with_refit: float
    full_seconds: float
    certificate: Certificate | None
    history: pd.DataFrame
    race: Race | None = None

    @property
    def speedup(self) -> float:
        """How many times faster than full runs, scenario (i)."""
        return self.full_seconds / self.seconds

    @property
    def speedup_with_refit(self) -> float:
        """How many times faster with training the winner, scenario (ii)."""
        return self.full_seconds / self.seconds_with_refit

    def story(self) -> Story:
        """The race as plain values, for `nearbest.report.write_report`."""
        if self.race is None:
            raise NotSupported("A baseline keeps no intervals, so it has no race to report.")
        return story_of(self.race, seconds=self.seconds)
