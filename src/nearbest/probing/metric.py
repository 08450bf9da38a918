"""What a score is, as a value: everybody else asks the metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from nearbest.data.target import Classes, Target, classes_of
from nearbest.errors import InvalidInput
from nearbest.probing.output import Needs
from nearbest.race.score import ACCURACY, Scale, Score


class Metric(Protocol):
    """Scores a model's output on the first rows of a sample.

    How its scores are made up of rows, `Scale.kind`, must be true: the bounds rest on it.
    """

    @property
    def needs(self) -> Needs:
        """What a model must give: labels, probabilities, decision values or numbers."""

    def scale(self, target: Target) -> Scale:
        """The scores there can be on such a target, known before any training.

        `InvalidInput` where there is no such score of the target.
        """

    def constant(self, target: Target) -> float | None:
        """The score of the best constant prediction; None where it is not known."""

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The scores on the first rows, one for each of the rising `sizes`.

        ``ValueError`` where the output is nonsense.
        """


@dataclass(frozen=True)
class Accuracy:
    """The share of rows whose label is predicted.

    Examples
    --------
    >>> import numpy as np
    >>> from nearbest.data.target import Classes
    >>> from nearbest.probing.metric import Accuracy
    >>> y = np.array([0, 1, 1, 0])
    >>> scores = Accuracy().measure(y, [0, 0, 1, 0], (2, 4), Classes.of(y))
    >>> [score.value for score in scores]
    [0.5, 0.75]
    """

    @property
    def needs(self) -> Needs:
        """Labels."""
        return "labels"

    def scale(self, target: Target) -> Scale:
        """From 0 to 1, by counts of right rows."""
        if not isinstance(target, Classes):
            raise InvalidInput("`scoring` 'accuracy' needs classes to predict; got numbers.")
        return ACCURACY

    def constant(self, target: Target) -> float | None:
        """The share of the most frequent class."""
        if not isinstance(target, Classes):
            return None
        return max(target.counts) / sum(target.counts)

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The share of right rows among the first, for each size."""
        n_right = np.cumsum(correct_rows(y, output, classes_of(target)))
        return tuple(Score.of_count(int(n_right[size - 1]), size) for size in sizes)

    def rows(self, y: np.ndarray, output: Any, target: Target) -> np.ndarray:
        """1 for right rows, 0 for others."""
        return correct_rows(y, output, classes_of(target)).astype(float)


def correct_rows(y: np.ndarray, predicted: object, classes: np.ndarray) -> np.ndarray:
    """Which rows are predicted right; raises ``ValueError`` if predictions are nonsense.

    Examples
    --------
    >>> import numpy as np
    >>> correct_rows(np.array([0, 1, 1]), np.array([0, 0, 1]), np.array([0, 1]))
    array([ True, False,  True])
    """
    labels = np.asarray(predicted)
    if labels.ndim == 2 and labels.shape[1] == 1:  # some libraries give a column
        labels = labels.ravel()
    if labels.shape != y.shape:
        raise ValueError(f"predict gave shape {labels.shape} for {len(y)} rows")
    correct = np.asarray(labels == y)
    unknown = np.setdiff1d(labels[~correct], classes)
    if unknown.size:
        raise ValueError(f"predict gave {unknown[0]!r}, which is not a label of `y`")
    return correct
