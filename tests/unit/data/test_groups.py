"""A handful of groups is told of."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import GroupShuffleSplit
from sklearn.tree import DecisionTreeClassifier

from nearbest import NearBestSearch, open_table, select

CANDIDATES = {"dummy": DummyClassifier(), "tree": DecisionTreeClassifier(max_depth=3)}
N = 4_000
ROWS = pd.DataFrame({"x": np.random.default_rng(0).normal(size=N)})
Y = (ROWS["x"] > 0).to_numpy()
OTHERS = "so few say little about other groups"
FEW = "puts 1 group into the training data and 1 into the test data"


def groups(n):
    """Rows of `n` groups, which come in turn."""
    return np.arange(N) % n


def test_few():
    """Two groups are one to train on and one to test on: a warning and a note."""
    with pytest.warns(UserWarning, match=FEW):
        found = select(CANDIDATES, ROWS, Y, groups=groups(2), random_state=0)
    assert any(FEW in note for note in found.certificate.notes)


def test_few_by_a_splitter():
    """Whoever splits by groups."""
    cv = GroupShuffleSplit(n_splits=1, test_size=0.5, random_state=0)
    with pytest.warns(UserWarning, match=FEW):
        select(CANDIDATES, ROWS, Y, groups=groups(2), cv=cv, random_state=0)


@pytest.mark.parametrize(("n", "is_few"), [(2, True), (20, True), (100, False)])
def test_of_files(tmp_path, n, is_few):
    """A store remembers how many there were; 20 groups leave 4 to test on."""
    ROWS.assign(who=groups(n), y=Y).to_parquet(tmp_path / "rows.parquet")
    source = open_table(tmp_path / "rows.parquet", "y", groups="who", cache_dir=tmp_path)
    for _ in range(2):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found = select(CANDIDATES, source, random_state=0)
        assert any(OTHERS in str(w.message) for w in caught) == is_few
        assert any(OTHERS in note for note in found.certificate.notes) == is_few


def test_many():
    """A hundred groups are nothing to warn of."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        select(CANDIDATES, ROWS, Y, groups=groups(100), random_state=0)


def test_a_column_by_its_name():
    """It is no feature then, neither of a selection nor of a search."""
    X = ROWS.assign(who=groups(100))
    search = NearBestSearch(CANDIDATES, random_state=0).fit(X, Y, groups="who")
    assert list(search.feature_names_in_) == ["x"]
    assert list(search.best_estimator_.feature_names_in_) == ["x"]
    assert not search.certificate_.exchangeable
