"""What a model is asked for, by what the metric needs."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from nearbest.data.target import Classes
from nearbest.probing.output import output_of

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 3))
Y = np.where(X[:, 0] > 0, "yes", "no")
TWO = Classes.of(Y)


def test_labels_and_numbers_are_predictions():
    """Classifiers and regressors have one method for it."""
    model = LogisticRegression().fit(X, Y)
    for needs in ("labels", "numbers"):
        assert output_of(model, X, needs, TWO).tolist() == model.predict(X).tolist()


def test_probabilities_have_a_column_for_each_class():
    """In the order of the target's classes."""
    model = LogisticRegression().fit(X, Y)
    found = output_of(model, X, "probabilities", TWO)
    assert np.array_equal(found, model.predict_proba(X))


def test_a_class_that_the_model_has_not_seen_is_impossible_to_it():
    """Samples may lack classes; the metric sees all columns all the same."""
    model = LogisticRegression().fit(X, Y)
    target = Classes(np.array(["maybe", "no", "perhaps", "yes"]), (1, 30, 1, 30))
    found = output_of(model, X, "probabilities", target)
    assert found.shape == (60, 4)
    assert not found[:, [0, 2]].any()
    assert np.array_equal(found[:, [1, 3]], model.predict_proba(X))


def test_decisions_are_decision_values_or_the_second_class_probability():
    """Whichever the model has; both rise with the second class."""
    linear, forest = SGDClassifier(random_state=0), RandomForestClassifier(random_state=0)
    decided = output_of(linear.fit(X, Y), X, "decisions", TWO)
    assert np.array_equal(decided, linear.decision_function(X))
    decided = output_of(forest.fit(X, Y), X, "decisions", TWO)
    assert np.array_equal(decided, forest.predict_proba(X)[:, 1])


def test_a_model_without_probabilities_says_so():
    """The sentence names the learner, also at the end of a pipeline."""
    model = make_pipeline(StandardScaler(), SGDClassifier(random_state=0)).fit(X, Y)
    with pytest.raises(ValueError, match="needs probabilities, and SGDClassifier gives none"):
        output_of(model, X, "probabilities", TWO)


def test_probabilities_of_unknown_classes_are_nonsense():
    """They cannot be put in any column."""
    model = LogisticRegression().fit(X, Y)
    with pytest.raises(ValueError, match="predict_proba gave shape"):
        output_of(model, X, "probabilities", Classes(np.array(["no", "so"]), (1, 1)))
