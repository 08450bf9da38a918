"""scikit-learn's own checks of an estimator."""

import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
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
            stop_at="paper",
            random_state=0,
        ),
        NearBestSearch([DecisionTreeRegressor(max_depth=4), Ridge()], random_state=0),
        NearBestSearch(
            (Ridge(), {"alpha": [0.1, 1.0]}),
            scoring="r2",
            epsilon=0.05,
            scheduler="round_robin",
            stop_at="paper",
            random_state=0,
        ),
    ]
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_scikit_learn(estimator, check):
    """Every check that scikit-learn has for classifiers, or for regressors, holds."""
    check(estimator)
