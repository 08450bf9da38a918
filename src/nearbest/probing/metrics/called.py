"""Callables that take an estimator, rows and labels, as scikit-learn's searches do."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nearbest.data.target import Target
from nearbest.probing.metrics.resampled import resampled
from nearbest.probing.metrics.scorer import number
from nearbest.probing.output import Needs
from nearbest.race.score import Scale, Score


@dataclass(frozen=True)
class Called:
    """What a function of estimator, rows and labels returns, bounded approximately.

    Examples
    --------
    >>> def share_right(estimator, X, y):
    ...     return (estimator.predict(X) == y).mean()
    >>> Called(share_right).name
    'share_right'
    """

    function: Callable[[Any, Any, Any], Any]

    @property
    def name(self) -> str:
        """That of the function."""
        inner = getattr(self.function, "func", self.function)  # of a partial
        return str(getattr(inner, "__name__", type(inner).__name__))

    @property
    def needs(self) -> Needs:
        """The model itself."""
        return "model"

    def scale(self, target: Target) -> Scale:
        """Any number."""
        return Scale(self.name, -math.inf, math.inf, "approximate")

    def constant(self, target: Target) -> None:
        """Not known."""
        return

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The scores on the first rows, each with its standard error."""

        def on_rows(rows: np.ndarray) -> float:
            model, X = output.about(rows)
            return number(self.function(model, X, y[rows]))

        return resampled(on_rows, y, sizes, target)
