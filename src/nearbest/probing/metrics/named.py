"""Which name stands for which metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from nearbest.arguments import did_you_mean
from nearbest.errors import InvalidInput, NotSupported
from nearbest.probing.metric import Accuracy, Metric
from nearbest.probing.metrics.absolute import (
    MeanAbsoluteError,
    MeanAbsolutePercentageError,
    MeanPinballLoss,
)
from nearbest.probing.metrics.balanced_accuracy import BalancedAccuracy
from nearbest.probing.metrics.poisson import MeanPoissonDeviance
from nearbest.probing.metrics.probabilities import Brier, LogLoss
from nearbest.probing.metrics.ranking import AveragePrecision, MultiClassAuc
from nearbest.probing.metrics.roc_auc import RocAuc
from nearbest.probing.metrics.row_score import RowScore
from nearbest.probing.metrics.squared import R2, MeanSquaredError, RootMeanSquaredError
from nearbest.probing.metrics.tallies import Averaged, Matthews
from nearbest.probing.metrics.top_k import TopK

#: Scores of classes, by the names that scikit-learn has for them.
OF_CLASSES: dict[str, Metric] = {
    "accuracy": Accuracy(),
    "balanced_accuracy": BalancedAccuracy(),
    "top_k_accuracy": TopK(),
    "roc_auc": RocAuc(),
    "roc_auc_ovr": MultiClassAuc("ovr"),
    "roc_auc_ovr_weighted": MultiClassAuc("ovr", weighted=True),
    "roc_auc_ovo": MultiClassAuc("ovo"),
    "roc_auc_ovo_weighted": MultiClassAuc("ovo", weighted=True),
    "neg_log_loss": LogLoss(),
    "neg_brier_score": Brier(),
    "average_precision": AveragePrecision(),
    "matthews_corrcoef": Matthews(),
    "f1": Averaged("f1"),
    "f1_macro": Averaged("f1", "macro"),
    "f1_micro": Averaged("f1", "micro"),
    "f1_weighted": Averaged("f1", "weighted"),
    "precision": Averaged("precision"),
    "precision_macro": Averaged("precision", "macro"),
    "precision_micro": Averaged("precision", "micro"),
    "precision_weighted": Averaged("precision", "weighted"),
    "recall": Averaged("recall"),
    "recall_macro": Averaged("recall", "macro"),
    "recall_micro": Averaged("recall", "micro"),
    "recall_weighted": Averaged("recall", "weighted"),
}
#: Scores of numbers; scikit-learn has the function for the last, but no name.
OF_NUMBERS: dict[str, Metric] = {
    "r2": R2(),
    "neg_mean_squared_error": MeanSquaredError(),
    "neg_root_mean_squared_error": RootMeanSquaredError(),
    "neg_mean_absolute_error": MeanAbsoluteError(),
    "neg_mean_absolute_percentage_error": MeanAbsolutePercentageError(),
    "neg_mean_poisson_deviance": MeanPoissonDeviance(),
    "neg_mean_pinball_loss": MeanPinballLoss(),
}
METRICS: dict[str, Metric] = {**OF_CLASSES, **OF_NUMBERS}
#: Whose objects are taken as they are.
OWN = frozenset({RowScore, *map(type, METRICS.values())})


def metric_named(scoring: object, estimator_type: str | None = "classifier") -> Metric:
    """The metric that `scoring` names or is; a clear error for everything else.

    Of several scores, the first: it decides. Without a name, what is usual for what the
    candidates are: R² for a "regressor".

    Examples
    --------
    >>> metric_named("roc_auc"), metric_named(["f1", "accuracy"])
    (RocAuc(by='decisions'), Averaged(part='f1', average='binary'))
    >>> metric_named(None, "regressor")
    R2()
    """
    return next(iter(metrics_named(scoring, estimator_type).values()))


def metrics_named(
    scoring: object, estimator_type: str | None = "classifier"
) -> dict[str, Metric]:
    """All metrics that `scoring` names, by the names they have in tables; the first decides.

    Examples
    --------
    >>> list(metrics_named({"auc": "roc_auc", "loss": "neg_log_loss"}))
    ['auc', 'loss']
    """
    if isinstance(scoring, Mapping):
        named = [(name, single_metric(each)) for name, each in scoring.items()]
    elif isinstance(scoring, list | tuple):
        metrics = [(each, single_metric(each)) for each in scoring]
        named = [(e if isinstance(e, str) else key_of(m), m) for e, m in metrics]
    else:
        metric = single_metric(scoring, estimator_type)
        named = [(scoring if isinstance(scoring, str) else key_of(metric), metric)]
    check_names([name for name, _ in named])
    return {name: _for_numbers(m) if estimator_type == "regressor" else m for name, m in named}


def _for_numbers(metric: Metric) -> Metric:
    """A scorer that computes whatever it is given is one of numbers for regressors."""
    return replace(metric, of_numbers=True) if hasattr(metric, "of_numbers") else metric  # type: ignore[type-var]


def check_names(names: Sequence[object]) -> None:
    """Raise unless there is a score, and each has a text of its own as its name."""
    if not names:
        raise InvalidInput("`scoring` must have at least one score; got none.")
    odd = [name for name in names if not isinstance(name, str) or not name]
    if odd:
        raise InvalidInput(f"`scoring` must have texts as names; got {odd[0]!r}.")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InvalidInput(
            f"`scoring` must have different scores; got {twice[0]!r} twice; name them apart in "
            "a dict."
        )


def single_metric(scoring: object, estimator_type: str | None = "classifier") -> Metric:
    """The metric that one name, scorer, callable or `RowScore` stands for."""
    if scoring is None:
        return METRICS["r2" if estimator_type == "regressor" else "accuracy"]
    if isinstance(scoring, str) and scoring in METRICS:
        return METRICS[scoring]
    plain = getattr(scoring, "inner", scoring)  # of one that counts rows by weights
    if type(plain) in OWN:
        return cast(Metric, plain)
    from nearbest.probing.metrics.metric_of_scorer import (  # which takes a while
        further_names,
        metric_by_name,
        metric_of,
    )

    if isinstance(scoring, str):
        found = metric_by_name(scoring)
        if found is None:
            known = sorted({*METRICS, *further_names()})
            raise InvalidInput(
                f"`scoring` must be one of {known}; got {scoring!r}."
                + did_you_mean(scoring, known)
            )
        return found
    found = metric_of(scoring, METRICS)
    if found is None:
        raise NotSupported(
            "`scoring` must be a name such as 'roc_auc', a scorer of scikit-learn, a callable "
            f"(estimator, X, y), or a `nearbest.RowScore`; got {scoring!r}."
        )
    return found


def key_of(metric: Metric) -> str:
    """A metric's name in tables: that of scikit-learn, or its own.

    Examples
    --------
    >>> key_of(METRICS["roc_auc"]), key_of(R2())
    ('roc_auc', 'r2')
    """
    plain = getattr(metric, "inner", metric)  # of one that counts rows by weights
    known = (name for name, each in METRICS.items() if each == plain)
    return next(known, str(getattr(plain, "name", plain)))


def names_of(metrics: Sequence[Metric]) -> str | list[str]:
    """How reports tell which scores decided: by name, of several as a list.

    Examples
    --------
    >>> names_of([R2()]), names_of([METRICS["roc_auc"], METRICS["neg_log_loss"]])
    ('r2', ['roc_auc', 'neg_log_loss'])
    """
    names = [_told(metric) for metric in metrics]
    return names[0] if len(names) == 1 else names


def _told(metric: Metric) -> str:
    key = key_of(metric)
    return key if key in METRICS else f"own: {key}"
