"""The scores of one fitted model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nearbest.data.rows import take
from nearbest.data.samples import Samples
from nearbest.probing.metric import Metric
from nearbest.probing.metrics.weighted import measured
from nearbest.probing.output import Needs, output_of
from nearbest.probing.shared_steps import Part, SharedSteps, rows_of
from nearbest.race.score import Score


class Sheet:
    """Scores one model by several metrics; what it says of rows is asked once for all.

    Parameters
    ----------
    model : fitted estimator
    samples : Samples
    shared : SharedSteps or None
        Where it was fitted by those.
    """

    def __init__(self, model: Any, samples: Samples, shared: SharedSteps | None = None) -> None:
        self.model, self.samples, self.shared = model, samples, shared
        self._said: dict[tuple[Part, int, Needs], Any] = {}

    def scores(self, metric: Metric, part: Part, sizes: Sequence[int]) -> tuple[Score, ...]:
        """What the model reaches on the first rows of a part, for each of the sizes."""
        n = sizes[-1]
        _, y = self._rows(part, n)
        said = self._output(part, n, metric.needs)
        weights = self.samples.weights(part, n)
        return measured(metric, y, said, sizes, self.samples.target, weights)

    def scores_on(
        self, metric: Metric, rows: np.ndarray, sizes: Sequence[int]
    ) -> tuple[Score, ...]:
        """What it reaches on the first of these training rows, for each of the sizes."""
        X, y = self._rows("train", int(rows[-1]) + 1)
        said = output_of(self.model, take(X, rows), metric.needs, self.samples.target)
        return metric.measure(y[rows], said, sizes, self.samples.target)

    def others(
        self, metrics: Mapping[str, Metric], part: Part, n: int
    ) -> tuple[dict[str, Score], list[str]]:
        """The scores by metrics that decide nothing, and why some have none."""
        found: dict[str, Score] = {}
        missing = []
        for name, metric in metrics.items():
            try:
                (found[name],) = self.scores(metric, part, (n,))
            except Exception as error:  # of a score that decides nothing
                said = str(error).strip().splitlines() or [""]
                missing.append(f"{name} is not known: {type(error).__name__}: {said[0]}")
        return found, missing

    def _rows(self, part: Part, n: int) -> tuple[Any, Any]:
        return rows_of(self.samples, part, n)

    def _output(self, part: Part, n: int, needs: Needs) -> Any:
        key = part, n, needs
        if key not in self._said:
            X, _ = self._rows(part, n)
            if self.shared is None:
                self._said[key] = output_of(self.model, X, needs, self.samples.target)
            else:
                self._said[key] = self.shared.output(self.model, part, n, needs)
        return self._said[key]
