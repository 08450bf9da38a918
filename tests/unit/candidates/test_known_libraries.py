"""Candidates of well-known libraries, all the way down."""

import numpy as np
import pytest
from lightgbm import LGBMClassifier
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.ensemble import BaggingClassifier, VotingClassifier
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from nearbest import space
from nearbest.candidates.known_libraries import has_known_parts, is_known


class Own(LogisticRegression):
    """Could do anything in `fit`."""


def own_function(X):
    return X


KNOWN = {
    "a booster": LGBMClassifier(),
    "a pipeline": make_pipeline(SelectKBest(f_classif, k=3), StandardScaler(), Own.__base__()),
    "columns": make_column_transformer(
        (StandardScaler(), make_column_selector(dtype_include=float)), remainder="passthrough"
    ),
    "a function of NumPy's": make_pipeline(FunctionTransformer(np.log1p), LogisticRegression()),
    "a seed": LogisticRegression(random_state=np.random.RandomState(0)),
}
UNKNOWN = {
    "a class of one's own": Own(),
    "in a pipeline": make_pipeline(StandardScaler(), Own()),
    "in an ensemble": VotingClassifier([("a", LogisticRegression()), ("b", Own())]),
    "in a wrapper": BaggingClassifier(Own()),
    "a function of one's own": FunctionTransformer(own_function),
    "a lambda": FunctionTransformer(kw_args={"f": lambda: None}),
    "a search": GridSearchCV(LogisticRegression(), {"C": [1, 2]}),
    "a Gaussian process": make_pipeline(StandardScaler(), GaussianProcessClassifier()),
}


@pytest.mark.parametrize("estimator", KNOWN.values(), ids=KNOWN)
def test_known(estimator):
    assert is_known(estimator)


@pytest.mark.parametrize("estimator", UNKNOWN.values(), ids=UNKNOWN)
def test_unknown(estimator):
    """What nobody can tell the behaviour, or the time, of."""
    assert not is_known(estimator)


@pytest.mark.parametrize(
    ("candidates", "known"),
    [
        ({"a": LGBMClassifier(), "b": LogisticRegression()}, True),
        ([("a", LogisticRegression(), {"C": [1.0, 2.0]})], True),
        (space.paper(), True),
        ("candidates.toml", True),
        ({"a": LGBMClassifier(), "b": Own()}, False),
        ((LogisticRegression(), {"estimator": [Own()]}), False),
        (own_function, False),
        ({"a": LogisticRegression(C=(n for n in ()))}, True),
    ],
)
def test_lists_of_candidates(candidates, known):
    """As users write them: one unknown part anywhere is enough."""
    assert has_known_parts(candidates) == known
