import numpy as np
import pandas as pd
import pytest

from nearbest.data.memory import InMemory
from nearbest.data.weights import Weights, checked_weights
from nearbest.errors import InvalidInput, InvalidType


def samples(weights, **own_test):
    X, y = np.zeros((4, 1)), np.array([0, 1, 1, 0])
    test = np.array([3, 0]) if not own_test else np.array([0])
    return InMemory(X, y, np.array([2, 1]), test, weights=weights, **own_test)


def test_what_is_known_of_all_rows():
    """The mean, the largest, and the weight of each class."""
    found = Weights.of(samples(np.array([1.0, 2.0, 3.0, 6.0])))
    assert found == Weights(3.0, 6.0, (7.0, 5.0))


def test_weights_follow_the_rows():
    """In the order of each sample."""
    held = samples(np.array([1.0, 2.0, 3.0, 6.0]))
    assert held.weights("train", 2).tolist() == [3.0, 2.0]
    assert held.weights("test", 1).tolist() == [6.0]
    assert samples(None).weights("train", 2) is None


def test_a_test_set_of_its_own_has_none():
    """Then nothing is known of all rows."""
    own = {"X_test": np.zeros((1, 1)), "y_test": np.array([1])}
    held = samples(np.ones(4), **own)
    assert held.weights("test", 1) is None
    assert Weights.of(held) is None


@pytest.mark.parametrize("weights", [[1, 0, 2], pd.Series([1.0, 0.5, 0.0]), np.ones(3, int)])
def test_numbers_from_0_are_weights(weights):
    """Of any type."""
    assert checked_weights(weights, 3).tolist() == list(map(float, weights))


@pytest.mark.parametrize(
    ("weights", "error", "sentence"),
    [
        ([1, 2], InvalidInput, r"one for each row of 3; got shape \(2,\)"),
        (np.ones((3, 2)), InvalidInput, r"got shape \(3, 2\)"),
        (5, InvalidInput, r"got shape \(\)"),
        (["a", "b", "c"], InvalidType, "one column of numbers"),
        ([1, -1, 2], InvalidInput, "got -1 in 1 of them"),
        ([1, np.nan, np.inf], InvalidInput, "got nan in 2 of them"),
        ([0, 0, 0], InvalidInput, "got 0 in all of them"),
    ],
)
def test_what_are_no_weights_is_refused(weights, error, sentence):
    """In one sentence."""
    with pytest.raises(error, match=sentence):
        checked_weights(weights, 3)
