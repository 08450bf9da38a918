import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from nearbest.candidates.coded_labels import CodedLabels

X = np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]])


@parametrize_with_checks([CodedLabels(LogisticRegression())])
def test_scikit_learn(estimator, check):
    """It is a classifier as scikit-learn has it."""
    check(estimator)


class Demanding(LogisticRegression):
    """Takes classes 0, 1, 2, … alone, as XGBoost does."""

    def fit(self, X, y, sample_weight=None):
        assert sorted(set(y)) == list(range(len(set(y))))
        self.weights_ = sample_weight
        return super().fit(X, y, sample_weight)


@pytest.mark.parametrize(
    "labels", [["no", "no", "yes", "yes", "yes", "no"], [7, 7, 3, 3, 3, 7]]
)
def test_labels_of_any_type_come_back(labels):
    """Classes are numbered for the learner and nobody else."""
    coded = CodedLabels(Demanding()).fit(X, labels)
    assert set(coded.predict(X)) <= set(labels)
    assert list(coded.classes_) == sorted(set(labels))
    assert coded.predict_proba(X).shape == (6, 2)


def test_weights_reach_the_learner():
    """They are the learner's to use."""
    coded = CodedLabels(Demanding()).fit(X, [0, 0, 1, 1, 1, 0], sample_weight=np.arange(6))
    assert list(coded.estimator_.weights_) == list(range(6))
