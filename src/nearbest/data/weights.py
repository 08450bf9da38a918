"""Weights of rows: what they must be, and what is known of them before any training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from nearbest.data.frames import from_other_libraries
from nearbest.data.samples import Samples
from nearbest.data.target import Classes
from nearbest.errors import InvalidInput, InvalidType


@dataclass(frozen=True)
class Weights:
    """What is known of the weights of all rows.

    Attributes
    ----------
    mean, largest : float
    by_class : tuple of float
        Their sum over the rows of each class; empty where the target is no class.
    """

    mean: float
    largest: float
    by_class: tuple[float, ...] = ()

    @classmethod
    def of(cls, samples: Samples) -> Weights | None:
        """Those of all rows of both parts; None where some have none."""
        train = samples.weights("train", samples.n_train)
        test = samples.weights("test", samples.n_test)
        if train is None or test is None:
            return None
        weights = np.concatenate([train, test])
        sums: np.ndarray = np.array([])
        if isinstance(samples.target, Classes):
            labels = np.concatenate([samples.train_labels(), samples.test_labels()])
            codes = np.searchsorted(samples.target.values, labels)
            sums = np.bincount(codes, weights, minlength=len(samples.target.values))
        return cls(float(weights.mean()), float(weights.max()), tuple(sums.tolist()))


def effective_rows(weights: np.ndarray) -> float:
    """How many rows of equal weight say as much as these: Kish's effective sample size.

    Examples
    --------
    >>> effective_rows(np.ones(500)), effective_rows(np.array([1.0, 1.0, 0.0, 0.0]))
    (500.0, 2.0)
    """
    largest = weights.max(initial=0.0)
    if largest == 0:
        return 0.0
    shares = weights / largest  # squares of huge weights are infinite
    return float(shares.sum() ** 2 / (shares**2).sum())


def checked_weights(weights: Any, n_rows: int) -> np.ndarray:
    """A finite number from 0 for each row, some above it."""
    rule = "`sample_weight` must be one column of numbers, one for each row"
    try:
        values = np.asarray(from_other_libraries(weights), dtype=float)
    except (TypeError, ValueError) as error:
        raise InvalidType(f"{rule}; got {str(weights)[:50]!r}.") from error
    if values.shape != (n_rows,):
        raise InvalidInput(f"{rule} of {n_rows:,}; got shape {values.shape}.")
    if not (np.isfinite(values).all() and values.min() >= 0 and values.max() > 0):
        odd = values[~(np.isfinite(values) & (values >= 0))]
        got = f"{odd[0]:g} in {len(odd):,} of them" if len(odd) else "0 in all of them"
        raise InvalidInput(
            f"`sample_weight` must be finite numbers from 0, and not 0 in all rows; got {got}."
        )
    return values
