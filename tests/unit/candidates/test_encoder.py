import numpy as np
import pandas as pd
import pytest
from lightgbm import LGBMClassifier
from scipy import sparse
from sklearn.pipeline import make_pipeline

from nearbest.candidates.encoder import Encoder, plain_columns


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


@pytest.mark.parametrize("empty", [np.full((3, 1), np.nan), np.array([[1.0, np.nan]] * 3)])
@pytest.mark.parametrize("kind", [np.asarray, lambda X: pd.DataFrame(X).rename(columns=str)])
def test_columns_without_any_value(kind, empty):
    """A column that lacks all values is zero, so that something is left to learn from."""
    encoded = Encoder("scaled").fit_transform(kind(empty))
    assert encoded.shape == empty.shape
    assert (encoded[:, -1] == 0).all()


NAMES = [
    ["a:b", "c"],
    ["income, total", "x[0]"],
    ["a b", "a_b"],
    ["", "b"],
    ["{", "}"],
    ['"', "a\nb"],
]


@pytest.mark.parametrize("names", NAMES, ids=map(str, NAMES))
def test_names_that_lightgbm_does_not_take(names):
    """Columns of any name, categories too, make the model that plain names make."""
    rng = np.random.default_rng(0)
    zone = rng.choice(list("uvwxyz"), 500)
    X = pd.DataFrame({"a": rng.normal(size=500), "zone": pd.Categorical(zone)})
    y = np.isin(zone, ["u", "x", "z"]) ^ (X["a"] > 1)
    named = X.set_axis(names, axis="columns")
    learner = LGBMClassifier(n_estimators=5, verbose=-1, n_jobs=1)
    plain, other = (
        make_pipeline(Encoder("native"), learner).fit(frame, y) for frame in (X, named)
    )
    np.testing.assert_array_equal(other.predict_proba(named), plain.predict_proba(X))
    assert other.feature_names_in_.tolist() == names


def test_names_that_lightgbm_takes_stay():
    """Only where a name would fail do columns get others."""
    X = pd.DataFrame(np.ones((2, 3)), columns=["a b", "größe", "x.1"])
    assert list(Encoder("native").fit_transform(X)) == ["a b", "größe", "x.1"]


@pytest.mark.parametrize("form", ["scaled", "ordinal", "native"])
def test_rows_as_the_user_holds_them(form):
    """A model that saw plain columns takes the frame that they were made of."""
    at = pd.Series(pd.date_range("2024-01-01", periods=6, freq="h"))
    held = pd.DataFrame(
        {
            "at": at.astype("timestamp[ns][pyarrow]"),
            "wait": at - at[0],
            "cut": pd.cut(np.arange(6), 3),
            "few": pd.arrays.SparseArray([0.0, 0, 0, 0, 1, 2]),
        }
    )
    plain = plain_columns(held)
    encoder = Encoder(form).fit(plain)
    expected, found = (np.asarray(encoder.transform(X)) for X in (plain, held))
    assert (expected == found).all()
