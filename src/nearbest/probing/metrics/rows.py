"""What metrics of classes have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nearbest.data.target import Classes, Target, classes_of
from nearbest.errors import InvalidInput
from nearbest.race.score import Score


def means(values: np.ndarray, sizes: Sequence[int]) -> tuple[Score, ...]:
    """The means of the first rows' values, for each size.

    Rounding does not take them beyond the values: of rows that are all at the end of a
    scale, the mean would not lie on it.

    Examples
    --------
    >>> [score.value for score in means(np.array([1.0, 0.0, 0.5]), (2, 3))]
    [0.5, 0.5]
    """
    sums = np.cumsum(values, dtype=float)
    least, most = np.minimum.accumulate(values), np.maximum.accumulate(values)
    return tuple(
        Score(float(np.clip(sums[size - 1] / size, least[size - 1], most[size - 1])), size)
        for size in sizes
    )


class MeanOverRows:
    """A metric that is the mean of what each row is worth."""

    def rows(self, y: np.ndarray, output: Any, target: Target) -> np.ndarray:
        """The value of each row; ``ValueError`` where the output is nonsense."""
        raise NotImplementedError

    def measure(
        self, y: np.ndarray, output: Any, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """The means of the first rows, for each size."""
        return means(self.rows(y, output, target), sizes)


def codes_of(y: np.ndarray, target: Target) -> np.ndarray:
    """The position of each label among all there are."""
    return np.searchsorted(classes_of(target), y)


def checked_probabilities(y: np.ndarray, output: Any, target: Target) -> np.ndarray:
    """A column of probabilities for each class; ``ValueError`` if they are nonsense."""
    probabilities = np.asarray(output, dtype=float)
    expected = (len(y), len(classes_of(target)))
    if probabilities.shape != expected:
        raise ValueError(f"predict_proba gave shape {probabilities.shape}, not {expected}")
    # Sums of floats of single precision may be a little off.
    if not (probabilities.min() >= -1e-6 and probabilities.max() <= 1 + 1e-6):
        raise ValueError("predict_proba gave values outside [0, 1]")
    return probabilities


def checked_decisions(y: np.ndarray, output: Any) -> np.ndarray:
    """A finite number for each row; ``ValueError`` if there is none."""
    values = np.asarray(output, dtype=float)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values.ravel()
    if values.shape != y.shape:
        raise ValueError(f"decision values have shape {values.shape} for {len(y)} rows")
    if not np.isfinite(values).all():
        raise ValueError("decision values are not finite")
    return values


def class_counts(target: Target, scoring: str) -> np.ndarray:
    """Rows of each class; raises unless the target has classes."""
    if not isinstance(target, Classes):
        raise InvalidInput(f"`scoring` {scoring!r} needs classes to predict; got numbers.")
    return np.asarray(target.counts)


def check_two_classes(target: Target, scoring: str, instead: str) -> np.ndarray:
    """Rows of both classes; raises where there are more, with a score to take `instead`."""
    counts = class_counts(target, scoring)
    if len(counts) != 2:
        raise InvalidInput(
            f"`scoring` {scoring!r} needs two classes; got {len(counts)}, for which there is "
            f"{instead!r}."
        )
    return counts


def positive_class(classes: np.ndarray) -> int:
    """The position of the class that is looked for: 1 where there is one, else the last.

    Examples
    --------
    >>> positive_class(np.array(["no", "yes"])), positive_class(np.array([1, 2]))
    (1, 0)
    """
    values = classes.tolist()
    return values.index(1) if 1 in values else len(values) - 1
