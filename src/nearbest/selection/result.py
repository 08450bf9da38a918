"""What a selection found."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from nearbest.arguments import is_number
from nearbest.candidates.configuration import Configuration
from nearbest.candidates.parameters import telling_parameters
from nearbest.errors import InvalidInput
from nearbest.race.ahead.planner import Prospects, look_ahead
from nearbest.race.certificate import Certificate
from nearbest.race.race import Race
from nearbest.report import Story, plots, story_of, summary, write_report
from nearbest.report.reproduce import installed
from nearbest.selection import cv_results as tables


@dataclass(frozen=True)
class Selection:
    """What `select` found.

    Attributes
    ----------
    configuration : Configuration
        The winner.
    estimator : estimator or None
        The model delivered; None with ``refit=False``.
    certificate : Certificate
    race : Race
        The whole state, for a closer look.
    configurations : list of Configuration
    seconds : float
        Time spent selecting, without the refit.
    seed : int
        Passing it as `random_state` repeats the split, the draws and the fits.
    classes : array
        All labels, sorted.
    settings : mapping
        The other arguments of `select`, for the report.
    refit_seconds : float or None
        Time that training the delivered model took; None where there is none.
    """

    configuration: Configuration
    estimator: Any
    certificate: Certificate
    race: Race
    configurations: list[Configuration]
    seconds: float
    seed: int
    classes: np.ndarray
    settings: Mapping[str, Any] = field(default_factory=dict)
    refit_seconds: float | None = None

    @property
    def best(self) -> str:
        """The name of the winner."""
        return self.configuration.name

    @property
    def history(self) -> pd.DataFrame:
        """One row per probe."""
        return tables.history(self.race)

    def to_frame(self) -> pd.DataFrame:
        """One row per candidate, the winner first."""
        frame = pd.DataFrame(tables.results(self.race, self.configurations, self.certificate))
        return frame.sort_values("rank_test_score", ignore_index=True)

    def story(self) -> Story:
        """The race as plain values, for reports and figures."""
        return story_of(
            self.race,
            {c.name: telling_parameters(c) for c in self.configurations},
            delivery=self.certificate.delivery,
            seconds=self.seconds,
            settings={**self.settings, "random_state": self.seed},
            versions=installed(),
            notes=self.certificate.notes,
        )

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Write the report, one HTML file that needs nothing else, and say where it is."""
        return write_report(self, path)

    def plan(self, epsilons: Sequence[float] | None = None) -> Prospects | None:
        """How much longer it would take for which ε, if the run went on.

        By default for half its ε, its ε and double that, as far as they are not reached.
        None where a candidate was never probed.
        """
        if epsilons is not None and not _are_tolerances(epsilons):
            raise InvalidInput(
                f"`epsilons` must be a list of positive numbers; got {epsilons!r}."
            )
        return look_ahead(self.race, epsilons)

    def plot_race(self) -> plots.Figure:
        """Every interval over time, as a Plotly figure."""
        return plots.race(self.story())

    def plot_curves(self, score: str | None = None) -> plots.Figure:
        """Learning curves with their intervals, as a Plotly figure.

        Where several scores were asked for, those by the `score` of this name.
        """
        return plots.curves(self.story(), _checked_score(self.race, score))

    def plot_time(self) -> plots.Figure:
        """Time spent against a full run, as a Plotly figure."""
        return plots.time(self.story())

    def __repr__(self) -> str:
        return f"<Selection: {self.certificate.sentence}>"

    def _repr_html_(self) -> str:
        return summary(self.story())


def _are_tolerances(epsilons: object) -> bool:
    """Whether these are some tolerated losses."""
    if not isinstance(epsilons, Sequence | np.ndarray) or len(epsilons) == 0:
        return False
    return all(is_number(epsilon) and epsilon > 0 for epsilon in epsilons)


def _checked_score(race: Race, score: str | None) -> str | None:
    """The name of one of the race's scores."""
    if score is not None and score not in race.plan.scores:
        known = list(race.plan.scores)
        raise InvalidInput(
            f"`score` must be one of the scores asked for, {known}; got {score!r}."
        )
    return score
