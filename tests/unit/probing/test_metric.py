import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

from nearbest.data.target import Classes
from nearbest.errors import InvalidInput, NotSupported
from nearbest.probing.metric import Accuracy, correct_rows
from nearbest.probing.metrics import metric_named
from nearbest.race.score import ACCURACY, Score

Y = np.array([0, 1, 1, 0])


@pytest.mark.parametrize(
    "predicted",
    [[0, 0, 1, 0], np.array([[0], [0], [1], [0]]), np.array([0.0, 0.0, 1.0, 0.0])],
)
def test_marks_the_right_rows(predicted):
    """Lists, columns and whole floats count like labels."""
    assert correct_rows(Y, predicted, np.unique(Y)).tolist() == [True, False, True, True]


def test_strings_and_booleans():
    """Labels of any type are compared as they are."""
    texts = np.array(["no", "yes"])
    assert correct_rows(texts, np.array(["no", "no"], object), texts).tolist() == [True, False]
    flags = np.array([True, False])
    assert correct_rows(flags, flags, flags).all()


@pytest.mark.parametrize(
    ("predicted", "words"),
    [
        ([0, 1, 1], "shape"),
        (np.zeros((4, 2)), "shape"),
        (0, "shape"),
        ([0, 1, 1, 7], "7"),
        ([0, 1, 1, np.nan], "nan"),
        ([0.3, 1, 1, 0], "0.3"),
        (["a", "b", "b", "a"], "not a label"),
    ],
)
def test_refuses_nonsense(predicted, words):
    """Predictions of the wrong length or with unknown labels are an error."""
    with pytest.raises(ValueError, match=words):
        correct_rows(Y, predicted, np.unique(Y))


def test_a_label_absent_from_the_sample_is_no_nonsense():
    """A model may predict a class that these rows do not hold."""
    assert correct_rows(Y, [0, 2, 1, 0], np.array([0, 1, 2])).sum() == 3


@pytest.mark.parametrize("scoring", ["accuracy", None])
def test_accuracy_is_the_default(scoring):
    """None stands for accuracy."""
    assert metric_named(scoring) == Accuracy()


@pytest.mark.parametrize("scoring", [[object()], 3, DummyClassifier])
def test_what_is_no_metric_is_refused(scoring):
    """With what it could be instead."""
    with pytest.raises(NotSupported, match=r"`scoring` must be a name such as 'roc_auc'"):
        metric_named(scoring)


def test_a_name_that_nothing_goes_by_is_refused_with_the_nearest_that_there_is():
    """All names are listed, too."""
    with pytest.raises(InvalidInput, match=r"'accuracy'.*Did you mean 'roc_auc'\?"):
        metric_named("roc_auk")


def test_accuracy_is_measured_on_each_size():
    """One count of right rows among the first, for each size."""
    scores = Accuracy().measure(Y, [0, 0, 1, 0], (1, 2, 4), Classes.of(Y))
    assert scores == (Score(1.0, 1), Score(0.5, 2), Score(0.75, 4))


def test_accuracy_says_what_it_is():
    """Labels in, counts out, the larger the better."""
    assert Accuracy().needs == "labels"
    assert Accuracy().scale(Classes.of(Y)) == ACCURACY
