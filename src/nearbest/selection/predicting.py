"""The methods that an estimator has because the model that it delivered has them."""

from __future__ import annotations

from typing import Any

from sklearn.exceptions import NotFittedError
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from nearbest.candidates.estimator_type import EstimatorType, type_of
from nearbest.data.frames import from_other_libraries
from nearbest.data.rows import Table


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
    best_estimator_: Any
    multimetric_: bool
    scorer_: Any

    def _some_estimators(self) -> list[Any]:
        """The candidates' estimators."""
        raise NotImplementedError

    @property
    def _type_of_candidates(self) -> EstimatorType:
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
        model = self._model("score")
        decides = next(iter(self.scorer_.values())) if self.multimetric_ else self.scorer_
        return float(decides(model, X, y, sample_weight))
