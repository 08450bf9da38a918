import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from nearbest.candidates.listing import configurations
from nearbest.probing.weighing import fit_arguments, take_none

WEIGHTS = np.ones(3)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (LogisticRegression(), "sample_weight"),
        (CalibratedClassifierCV(), "sample_weight"),
        (KNeighborsClassifier(), None),
        (
            make_pipeline(StandardScaler(), LogisticRegression()),
            "logisticregression__sample_weight",
        ),
        (make_pipeline(StandardScaler(), KNeighborsClassifier()), None),
        (
            Pipeline([("a", StandardScaler()), ("b", Pipeline([("c", LogisticRegression())]))]),
            "b__c__sample_weight",
        ),
    ],
)
def test_weights_go_to_the_learner(model, name):
    """Of a pipeline to its last step, by the name that scikit-learn has for it."""
    assert fit_arguments(model, WEIGHTS) == ({} if name is None else {name: WEIGHTS})
    assert fit_arguments(model, None) == {}


def test_those_that_take_none_are_named():
    """For one warning about all of them."""
    found = configurations({"linear": LogisticRegression(), "knn": KNeighborsClassifier()})
    assert take_none(found) == ["knn"]
