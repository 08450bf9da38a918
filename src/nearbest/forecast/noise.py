"""How far scores on some of the rows scatter, by formulas that need the score alone.

Forecasts see the same noise in a race as in past curves, of whose single rows nothing is kept.
On the tables where it was looked at, scores scatter by half to twice of that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

#: No score is taken to be so good that its rows hardly differ.
LEAST = 1e-4


@dataclass(frozen=True, slots=True)
class Rows:
    """What is known of all test rows, before any training.

    Attributes
    ----------
    n_test : float
    rarer : float
        The share of the rarer of two classes, or of the one that a score is about.
    shares : tuple of float
        Those of the classes, where they are known.
    size : float
        What the best constant prediction loses, of scores that are told relative to it.
    """

    n_test: float
    rarer: float = 0.5
    shares: tuple[float, ...] = ()
    size: float = 1.0

    @property
    def unevenness(self) -> float:
        """How many times as far a mean over classes scatters as one over rows, squared.

        Examples
        --------
        >>> Rows(1_000, shares=(0.5, 0.5)).unevenness, Rows(1_000).unevenness
        (1.0, 1.0)
        """
        shares = np.array([share for share in self.shares if share > 0])
        return float((1 / shares).sum() / len(shares) ** 2) if len(shares) else 1.0

    @property
    def n_like(self) -> float:
        """Of how many classes of the same size predictions would agree as often by chance."""
        return 1 / sum(share**2 for share in self.shares) if self.shares else 2.0


#: The variance of a score on one row drawn at random, as scores are told; on n rows it is so
#: many times smaller.
Variance = Callable[[np.ndarray, Rows], np.ndarray]


def noise_of(
    variance: Variance, told: np.ndarray, n_scored: np.ndarray, rows: Rows
) -> np.ndarray:
    """The standard deviation of scores on `n_scored` of the test rows.

    Examples
    --------
    >>> noise_of(of_counts, np.array([0.5]), np.array([400.0]), Rows(1e9)).round(3)
    array([0.025])
    """
    left_out = np.clip(1 / n_scored - 1 / rows.n_test, 0.0, 1.0)
    noise: np.ndarray = np.sqrt(variance(told, rows) * left_out)
    return noise


def of_counts(told: np.ndarray, rows: Rows) -> np.ndarray:
    """Of a share of right rows."""
    return np.asarray(np.maximum(told * (1 - told), LEAST))


def of_pairs(told: np.ndarray, rows: Rows) -> np.ndarray:
    """Of ROC AUC, by the formula of Hanley and McNeil (1982).

    It takes decision values to be exponential in either class.
    """
    area = np.clip(told, 0.5, 0.999)  # as good as a score below 0.5 turned round
    of_rarer, of_other = area / (2 - area) - area**2, 2 * area**2 / (1 + area) - area**2
    rarer = max(rows.rarer, 1 / rows.n_test)
    return np.asarray(of_rarer / rarer + of_other / (1 - rarer))


def of_class_means(told: np.ndarray, rows: Rows) -> np.ndarray:
    """Of balanced accuracy, as if all classes were right as often."""
    return of_counts(told, rows) * rows.unevenness


def of_f1(told: np.ndarray, rows: Rows) -> np.ndarray:
    """Of F1: right, missed and false positives scatter as independent counts do."""
    return _of_f1(told) / rows.rarer


def of_macro_f1(told: np.ndarray, rows: Rows) -> np.ndarray:
    """Of the mean F1 over classes, whose errors are partly the same rows."""
    return 1.7 * _of_f1(told) * rows.unevenness


def of_average_precision(told: np.ndarray, rows: Rows) -> np.ndarray:
    """As of a share of the positive rows, which is what it comes near to."""
    return of_counts(told, rows) / rows.rarer


def of_correlation(told: np.ndarray, rows: Rows) -> np.ndarray:
    """Of Matthews' correlation, as in classes of the same size."""
    others = rows.n_like - 1
    told = np.clip(told, 0.0, 1 - LEAST)
    return np.asarray((1 - told) * (1 + others * told) / others)


@dataclass(frozen=True, slots=True)
class OfLoss:
    """Of losses: single rows spread by `spread` times this power of the mean loss.

    Examples
    --------
    >>> np.sqrt(OfLoss(2.0, 1.0)(np.array([0.5, 0.9]), Rows(1_000))).round(9)
    array([1. , 0.2])
    """

    spread: float
    power: float

    def __call__(self, told: np.ndarray, rows: Rows) -> np.ndarray:
        """The variance of losses that are told relative to the best constant prediction."""
        loss = np.maximum(1 - told, 0.0) * rows.size
        return np.asarray((self.spread * loss**self.power / rows.size) ** 2)


def _of_f1(told: np.ndarray) -> np.ndarray:
    told = np.clip(told, LEAST, 1 - LEAST)
    return np.asarray(told * (1 - told) * (2 - told) / 2)
