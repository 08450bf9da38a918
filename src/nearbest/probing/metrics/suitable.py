"""Which scores suit classifiers, and which regressors."""

from __future__ import annotations

from collections.abc import Mapping

from nearbest.candidates.estimator_type import EstimatorType
from nearbest.errors import InvalidInput
from nearbest.probing.metric import Metric
from nearbest.probing.metrics.scorer import Scorer


def check_suitable(estimator_type: EstimatorType | None, metrics: Mapping[str, Metric]) -> None:
    """Raise where a score is one of numbers and candidates are classifiers, or so."""
    for name, metric in metrics.items():
        if estimator_type == "classifier" and metric.needs == "numbers":
            raise InvalidInput(
                f"`scoring` {name!r} needs regressors, and the candidates are classifiers; "
                "take a score of classes such as 'accuracy'."
            )
        if estimator_type == "regressor" and not takes_numbers(metric):
            raise InvalidInput(
                f"`scoring` {name!r} needs classifiers, and the candidates are regressors; "
                "take a score of numbers such as 'r2', or a `RowScore` with "
                "`needs='numbers'`."
            )


def takes_numbers(metric: Metric) -> bool:
    """Whether a score may be one of numbers; of a scorer of the user's own nobody knows.

    Examples
    --------
    >>> from nearbest.probing.metrics import metric_named
    >>> takes_numbers(metric_named("r2")), takes_numbers(metric_named("f1"))
    (True, False)
    """
    if isinstance(metric, Scorer):
        return not metric.is_of_classes
    return metric.needs in ("numbers", "model")
