"""How a run directory tells scores apart, so that a run goes on by the score it began with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nearbest.candidates import fingerprint
from nearbest.errors import NotSupported
from nearbest.probing.metric import Metric
from nearbest.probing.metrics.called import Called
from nearbest.probing.metrics.named import METRICS, key_of, metrics_named
from nearbest.probing.metrics.row_score import RowScore
from nearbest.probing.metrics.scorer import Scorer

#: Of the digest of a score's code, so much is written down.
N_DIGITS = 12


def identity_of(scoring: object) -> str | list[str]:
    """What tells this score from others: its name, and of the user's own the code.

    Raises `NotSupported` for functions that no later call could be known to have.

    Examples
    --------
    >>> identity_of(None), identity_of({"auc": "roc_auc", "f": "f1"})
    ('accuracy', ['auc: roc_auc', 'f: f1'])
    """
    told = {name: _identity(metric) for name, metric in metrics_named(scoring).items()}
    if len(told) == 1:
        return next(iter(told.values()))
    return [each if each == name else f"{name}: {each}" for name, each in told.items()]


def _identity(metric: Metric) -> str:
    key = key_of(metric)
    if key in METRICS:
        return key
    parts = _parts(metric)
    for part in parts:
        _check_importable(part)
    return f"own: {key} {fingerprint.of_value(parts)[:N_DIGITS]}"


def _parts(metric: Metric) -> list[Any]:
    """What the score of a metric follows from."""
    match metric:
        case RowScore():
            return [metric.function, metric.low, metric.high, metric.needs]
        case Called():
            return [metric.function]
        case Scorer():
            scorer = metric.scorer
            asked = scorer._response_method
            return [scorer._score_func, scorer._sign, dict(scorer._kwargs), asked]
    return [metric]


def _check_importable(part: Any) -> None:
    """Raise where a function has no name by which another process could find it."""
    if isinstance(part, Mapping):
        for value in part.values():
            _check_importable(value)
    function = getattr(part, "func", part)  # of a partial
    name = getattr(function, "__qualname__", "")
    if "<lambda>" in name or "<locals>" in name:
        raise NotSupported(
            "`scoring` must be a function of a module where there is a `run_dir`, so that a "
            f"later call can go on with the same; got {name}; define it with `def` in a module."
        )
