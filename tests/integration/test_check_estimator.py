"""scikit-learn's own checks of an estimator."""

import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from nearbest import NearBestSearch


@parametrize_with_checks(
    [
        NearBestSearch(
            [DecisionTreeClassifier(max_depth=4), LogisticRegression()], random_state=0
        ),
        NearBestSearch(
            (LogisticRegression(), {"C": [0.1, 1.0]}),
            bounds="hoeffding",
            scheduler="ucb",
            random_state=0,
        ),
    ]
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_scikit_learn(estimator, check):
    """Every check that scikit-learn has for classifiers holds."""
    check(estimator)
