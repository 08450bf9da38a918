"""A score of the user's own that is a mean over rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np

from nearbest.arguments import check_choice, is_number
from nearbest.data.target import Target
from nearbest.errors import InvalidInput
from nearbest.probing.metrics.rows import MeanOverRows
from nearbest.probing.output import Needs
from nearbest.race.score import Scale


@dataclass(frozen=True)
class RowScore(MeanOverRows):
    """A value for each row, larger is better, whose mean is bounded exactly.

    Parameters
    ----------
    function : callable (y, output) -> array
        A value for each row, by its label and what the model says of it alone. A
        function of a module, so that a run can be resumed with it.
    low, high : float
        The least and the greatest value that a row can have: not that were seen.
    needs : {"labels", "probabilities", "decisions", "numbers"}, default="labels"
        What `output` is: predicted labels; a column of probabilities for each class,
        sorted by label; values that rise with the second class; or predicted numbers.
    name : str, optional
        As printed; by default that of the function.

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest import RowScore
    >>> def profit(y, predicted):
    ...     return np.where(predicted == 1, np.where(y == 1, 5.0, -1.0), 0.0)
    >>> RowScore(profit, low=-1, high=5).name
    'profit'
    """

    function: Callable[[np.ndarray, Any], Any]
    low: float
    high: float
    needs: Needs = "labels"
    name: str = ""

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise InvalidInput(f"`function` must be callable; got {self.function!r}.")
        if not (is_number(self.low) and is_number(self.high) and self.low < self.high):
            raise InvalidInput(
                f"`low` must be a number below `high`; got {self.low!r} and {self.high!r}."
            )
        check_choice("needs", self.needs, [n for n in get_args(Needs) if n != "model"])
        if not self.name:
            name = getattr(self.function, "__name__", "row score")
            object.__setattr__(self, "name", name)

    def scale(self, target: Target) -> Scale:
        """The range that was given."""
        return Scale(self.name, float(self.low), float(self.high), "row means")

    def constant(self, target: Target) -> None:
        """Not known: what a constant prediction scores is the function's secret."""
        return

    def rows(self, y: np.ndarray, output: Any, target: Target) -> np.ndarray:
        """The function's values, which must keep the promise."""
        values = np.asarray(self.function(y, output), dtype=float)
        if values.shape != y.shape:
            raise ValueError(f"{self.name} gave shape {values.shape} for {len(y)} rows")
        if not (values.min() >= self.low and values.max() <= self.high):
            raise ValueError(
                f"{self.name} must lie in [{self.low:g}, {self.high:g}] for every row; got "
                f"{values.min():g} to {values.max():g}"
            )
        return values
