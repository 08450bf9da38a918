"""Passing weights to those learners that take them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from sklearn.utils.validation import has_fit_parameter

from nearbest.candidates.configuration import Configuration

ARGUMENT = "sample_weight"


def fit_arguments(model: Any, weights: np.ndarray | None) -> dict[str, np.ndarray]:
    """What `fit` of `model` gets besides rows and labels; of pipelines for the last step.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> fit_arguments(make_pipeline(StandardScaler(), GaussianNB()), np.ones(2))
    {'gaussiannb__sample_weight': array([1., 1.])}
    """
    name = None if weights is None else _argument(model)
    return {} if name is None or weights is None else {name: weights}


def take_none(configurations: Iterable[Configuration]) -> list[str]:
    """The candidates that are trained without weights, as they take none."""
    return [c.name for c in configurations if _argument(c.specimen) is None]


def _argument(model: Any) -> str | None:
    """The name by which `fit` takes weights; None where it takes none."""
    steps = getattr(model, "steps", None)
    if not steps:
        return ARGUMENT if has_fit_parameter(model, ARGUMENT) else None
    name, last = steps[-1]
    inner = _argument(last)
    return None if inner is None else f"{name}__{inner}"
