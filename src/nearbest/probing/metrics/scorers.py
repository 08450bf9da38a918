"""Scorers of scikit-learn, and functions of an estimator and rows."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.metrics import get_scorer

from nearbest.data.rows import Table, take
from nearbest.data.target import Target
from nearbest.probing.metric import Metric
from nearbest.probing.metrics.jackknife import standard_error_of
from nearbest.probing.metrics.top_k import TopK
from nearbest.probing.output import Fitted, Needs
from nearbest.race.score import Scale, Score


@dataclass(frozen=True)
class Called:
    """Whatever ``scorer(estimator, X, y)`` gives, bounded approximately.

    Its range is not known, so that there is no end to its intervals before the second
    probe. It is called once for each block of rows, and each size.
    """

    scorer: Callable[[Any, Table, np.ndarray], float]
    name: str

    @property
    def needs(self) -> Needs:
        """The model itself, and the rows."""
        return "model"

    def scale(self, target: Target) -> Scale:
        """Without ends."""
        return Scale(self.name, -np.inf, np.inf, "approximate")

    def constant(self, target: Target) -> None:
        """Not known."""
        return

    def measure(
        self, y: np.ndarray, output: Fitted, sizes: Sequence[int], target: Target
    ) -> tuple[Score, ...]:
        """What the scorer gives for the first rows, with the jackknife's standard error."""
        return tuple(self._score(y, output, size) for size in sizes)

    def _score(self, y: np.ndarray, output: Fitted, size: int) -> Score:
        def of(kept: np.ndarray) -> float:
            rows = np.flatnonzero(kept)
            return float(self.scorer(output.model, take(output.X, rows), y[rows]))

        value = of(np.ones(size, dtype=bool))
        return Score(value, size, stderr=standard_error_of(of, size))


def metric_of(scoring: object, named: Mapping[str, Metric]) -> Metric | None:
    """The metric that a scorer stands for; None if `scoring` is none.

    A scorer that scikit-learn has a name for is the metric of that name, where there is
    one: `make_scorer(accuracy_score)` is accuracy.
    """
    if not callable(scoring) or inspect.isclass(scoring):
        return None
    function = getattr(scoring, "_score_func", None)
    if function is None:
        return Called(scoring, _name(scoring))
    if function.__name__ == "top_k_accuracy_score" and set(_options(scoring)) <= {"k"}:
        return TopK(_options(scoring).get("k", 2))
    for name, metric in named.items():
        if _is_same(scoring, get_scorer(name)):
            return metric
    return Called(scoring, _name(function))


def _is_same(scorer: Any, known: Any) -> bool:
    """Whether two scorers compute the same."""
    return bool(
        scorer._score_func is known._score_func
        and scorer._sign == known._sign
        and _options(scorer) == _options(known)
        and _response(scorer) == _response(known)
    )


def _options(scorer: Any) -> dict[str, Any]:
    """The arguments that differ from the function's own defaults."""
    defaults = inspect.signature(scorer._score_func).parameters
    return {k: v for k, v in scorer._kwargs.items() if defaults[k].default != v}


def _response(scorer: Any) -> tuple[str, ...]:
    method = scorer._response_method
    return (method,) if isinstance(method, str) else tuple(method)


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))
