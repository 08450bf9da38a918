import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from nearbest.encoding import Encoder


@pytest.fixture
def trips():
    return pd.DataFrame(
        {
            "km": [1.0, 3.0, np.nan, 2.0],
            "zone": pd.Categorical(["a", "b", None, "a"]),
            "night": [True, False, True, False],
        }
    )


def test_scaled_frame(trips):
    """Numbers are imputed and scaled to [0, 1], categories one-hot encoded."""
    dense = np.asarray(Encoder("scaled").fit_transform(trips), dtype=float)
    assert dense.min() >= 0
    assert dense.max() <= 1
    assert dense[2, 0] == 0.5  # the mean of 1, 3 and 2, scaled
    assert dense[0, 2:].tolist() == dense[3, 2:].tolist() != dense[1, 2:].tolist()


def test_ordinal_frame(trips):
    """Categories become numbers, one column each, and missing values stay missing."""
    encoded = np.asarray(Encoder("ordinal").fit_transform(trips), dtype=float)
    assert encoded.shape == (4, 3)
    assert np.isnan(encoded[2, 0])


@pytest.mark.parametrize("form", ["scaled", "ordinal"])
def test_unseen_categories(form, trips):
    """A category that was not in the sample is no error."""
    later = trips.assign(zone=pd.Categorical(["z"] * 4))
    encoded = np.asarray(Encoder(form).fit(trips).transform(later), dtype=float)
    assert len(encoded) == 4


def test_native_frame():
    """Text columns become categorical, with the categories seen in fit."""
    encoder = Encoder("native").fit(pd.DataFrame({"zone": ["b", "a", None]}))
    column = encoder.transform(pd.DataFrame({"zone": ["a", "new"]}))["zone"]
    assert list(column.cat.categories) == ["a", "b"]
    assert column.isna().tolist() == [False, True]


def test_native_leaves_categories_alone(trips):
    """Categorical columns pass unchanged."""
    pd.testing.assert_frame_equal(Encoder("native").fit_transform(trips), trips)


def test_arrays():
    """Arrays are scaled and imputed for linear models, and left alone for trees."""
    X = np.array([[1.0, 10.0], [3.0, np.nan]])
    assert Encoder("scaled").fit_transform(X).tolist() == [[0.0, 0.0], [1.0, 0.0]]
    np.testing.assert_array_equal(Encoder("ordinal").fit_transform(X), X)


@pytest.mark.parametrize("form", ["scaled", "ordinal", "native"])
def test_sparse_stays_sparse(form):
    """Sparse matrices are scaled without losing their zeros."""
    X = sparse.csr_array(np.array([[0.0, 2.0], [4.0, 0.0]]))
    encoded = Encoder(form).fit_transform(X)
    assert sparse.issparse(encoded)
    assert encoded.nnz == 2
    assert abs(encoded).max() == (1.0 if form == "scaled" else 4.0)


def test_learns_from_fit_alone():
    """Ranges are those of the rows in fit."""
    encoder = Encoder("scaled").fit(np.array([[0.0], [10.0]]))
    assert encoder.transform(np.array([[20.0]])).item() == 2.0
