"""Models that remember what they said."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from nearbest.probing.answers import Answers

ROWS = np.array([3, 0, 5])


class Counting(LogisticRegression):
    """Counts how often it is asked, over all of its copies."""

    asked: list = []  # noqa: RUF012, as it is shared on purpose

    def predict(self, X):
        self.asked.append(len(X))
        return super().predict(X)


@pytest.fixture
def table():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    return X, (X[:, 0] > 0).astype(int)


@pytest.mark.parametrize("as_frame", [False, True])
@pytest.mark.parametrize("method", ["predict", "predict_proba", "decision_function"])
def test_answers_are_those_of_the_model(table, as_frame, method):
    """About any rows, in any order."""
    X, y = table
    X = pd.DataFrame(X, columns=["a", "b"]) if as_frame else X
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, y)
    copied, rows = Answers(model, X).about(ROWS)
    expected = getattr(model, method)(X)[ROWS]
    assert np.array_equal(getattr(copied, method)(rows), expected)
    assert type(copied) is type(model)
    assert copied[0] is model[0]  # scores may look into it


def test_the_model_is_asked_once(table):
    """However many parts of the rows are scored, and again for other tables."""
    X, y = table
    answers = Answers(Counting().fit(X, y), X)
    Counting.asked.clear()
    for size in (5, 10, 20):
        model, rows = answers.about(np.arange(size))
        model.predict(rows)
    assert Counting.asked == [40]
    model.predict(X[:7])
    assert Counting.asked == [40, 7]


class Closed:
    """A model that can neither be copied nor changed."""

    __slots__ = ()

    def __reduce_ex__(self, protocol):
        raise TypeError("no copies")

    def predict(self, X):
        return np.zeros(len(X))


def test_a_model_that_cannot_be_copied_predicts_again(table):
    """Slower, and right."""
    model, rows = Answers(Closed(), table[0]).about(ROWS)
    assert len(model.predict(rows)) == 3
