"""Warnings name a line of the user's."""

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import DecisionTreeClassifier

from nearbest import NearBestSearch, open_table, select

CANDIDATES = {"dummy": DummyClassifier(), "tree": DecisionTreeClassifier()}
#: Every row occurs many times, of which nearbest warns.
X = np.repeat(np.arange(40.0), 50)[:, None]
Y = (X[:, 0] % 2).astype(int)
REPEATED = "occur among the training rows"


def lines(caught):
    """Where our warnings say that they come from."""
    return {w.filename for w in caught if w.category is UserWarning}


def test_the_line_is_the_users():
    """However many calls of ours lie between."""
    with pytest.warns(UserWarning, match=REPEATED) as caught:
        select(CANDIDATES, X, Y, random_state=0)
    assert lines(caught) == {__file__}


def test_through_the_search():
    """One more call of ours changes nothing."""
    with pytest.warns(UserWarning, match=REPEATED) as caught:
        NearBestSearch(CANDIDATES, random_state=0).fit(X, Y)
    assert lines(caught) == {__file__}


def test_of_files(tmp_path):
    """Rows without a target are told of where the table is used."""
    y = np.where(np.arange(4_000) % 10, np.arange(4_000) % 2, np.nan)
    pd.DataFrame({"x": np.arange(4_000.0), "y": y}).to_parquet(tmp_path / "rows.parquet")
    source = open_table(tmp_path / "rows.parquet", "y", cache_dir=tmp_path)
    with pytest.warns(UserWarning, match="rows were left out") as caught:
        select(CANDIDATES, source, random_state=0)
    assert lines(caught) == {__file__}


def test_a_library_between_is_named():
    """A pipeline of scikit-learn's that calls a search is what leads to it."""
    search = NearBestSearch(CANDIDATES, random_state=0)
    with pytest.warns(UserWarning, match=REPEATED) as caught:
        make_pipeline(FunctionTransformer(), search).fit(X, Y)
    assert all("sklearn" in line for line in lines(caught))
