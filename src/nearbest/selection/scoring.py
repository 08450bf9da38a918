"""Scores of models on any rows, in the form that scikit-learn gives to scorers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.metrics import accuracy_score, r2_score

from nearbest.data.frames import from_other_libraries
from nearbest.data.numbers import Numbers
from nearbest.data.rows import Table
from nearbest.data.target import Classes, Target
from nearbest.probing.metric import Accuracy, Metric
from nearbest.probing.metrics.named import metrics_named
from nearbest.probing.metrics.squared import R2
from nearbest.probing.metrics.weighted import weighted_score
from nearbest.probing.output import output_of

#: Scores that scikit-learn's estimators have by themselves, where rows may weigh differently.
WEIGHED: Mapping[Any, Any] = {Accuracy(): accuracy_score, R2(): r2_score}


@dataclass(frozen=True)
class ModelScorer:
    """A metric as scikit-learn calls scorers; `classes` are all labels, if there are any.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> y = [0, 0, 0, 1]
    >>> model = DummyClassifier().fit([[0]] * 4, y)
    >>> ModelScorer(Accuracy(), np.array([0, 1]))(model, [[0]] * 4, y)
    0.75
    """

    metric: Metric
    classes: np.ndarray

    def __call__(
        self, estimator: Any, X: Table, y_true: object, sample_weight: object = None
    ) -> float:
        """What a fitted model reaches on these rows; larger is better."""
        metric, rows = self.metric, from_other_libraries(X)
        if metric in WEIGHED:
            predicted = estimator.predict(rows)
            return float(WEIGHED[metric](y_true, predicted, sample_weight=sample_weight))
        labels = np.asarray(y_true)
        if metric.needs == "numbers":
            predicted = np.ravel(estimator.predict(rows))
            target: Target = Numbers.of(labels).reaching(predicted)
        else:
            target = Classes.of(labels, self.classes)
            predicted = output_of(estimator, rows, metric.needs, target)
        if sample_weight is None:
            return metric.measure(labels, predicted, (len(labels),), target)[0].value
        return weighted_score(metric, labels, predicted, target, sample_weight)


def is_several(scoring: object) -> bool:
    """Whether scikit-learn speaks of several scores, be it only one in a list."""
    return isinstance(scoring, Mapping | list | tuple)


def scorers_of(scoring: object, classes: np.ndarray) -> dict[str, ModelScorer]:
    """The scores that are asked for, by their names; the first decides.

    Without `classes` the target is one of numbers.
    """
    metrics = metrics_named(scoring, "classifier" if len(classes) else "regressor")
    return {name: ModelScorer(metric, classes) for name, metric in metrics.items()}
