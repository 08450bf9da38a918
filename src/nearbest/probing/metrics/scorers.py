"""Scorers of scikit-learn that stand for a metric."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from sklearn.metrics import get_scorer, get_scorer_names, mean_pinball_loss

from nearbest.probing.metric import Metric
from nearbest.probing.metrics.absolute import MeanPinballLoss
from nearbest.probing.metrics.top_k import TopK


def metric_of(scoring: object, named: Mapping[str, Metric]) -> Metric | None:
    """The metric that a scorer stands for; None if it stands for none.

    Examples
    --------
    >>> from sklearn.metrics import accuracy_score, make_scorer
    >>> from nearbest.probing.metric import Accuracy
    >>> metric_of(make_scorer(accuracy_score), {"accuracy": Accuracy()})
    Accuracy()
    """
    function = getattr(scoring, "_score_func", None)
    if function is None or inspect.isclass(scoring):
        return None
    if function.__name__ == "top_k_accuracy_score" and set(_options(scoring)) <= {"k"}:
        return TopK(_options(scoring).get("k", 2))
    if function is mean_pinball_loss and set(_options(scoring)) <= {"alpha"}:
        is_loss = getattr(scoring, "_sign", 1) < 0
        return MeanPinballLoss(_options(scoring).get("alpha", 0.5)) if is_loss else None
    known = set(get_scorer_names())
    for name, metric in named.items():
        if name in known and _is_same(scoring, get_scorer(name)):
            return metric
    return None


def _is_same(scorer: Any, known: Any) -> bool:
    """Whether two scorers compute the same."""
    return bool(
        scorer._score_func is known._score_func
        and scorer._sign == known._sign
        and _options(scorer) == _options(known)
        and _response(scorer) == _response(known)
    )


def _options(scorer: Any) -> dict[str, Any]:
    """The arguments that change what the function computes."""
    given, known = scorer._kwargs, inspect.signature(scorer._score_func).parameters
    changed = {k: v for k, v in given.items() if k not in known or known[k].default != v}
    if given.get("average", "binary") != "binary":
        changed.pop("pos_label", None)  # of no effect
    return changed


def _response(scorer: Any) -> tuple[str, ...]:
    method = scorer._response_method
    return (method,) if isinstance(method, str) else tuple(method)
