"""Classifiers that take numbered classes only, for labels of any type."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data


class CodedLabels(MetaEstimatorMixin, ClassifierMixin, BaseEstimator):
    """Number the classes for a classifier that asks for 0, 1, 2, …, as XGBoost's does.

    Parameters
    ----------
    estimator : classifier

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from nearbest.candidates.coded_labels import CodedLabels
    >>> coded = CodedLabels(DecisionTreeClassifier()).fit([[0], [1]], ["no", "yes"])
    >>> coded.predict([[1], [0]])
    array(['yes', 'no'], dtype='<U3')
    """

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Train a clone of the classifier on numbered classes."""
        validate_data(self, X, skip_check_array=True)
        check_classification_targets(y)
        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        weights = {} if sample_weight is None else {"sample_weight": sample_weight}
        self.estimator_ = clone(self.estimator).fit(X, codes, **weights)
        return self

    def predict(self, X: Any) -> np.ndarray:
        """The labels of the numbers that the classifier predicts."""
        check_is_fitted(self)
        labels: np.ndarray = self.classes_[np.ravel(self.estimator_.predict(X)).astype(int)]
        return labels

    def predict_proba(self, X: Any) -> np.ndarray:
        """What the classifier predicts, in the order of `classes_`."""
        check_is_fitted(self)
        probabilities: np.ndarray = self.estimator_.predict_proba(X)
        return probabilities

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator)
        tags.input_tags, tags.classifier_tags = inner.input_tags, inner.classifier_tags
        return tags
