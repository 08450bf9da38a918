"""Histogram boosting learns from samples as it would from all rows."""

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier, VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from nearbest.candidates.few_rows import as_on_many_rows
from nearbest.running.prepare import prepare

EVEN = (50_000, 50_000)


def boosting(**parameters):
    return HistGradientBoostingClassifier(**parameters)


@pytest.mark.parametrize(
    ("n_train", "full", "counts", "stops"),
    [
        (5_000, 100_000, EVEN, True),
        (20_000, 100_000, EVEN, "auto"),  # scikit-learn stops there by itself
        (5_000, 10_000, (5_000, 5_000), "auto"),  # nor would it on all rows
        (5_000, 100_000, (99_900, 100), "auto"),  # too few to keep some aside
        (5_000, 100_000, (), True),  # numbers
    ],
)
def test_where_it_stops(n_train, full, counts, stops):
    """Only where it makes all trees on the sample, and would not on all rows."""
    assert as_on_many_rows(boosting(), n_train, full, counts).early_stopping == stops


@pytest.mark.parametrize("asked", [True, False])
def test_what_was_asked_for_stays(asked):
    """Whoever decides it is taken at the word."""
    model = as_on_many_rows(boosting(early_stopping=asked), 5_000, 100_000, EVEN)
    assert model.early_stopping is asked


def test_within_others():
    """In pipelines and ensembles too; other learners stay as they are."""
    voting = VotingClassifier([("trees", boosting()), ("line", LogisticRegression())])
    found = as_on_many_rows(make_pipeline(StandardScaler(), voting), 5_000, 100_000, EVEN)
    assert found[-1].estimators[0][1].early_stopping is True


def test_probes_do_so():
    """A model of few rows has made fewer trees than it might."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40_000, 3))
    candidates = {"trees": boosting(max_iter=200, max_leaf_nodes=7)}
    problem = prepare(candidates, X, X[:, 0] + rng.normal(size=len(X)) > 0, random_state=0)
    assert problem.prober.fit("trees", 2_000).n_iter_ < 200
