"""One split of the user's own."""

import numpy as np
import pytest
from sklearn.model_selection import (
    GroupShuffleSplit,
    KFold,
    LeaveOneOut,
    PredefinedSplit,
    ShuffleSplit,
    StratifiedShuffleSplit,
    TimeSeriesSplit,
)

from nearbest.data.own_split import one_split
from nearbest.errors import InvalidInput, InvalidType

X, Y = np.zeros((100, 1)), np.arange(100) % 2
FOLD = np.where(np.arange(100) < 70, -1, 0)


@pytest.mark.parametrize(
    ("cv", "drawn"),
    [
        (ShuffleSplit(1, test_size=30, random_state=0), "rows"),
        (StratifiedShuffleSplit(1, test_size=30, random_state=0), "classes"),
        (GroupShuffleSplit(1, test_size=0.3, random_state=0), "groups"),
        (PredefinedSplit(FOLD), "choice"),
        ([(np.arange(70), np.arange(70, 100))], "choice"),
        (iter([(FOLD < 0, FOLD == 0)]), "choice"),
    ],
)
def test_one_split_is_taken_as_what_it_means(cv, drawn):
    """Random where it is, and of what."""
    found = one_split(cv, X, Y, np.arange(100) // 5)
    assert found.drawn_by == drawn
    assert len(found.test) == 30
    assert sorted([*found.train, *found.test]) == list(range(100))


@pytest.mark.parametrize(
    "cv",
    [5, KFold(5), LeaveOneOut(), ShuffleSplit(3), TimeSeriesSplit(4), [], [([0], [1])] * 2],
)
def test_several_splits_are_refused(cv):
    """All candidates are compared on the same test rows; with the way out."""
    way = "pass `time`" if isinstance(cv, TimeSeriesSplit) else "set `test_size`"
    with pytest.raises(InvalidInput, match=f"`cv` must have one split.*{way}"):
        one_split(cv, X, Y)


@pytest.mark.parametrize(
    ("cv", "sentence"),
    [
        ("kfold", "must be a splitter"),
        (3.5, "must be a splitter"),
        ([3], "one pair of training and test rows"),
        ([([0, 1], [1, 2])], "both training and test data"),
        ([([0, 1], [100])], "different positions below 100"),
        ([([0, 0], [1])], "different positions below 100"),
        ([([], [1])], "different positions below 100"),
        ([(["a"], [1])], "different positions below 100"),
        (GroupShuffleSplit(1), "GroupShuffleSplit cannot split the rows"),
    ],
)
def test_what_is_no_split_is_refused(cv, sentence):
    """In one sentence."""
    with pytest.raises((InvalidInput, InvalidType), match=sentence):
        one_split(cv, X, Y)
