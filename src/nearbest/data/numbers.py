"""What is known of a target of numbers before any training."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

#: Labels of D_te that are kept one by one at either end, and parts of those between them.
N_EXTREMES, N_PARTS = 250, 500
#: Of more test rows, the first of the shuffled order stand for all where order matters.
MOST_SORTED = 1_000_000

#: Makes a weight of each label.
Weigh = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Numbers:
    """A target of numbers: its range over the table, and what D_te looks like.

    Attributes
    ----------
    low, high : float
        The lowest and the highest number of the table, test rows included.
    mean, variance : float
        Of D_te; the variance of the table where too few test rows have none.
    nearest_zero : float
        The least absolute value of the table.
    points, weights : tuple of float
        The labels of D_te in order, and the share of its rows that each stands for: the
        extremes one by one, those between them as means of equal parts.

    Examples
    --------
    >>> import numpy as np
    >>> target = Numbers.of(np.array([1.0, 2.0, 6.0]))
    >>> target.low, target.high, target.mean, round(target.variance, 3)
    (1.0, 6.0, 3.0, 4.667)
    >>> target.quantile(0.5)
    2.0
    """

    low: float
    high: float
    mean: float
    variance: float
    nearest_zero: float = 0.0
    points: tuple[float, ...] = field(default=(), repr=False)
    weights: tuple[float, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, y: np.ndarray, y_test: np.ndarray | None = None) -> Numbers:
        """Of the labels of a table and of D_te, which is all of it if not given."""
        values = np.asarray(y, dtype=float)
        tested = values if y_test is None else np.asarray(y_test, dtype=float)
        both = (values, tested)
        return cls.of_test(
            tested,
            low=min(float(part.min()) for part in both),
            high=max(float(part.max()) for part in both),
            nearest_zero=min(float(np.abs(part).min()) for part in both),
            spread=float(values.var()) if np.ptp(tested) == 0 else 0.0,
        )

    @classmethod
    def of_test(
        cls, y_test: np.ndarray, *, low: float, high: float, nearest_zero: float, spread: float
    ) -> Numbers:
        """Of the labels of D_te, shuffled, and what is known of the whole table.

        `spread` is the variance of the table.
        """
        mean = float(np.mean(y_test, dtype=float))
        points, weights = _summary(np.sort(y_test[:MOST_SORTED].astype(float)))
        variance = _variance(y_test, mean) if points[0] < points[-1] else spread
        return cls(low, high, mean, variance, nearest_zero, points, weights)

    def expected(self, function: Weigh) -> float:
        """The mean over D_te of a function of the label."""
        return float(np.dot(function(np.array(self.points)), self.weights))

    def quantile(self, share: float, weigh: Weigh = np.ones_like) -> float:
        """The label up to which this share of D_te lies, its rows weighed if asked for."""
        points = np.array(self.points)
        upto = np.cumsum(weigh(points) * self.weights)
        at = int(np.searchsorted(upto, share * upto[-1] * (1 - 1e-12)))
        return float(points[min(at, len(points) - 1)])

    def reaching(self, predicted: np.ndarray) -> Numbers:
        """The same with a range that holds these numbers, too: none of them is clipped."""
        low, high = float(np.min(predicted)), float(np.max(predicted))
        return replace(self, low=min(low, self.low), high=max(high, self.high))

    def lacks_some_in(self, y: np.ndarray) -> bool:
        """Never: numbers have no classes that a sample could miss."""
        return False


def _variance(y: np.ndarray, mean: float) -> float:
    """Piece by piece, as `y` may be a file that does not fit into memory."""
    pieces = (y[i : i + MOST_SORTED] for i in range(0, len(y), MOST_SORTED))
    with np.errstate(over="ignore"):  # metrics refuse what is too large for them
        return sum(float(((piece - mean) ** 2).sum()) for piece in pieces) / len(y)


def _summary(ordered: np.ndarray) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Points and weights that stand for sorted labels."""
    n = len(ordered)
    if n <= 2 * N_EXTREMES + N_PARTS:
        return tuple(ordered.tolist()), (1 / n,) * n
    parts = np.array_split(ordered[N_EXTREMES:-N_EXTREMES], N_PARTS)
    middle = [float(part.mean()) for part in parts]
    points = (*ordered[:N_EXTREMES].tolist(), *middle, *ordered[-N_EXTREMES:].tolist())
    single = (1 / n,) * N_EXTREMES
    return points, (*single, *(len(part) / n for part in parts), *single)
