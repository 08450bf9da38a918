"""Columns by which rows are split are no features."""

import numpy as np
import pandas as pd
import pytest

from nearbest.data.special_columns import set_aside
from nearbest.errors import InvalidInput


@pytest.mark.parametrize("argument", ["groups", "time"])
def test_a_column_by_its_name_is_no_feature(argument):
    """As that of groups in a file."""
    X = pd.DataFrame({"a": [1, 2], "day": [3, 4]})
    features, found = set_aside(X, **{argument: "day"})
    assert list(features.columns) == ["a"]
    assert list(found[argument]) == [3, 4]
    for table in (X, np.ones((2, 2))):
        sentence = f"`{argument}` must be .* the name of a column of `X`; got 'date'"
        with pytest.raises(InvalidInput, match=sentence):
            set_aside(table, **{argument: "date"})


def test_values_and_nothing_stay_as_given():
    """Only a text names a column."""
    X, time = np.ones((2, 2)), [1, 2]
    features, found = set_aside(X, time=time, groups=None)
    assert features is X
    assert found == {"time": time, "groups": None}
