"""Tables and labels of every kind, with learners that people use."""

import tracemalloc
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from nearbest import NearBestSearch, select, space
from nearbest.data.memory import InMemory
from nearbest.data.store.store import write_store
from nearbest.data.validation import checked_table
from nearbest.datasets import flights
from nearbest.errors import InvalidInput

N = 4_000
TREE_OR_NONE = {"tree": DecisionTreeClassifier(max_depth=3), "none": DummyClassifier()}


@pytest.fixture(scope="module")
def numbers():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(N, 5))
    return X, (X[:, 0] + 0.3 * rng.normal(size=N) > 0).astype(int)


def choose(candidates, X, y, **options):
    options = {"epsilon": 0.05, "random_state": 0} | options
    return select(candidates, X, y, **options)


@pytest.mark.parametrize(
    "kind",
    [
        np.asarray,
        np.asfortranarray,
        lambda X: X.astype(np.float32),
        lambda X: X.tolist(),
        lambda X: pd.DataFrame(X).rename(columns=str),
        lambda X: pd.DataFrame(X).set_index(np.full(len(X), 7)),
        sparse.csr_matrix,
        sparse.csr_array,
        sparse.csc_array,
        sparse.coo_matrix,
    ],
    ids=[
        "array",
        "fortran",
        "float32",
        "lists",
        "frame",
        "index",
        "csr",
        "csr_array",
        "csc",
        "coo",
    ],
)
def test_tables(numbers, kind):
    """Every kind of table gives the same choice, and a model that takes that kind."""
    X, y = numbers
    table = kind(X)
    found = choose(TREE_OR_NONE, table, y)
    assert found.best == "tree"
    assert (found.estimator.predict(table) == y).mean() > 0.8


@pytest.mark.parametrize(
    "columns", [range(3), [10, "b", "c"], ["a", "a", "b"]], ids=["numbers", "mixed", "repeated"]
)
def test_columns_survive_the_way_to_disk(numbers, columns, tmp_path):
    """Workers see the names and the rows that this process sees."""
    X, y = numbers
    frame = pd.DataFrame(X[:, :3]).set_axis(list(columns), axis="columns")
    order = np.arange(len(y))
    samples = InMemory(frame, y, train=order[:100], test=order[100:])
    read, _ = write_store(samples, tmp_path / "store").train(50)
    pd.testing.assert_frame_equal(read, frame.iloc[:50], check_column_type=False)


def test_columns_that_no_file_can_name(numbers, tmp_path):
    """Names of other types are refused in a sentence."""
    X, y = numbers
    frame = pd.DataFrame(X).set_axis([(i, "x") for i in range(X.shape[1])], axis="columns")
    frame.columns = pd.Index(frame.columns.tolist(), tupleize_cols=False)
    samples = InMemory(frame, y, train=np.arange(9), test=np.arange(9, 12))
    with pytest.raises(InvalidInput, match="columns named by text or integers"):
        write_store(samples, tmp_path / "store")


def test_nullable_numbers_have_one_type_at_every_size(numbers):
    """They are plain numbers from the start, floats where any is missing."""
    X, _ = numbers
    whole = pd.array((X[:, 0] * 10).astype(int), dtype="Int64")
    flags = pd.array(X[:, 1] > 0, dtype="boolean")
    whole[-1] = None
    table = checked_table(pd.DataFrame({"whole": whole, "flags": flags}), "X")
    assert table.dtypes.astype(str).to_dict() == {"whole": "float64", "flags": "bool"}
    assert np.isnan(table["whole"].iloc[-1])


@pytest.mark.parametrize(
    "labels",
    [
        lambda y: y,
        lambda y: y.astype(bool),
        lambda y: np.array(["no", "yes"])[y],
        lambda y: np.array(["no", "yes"], dtype=object)[y],
        lambda y: y.tolist(),
        lambda y: y - 5,
        lambda y: y.astype(float),
        lambda y: pd.Series(y, index=range(N, 2 * N)),
        lambda y: pd.Series(np.array(["no", "yes"])[y], dtype="category"),
        lambda y: pd.Series(y.astype(bool), dtype="boolean"),
        lambda y: pd.Series(y, dtype="Int64"),
    ],
    ids=[
        "int",
        "bool",
        "str",
        "object",
        "list",
        "negative",
        "float",
        "series",
        "category",
        "boolean",
        "Int64",
    ],
)
def test_labels(numbers, labels):
    """Labels of every kind come back as they were."""
    X, y = numbers
    target = labels(y)
    search = NearBestSearch(TREE_OR_NONE, epsilon=0.05, random_state=0).fit(X, target)
    assert search.best_name_ == "tree"
    assert set(search.classes_) == set(target)
    assert set(search.predict(X)) == set(target)
    assert search.score(X, np.asarray(target).astype(search.classes_.dtype)) > 0.8


def test_many_classes(numbers):
    """More than two classes are no different."""
    X, _ = numbers
    y = np.digitize(X[:, 0], [-1, 0, 1])
    found = choose(TREE_OR_NONE, X, y)
    assert found.best == "tree"
    assert found.estimator.score(X, y) > 0.9


def test_categories_and_missing_values(numbers):
    """A frame with categories and missing values reaches the learner as it is."""
    X, y = numbers
    frame = pd.DataFrame(X).rename(columns=lambda i: f"f{i}")
    frame["zone"] = pd.Categorical(np.where(y, "a", "b"), categories=["a", "b", "never"])
    frame.loc[::10, "zone"] = None
    frame.loc[::9, "f0"] = np.nan
    booster = HistGradientBoostingClassifier(max_iter=10, categorical_features="from_dtype")
    found = choose({"booster": booster, "none": DummyClassifier()}, frame, y)
    assert found.best == "booster"
    assert found.estimator.score(frame, y) > 0.9


def test_missing_values_that_only_some_take(numbers):
    """A learner that cannot take NaN fails, and one that can wins."""
    X, y = numbers
    X = X.copy()
    X[::9, 0] = np.nan
    found = choose({"linear": LogisticRegression(), "tree": DecisionTreeClassifier()}, X, y)
    assert found.best == "tree"
    assert "NaN" in dict(found.certificate.failed)["linear"]


@pytest.mark.parametrize("dtype", ["string", "str", object])
def test_texts(dtype):
    """A Series of texts goes through a vectorizer's pipeline."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, N)
    words = np.array([["dull", "grey"], ["bright", "red"]])
    texts = pd.Series([" ".join(rng.choice(words[c], 3)) for c in y], dtype=dtype)
    candidates = {
        "words": make_pipeline(TfidfVectorizer(), LogisticRegression()),
        "bayes": make_pipeline(TfidfVectorizer(), BernoulliNB()),
        "none": make_pipeline(TfidfVectorizer(), DummyClassifier()),
    }
    search = NearBestSearch(candidates, epsilon=0.05, random_state=0).fit(texts, y)
    assert search.best_name_ in ("words", "bayes")
    assert search.score(texts, y) > 0.95


def test_sparse_data_is_left_alone(numbers):
    """The user's sparse matrix is left as it was."""
    X = sparse.csr_array(numbers[0])
    before = X.copy()
    choose(TREE_OR_NONE, X, numbers[1])
    assert (before != X).nnz == 0


def test_no_second_copy_of_the_data(stub, coins):
    """A selection that is decided on samples takes no more memory than they do."""
    X, y = coins(200_000)
    X = np.hstack([X, np.zeros((200_000, 18))])
    tracemalloc.start()
    options = {"stop_at": "paper", "refit": False, "random_state": 0}
    found = select({"a": stub(0.9), "b": stub(0.5)}, X, y, **options)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.history["n_train"].max() < 5_000
    assert peak < 0.5 * X.nbytes


def test_learners_that_write_into_their_sample(numbers):
    """A learner cannot change the rows of another, nor those of the user."""

    class Vandal(DummyClassifier):
        def fit(self, X, y):
            try:
                X[:] = 0
            finally:
                super().fit(X, y)
            return self

    X, y = numbers
    before = X.copy()
    found = choose({"vandal": Vandal(), "tree": DecisionTreeClassifier(max_depth=3)}, X, y)
    np.testing.assert_array_equal(X, before)
    assert found.best == "tree"


def test_the_paper_on_flights():
    """Ten configurations of the paper's space race over a few thousand flights."""
    X, y = flights(return_X_y=True)
    X = X.sample(6_000, random_state=0)
    y = y.loc[X.index]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        search = NearBestSearch(
            space.paper(), n_candidates=10, epsilon=0.05, random_state=0, refit=True
        ).fit(X, y)
    assert not search.certificate_.failed
    assert search.certificate_.decided
    assert search.best_score_ > 0.75
    assert set(search.predict(X[:500])) <= {True, False}
    assert len(search.cv_results_["params"]) == 10
