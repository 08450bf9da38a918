"""Means over rows in which rows count by their weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

import numpy as np

from nearbest.data.target import Classes, Target, classes_of
from nearbest.data.weights import Weights, checked_weights
from nearbest.errors import NotSupported
from nearbest.probing.metric import Metric
from nearbest.probing.metrics.rows import means
from nearbest.probing.output import Needs
from nearbest.race.score import Scale, Score


@runtime_checkable
class OfRows(Protocol):
    """A metric that is a mean over rows, and can tell the value of each."""

    def rows(self, y: np.ndarray, output: Any, target: Target) -> np.ndarray:
        """The value of each row; ``ValueError`` where the output is nonsense."""


@dataclass(frozen=True)
class Weighted:
    """The mean of what `inner` says of rows, weighted; the weights of all rows are known.

    Written as a plain mean over rows, whose values are the best score minus what a row
    loses times its weight over the mean weight of all rows. On part of the rows, whose
    weights have another mean, it is off from scikit-learn's by as much.

    Examples
    --------
    >>> from nearbest.data.target import Classes
    >>> from nearbest.probing.metric import Accuracy
    >>> y, weights = np.array([0, 1, 1]), np.array([1.0, 1.0, 4.0])
    >>> metric = Weighted(Accuracy(), Weights(mean=2.0, largest=4.0, by_class=(1.0, 5.0)))
    >>> said = np.array([0, 0, 1])
    >>> metric.measure_weighted(y, said, weights, (3,), Classes.of(y))[0].value
    0.8333333333333334
    """

    inner: Any
    weights: Weights

    @property
    def needs(self) -> Needs:
        """What the metric needs."""
        needs: Needs = self.inner.needs
        return needs

    def scale(self, target: Target) -> Scale:
        """That of the metric; a row of the largest weight can lose so many times more."""
        of_rows = getattr(self.inner, "row_scale", self.inner.scale)
        scale: Scale = of_rows(self._known(target))
        most = self.weights.largest / self.weights.mean * scale.of_rows.width
        low = scale.high - max(most, scale.width)
        return replace(scale, name=f"weighted {scale.name}", kind="row means", row_low=low)

    def constant(self, target: Target) -> float | None:
        """The best constant prediction, where each class has the weight of its rows."""
        constant: float | None = self.inner.constant(self._known(target))
        return constant

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The scores where every row has the mean weight."""
        return self.measure_weighted(
            y, output, np.full(len(y), self.weights.mean), sizes, target
        )

    def measure_weighted(
        self,
        y: np.ndarray,
        output: Any,
        weights: np.ndarray,
        sizes: Sequence[int],
        target: Target,
    ) -> tuple[Score, ...]:
        """The scores on the first rows, for each size."""
        known = self._known(target)
        best = self.inner.scale(known).high
        lost = best - self.inner.rows(y, output, known)
        return means(best - weights / self.weights.mean * lost, sizes)

    def _known(self, target: Target) -> Target:
        """The target with the weight of each class in place of its rows."""
        if not isinstance(target, Classes):
            return target
        return Classes(target.values, self.weights.by_class)  # type: ignore[arg-type]


def weighted(metric: Metric, weights: Weights | None) -> Metric:
    """The metric with weights, if there are any and its bound can honour them."""
    if weights is None or not isinstance(metric, OfRows):
        return metric
    return Weighted(metric, weights)


def weighted_score(
    metric: Metric, y: np.ndarray, output: Any, target: Target, sample_weight: Any
) -> float:
    """The weighted score on rows that are all there is, as scikit-learn computes it."""
    weights = checked_weights(sample_weight, len(y))
    codes = np.searchsorted(classes_of(target), y)
    sums = np.bincount(codes, weights, minlength=len(classes_of(target)))
    known = Weights(float(weights.mean()), float(weights.max()), tuple(sums.tolist()))
    by_weights = weighted(metric, known)
    if not isinstance(by_weights, Weighted):
        raise NotSupported(
            "`sample_weight` must be None for this score, which is no mean over rows; got "
            "weights."
        )
    (score,) = by_weights.measure_weighted(y, output, weights, (len(y),), target)
    return score.value


def measured(
    metric: Metric,
    y: np.ndarray,
    output: Any,
    sizes: Sequence[int],
    target: Target,
    weights: np.ndarray | None,
) -> tuple[Score, ...]:
    """What a metric measures, with the weights of the rows if it asks for them."""
    if weights is not None and isinstance(metric, Weighted):
        return metric.measure_weighted(y, output, weights, sizes, target)
    return metric.measure(y, output, sizes, target)
