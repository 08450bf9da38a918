"""Whether candidates predict classes or numbers."""

import pytest
from sklearn.cluster import KMeans
from sklearn.compose import TransformedTargetRegressor
from sklearn.ensemble import IsolationForest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from nearbest.candidates.estimator_type import type_of, type_of_all
from nearbest.candidates.listing import configurations, numbered
from nearbest.errors import InvalidType


class OfAnotherLibrary:
    """It has the methods, and says nothing of its type."""

    def get_params(self, deep=True):
        return {}

    def fit(self, X, y):
        return self

    def predict(self, X):
        return [0] * len(X)


class OldRegressor(OfAnotherLibrary):
    _estimator_type = "regressor"


@pytest.mark.parametrize(
    ("estimator", "type_"),
    [
        (LogisticRegression(), "classifier"),
        (Ridge(), "regressor"),
        (make_pipeline(StandardScaler(), Ridge()), "regressor"),
        (make_pipeline(StandardScaler(), LogisticRegression()), "classifier"),
        (GridSearchCV(Ridge(), {"alpha": [1]}), "regressor"),
        (TransformedTargetRegressor(Ridge()), "regressor"),
        (OfAnotherLibrary(), None),
        (OldRegressor(), "regressor"),
    ],
)
def test_type(estimator, type_):
    """As the estimator's tags say, or the attribute that libraries had before tags."""
    assert type_of(estimator) == type_


def test_those_who_do_not_say_are_what_the_others_are():
    """One that says is enough."""
    candidates = {"own": OfAnotherLibrary(), "ridge": Ridge()}
    assert type_of_all(configurations(candidates)) == "regressor"
    assert type_of_all(configurations({"own": OfAnotherLibrary()})) is None


def test_both_at_once_are_refused():
    """One of each is named."""
    candidates = configurations({"a": LogisticRegression(), "b": Ridge()})
    with pytest.raises(InvalidType, match="'a' is a classifier and 'b' a regressor"):
        type_of_all(candidates)


@pytest.mark.parametrize(
    ("estimator", "what"),
    [
        (KMeans(2), "a clusterer"),
        (make_pipeline(StandardScaler(), KMeans(2)), "a clusterer"),
        (IsolationForest(), "an outlier detector"),
        (GaussianMixture(2), "a density estimator"),
    ],
)
def test_what_learns_without_a_target_is_refused(estimator, what):
    """In lists and from streams: it has `predict`, but what it says are no labels."""
    says = f"must be classifiers or regressors; '.+' is {what}, which learns without a target"
    with pytest.raises(InvalidType, match=says):
        type_of_all(configurations([estimator, LogisticRegression()]))
    for item in (estimator, ("named", estimator)):
        with pytest.raises(InvalidType, match=says):
            numbered(item, 1)
