"""The methods by which a fitted estimator tells of its selection."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from nearbest.race.ahead.planner import Prospects
from nearbest.report import plots, summary
from nearbest.selection.result import Selection


class Telling(BaseEstimator):
    """Passes on to `selection_`: tables, figures, the report, and what notebooks show."""

    certificate_: Any
    selection_: Selection

    def to_frame(self) -> pd.DataFrame:
        """One row per candidate, the winner first."""
        return self._found().to_frame()

    def plan(self, epsilons: Sequence[float] | None = None) -> Prospects | None:
        """How much longer it would take for which ε; see `Selection.plan`."""
        return self._found().plan(epsilons)

    def plot_race(self) -> plots.Figure:
        """Every interval over time, as a Plotly figure."""
        return self._found().plot_race()

    def plot_curves(self, score: str | None = None) -> plots.Figure:
        """Learning curves with their intervals, as a Plotly figure.

        Where several scores were asked for, those by the `score` of this name.
        """
        return self._found().plot_curves(score)

    def plot_time(self) -> plots.Figure:
        """Time spent against a full run, as a Plotly figure."""
        return self._found().plot_time()

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Write the report, one HTML file that needs nothing else, and say where it is."""
        return self._found().report(path)

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        written = str(super().__repr__(N_CHAR_MAX))
        fitted = hasattr(self, "certificate_")
        return f"{written}\n{self.certificate_.sentence}" if fitted else written

    def _html_repr(self) -> str:
        """What notebooks show: scikit-learn's diagram, below the answer if there is one."""
        diagram = str(super()._html_repr())
        fitted = hasattr(self, "selection_")
        return summary(self.selection_.story()) + diagram if fitted else diagram

    def _found(self) -> Selection:
        check_is_fitted(self)
        return self.selection_
