"""Which name stands for which metric."""

from __future__ import annotations

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


def metric_named(scoring: object, learns: str | None = "classifier") -> Metric:
    """The metric that `scoring` names or is; a clear error for everything else.

    Without a name, what is usual for what the candidates are: R² for a "regressor".

    Examples
    --------
    >>> metric_named("roc_auc"), metric_named(None, "regressor")
    (RocAuc(), R2())
    """
    if scoring is None:
        return METRICS["r2" if learns == "regressor" else "accuracy"]
    if isinstance(scoring, str):
        if scoring in METRICS:
            return METRICS[scoring]
        raise InvalidInput(
            f"`scoring` must be one of {sorted(METRICS)}; got {scoring!r}."
            + did_you_mean(scoring, METRICS)
        )
    if type(scoring) in OWN:
        return cast(Metric, scoring)
    from nearbest.probing.metrics.scorers import metric_of  # scikit-learn's take a while

    found = metric_of(scoring, METRICS)
    if found is None:
        raise NotSupported(
            "`scoring` must be a name such as 'roc_auc', the scorer that scikit-learn has for "
            f"such a name, or a `nearbest.RowScore`; got {scoring!r}."
        )
    return found


def name_of(scoring: object) -> str:
    """How a run directory remembers a metric: by its name.

    Examples
    --------
    >>> name_of(None), name_of(R2())
    ('accuracy', 'r2')
    """
    metric = metric_named(scoring)
    known = (name for name, each in METRICS.items() if each == metric)
    return next(known, f"own: {getattr(metric, 'name', metric)}")
