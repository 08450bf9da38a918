"""Which metric a scorer of scikit-learn, or a callable, stands for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from sklearn.metrics import get_scorer, get_scorer_names

from nearbest.errors import InvalidInput, NotSupported
from nearbest.printable import clause
from nearbest.probing.metric import Metric
from nearbest.probing.metrics.absolute import MeanPinballLoss
from nearbest.probing.metrics.called import Called
from nearbest.probing.metrics.roc_auc import RocAuc
from nearbest.probing.metrics.scorer import OF_NUMBERS, RANGES, Scorer, options_of
from nearbest.probing.metrics.top_k import TopK

MAX_ERROR = (
    "`scoring` cannot be max_error: samples do not tell the largest error among all rows; take "
    "'neg_root_mean_squared_error', to which large errors matter most."
)


def metric_by_name(name: str) -> Metric | None:
    """A score that scikit-learn has and we have no bound for; None for others.

    Examples
    --------
    >>> metric_by_name("jaccard_macro").name
    'jaccard (average=macro)'
    """
    if name in ("max_error", "neg_max_error"):
        raise NotSupported(MAX_ERROR)
    return Scorer(get_scorer(name)) if name in further_names() else None


def further_names() -> list[str]:
    """Names of scikit-learn's scorers that are bounded approximately.

    Left out are those that compare clusterings, or are of several labels per row.
    """
    known = {*RANGES, *OF_NUMBERS}
    found = (name for name in get_scorer_names() if not name.endswith("_samples"))
    return [name for name in found if get_scorer(name)._score_func.__name__ in known]


def metric_of(scoring: object, named: Mapping[str, Metric]) -> Metric | None:
    """The metric that a scorer or callable stands for; None if it is neither.

    A scorer that computes what a metric of ours does is that metric.

    Examples
    --------
    >>> from sklearn.metrics import accuracy_score, make_scorer
    >>> from nearbest.probing.metric import Accuracy
    >>> metric_of(make_scorer(accuracy_score), {"accuracy": Accuracy()})
    Accuracy()
    """
    if inspect.isclass(scoring) or not callable(scoring):
        return None
    function = getattr(scoring, "_score_func", None)
    if function is None:
        check_takes_estimator(scoring)
        return Called(scoring)
    name, options = getattr(function, "__name__", ""), options_of(scoring)
    if name == "max_error":
        raise NotSupported(MAX_ERROR)
    if name == "top_k_accuracy_score" and set(options) <= {"k"}:
        return TopK(options.get("k", 2))
    if name == "roc_auc_score" and not options and _response(scoring) == ("predict_proba",):
        return RocAuc("probabilities")
    if name == "mean_pinball_loss" and set(options) <= {"alpha"} and _is_loss(scoring):
        return MeanPinballLoss(options.get("alpha", 0.5))
    listed = set(get_scorer_names())
    known = (
        metric
        for name, metric in named.items()
        if name in listed and _is_same(scoring, get_scorer(name))
    )
    return next(known, Scorer(scoring))


def _is_loss(scorer: Any) -> bool:
    """Whether less is better of what it computes."""
    return bool(getattr(scorer, "_sign", 1) < 0)


def check_takes_estimator(function: Callable[..., Any]) -> None:
    """Raise unless a callable can be called with estimator, rows and labels."""
    name = getattr(function, "__name__", repr(function))
    module = getattr(function, "__module__", None) or ""
    if module.startswith("sklearn.metrics."):
        raise InvalidInput(
            f"`scoring` must be called with (estimator, X, y); {name} is called with labels "
            f"and predictions; pass `make_scorer({name})`."
        )
    try:
        inspect.signature(function).bind("estimator", "X", "y")
    except TypeError as error:
        raise InvalidInput(
            f"`scoring` must be callable with (estimator, X, y); {name} is not: "
            f"{clause(error)}."
        ) from error
    except ValueError:  # it has no signature that could be read
        return


def _is_same(scorer: Any, known: Any) -> bool:
    """Whether two scorers compute the same."""
    return bool(
        scorer._score_func is known._score_func
        and scorer._sign == known._sign
        and options_of(scorer) == options_of(known)
        and _response(scorer) == _response(known)
    )


def _response(scorer: Any) -> tuple[str, ...]:
    method = scorer._response_method
    return (method,) if isinstance(method, str) else tuple(method)
