"""The methods that an estimator has because the model that it delivered has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.exceptions import NotFittedError
from sklearn.metrics import accuracy_score, r2_score
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from nearbest.candidates.learns import Learns, type_of
from nearbest.data.frames import from_other_libraries
from nearbest.data.numbers import Numbers
from nearbest.data.rows import Table
from nearbest.data.target import Classes, Target
from nearbest.probing.metric import Accuracy
from nearbest.probing.metrics import metric_named
from nearbest.probing.metrics.squared import R2
from nearbest.probing.metrics.weighted import weighted_score
from nearbest.probing.output import output_of

#: Scores that scikit-learn's estimators have by themselves, where rows may weigh differently.
WEIGHED: Mapping[Any, Any] = {Accuracy(): accuracy_score, R2(): r2_score}


def _best_has(method: str) -> Any:
    """Whether the model delivered has `method`; before fit, whether every candidate has."""

    def check(search: Predicting) -> bool:
        if hasattr(search, "best_estimator_"):
            return hasattr(search.best_estimator_, method)
        candidates = search._some_estimators()
        return method == "predict" or all(hasattr(each, method) for each in candidates)

    return check


class Predicting:
    """Passes on to `best_estimator_`; before fit it has what every candidate has."""

    refit: Any
    scoring: Any
    best_estimator_: Any
    classes_: Any

    def _some_estimators(self) -> list[Any]:
        """The candidates' estimators."""
        raise NotImplementedError

    @property
    def _learns(self) -> Learns:
        """What its candidates are; a classifier where they do not say."""
        types = {type_of(each) for each in self._some_estimators()} - {None}
        return "regressor" if types == {"regressor"} else "classifier"

    @available_if(_best_has("predict"))
    def predict(self, X: Table) -> Any:
        """Labels from the model delivered."""
        return self._model("predict").predict(from_other_libraries(X))

    @available_if(_best_has("predict_proba"))
    def predict_proba(self, X: Table) -> Any:
        """Class probabilities from the model delivered."""
        return self._model("predict_proba").predict_proba(from_other_libraries(X))

    @available_if(_best_has("predict_log_proba"))
    def predict_log_proba(self, X: Table) -> Any:
        """Logarithms of class probabilities from the model delivered."""
        return self._model("predict_log_proba").predict_log_proba(from_other_libraries(X))

    @available_if(_best_has("decision_function"))
    def decision_function(self, X: Table) -> Any:
        """Decision values from the model delivered."""
        return self._model("decision_function").decision_function(from_other_libraries(X))

    @available_if(_best_has("transform"))
    def transform(self, X: Table) -> Any:
        """`X` transformed by the model delivered."""
        return self._model("transform").transform(from_other_libraries(X))

    def _model(self, method: str) -> Any:
        check_is_fitted(self)
        if not hasattr(self, "best_estimator_"):
            why = (
                "its training was interrupted"
                if self.refit
                else "`refit` must be True or 'all', got False"
            )
            raise NotFittedError(f"`{method}` needs a model; {why}.")
        return self.best_estimator_

    def score(self, X: Table, y: object, sample_weight: object = None) -> float:
        """What the model delivered reaches on these rows by `scoring`; larger is better."""
        metric = metric_named(self.scoring, self._learns)
        if metric in WEIGHED:
            predicted = self.predict(X)
            return float(WEIGHED[metric](y, predicted, sample_weight=sample_weight))
        model, rows, labels = self._model("score"), from_other_libraries(X), np.asarray(y)
        if metric.needs == "numbers":
            predicted = np.ravel(model.predict(rows))
            target: Target = Numbers.of(labels).reaching(predicted)
        else:
            target = Classes.of(labels, np.asarray(self.classes_))
            predicted = output_of(model, rows, metric.needs, target)
        if sample_weight is None:
            return metric.measure(labels, predicted, (len(labels),), target)[0].value
        return weighted_score(metric, labels, predicted, target, sample_weight)
