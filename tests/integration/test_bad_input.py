"""Bad input: one sentence that names argument, rule and value, before any training."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression, Perceptron
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from nearbest import NearBestSearch, select, space
from nearbest.errors import AllFailed, NearBestError

N = 500
NAN = float("nan")


@pytest.fixture
def good(stub, coins):
    X, y = coins(N)
    return {"candidates": {"a": stub(0.9), "b": stub(0.6)}, "X": X, "y": y}


def object_columns():
    return pd.DataFrame({"a": range(N), "b": pd.Series(["x", 1] * (N // 2), dtype=object)})


def with_nan(kind):
    X = np.ones((N, 2))
    X[3, 1] = np.nan
    return {"array": X, "frame": pd.DataFrame(X), "sparse": sparse.csr_array(X)}[kind]


def malformed(part, value, kind=sparse.csr_array):
    """A sparse matrix that points outside itself, made behind scipy's back."""
    X = sparse.random_array((N, 3), density=0.5, format="csr", random_state=0)
    X = kind(X)
    getattr(X, part)[5] = value
    return X


MALFORMED = {
    "a column too far": malformed("indices", 10**6),
    "a column below 0": malformed("indices", -(10**6)),
    "rows that overlap": malformed("indptr", 10**6),
    "a row too far": malformed("indices", 10**6, sparse.csc_matrix),
    "a row too far in pairs": malformed("row", 10**6, sparse.coo_matrix),
}


def masked(shape):
    values = np.ma.masked_array(np.arange(np.prod(shape)).reshape(shape) % 2)
    values[3] = np.ma.masked
    return values


ONE_COLUMN = "`y` must be one column of class labels"
WRONG_TYPES = {
    "y is a number": ({"y": 1}, ONE_COLUMN, "'1'"),
    "y is a text": ({"y": "late"}, ONE_COLUMN, "'late'"),
    "y is bytes": ({"y": b"0101"}, ONE_COLUMN, "0101"),
    "y is a set": ({"y": {0, 1}}, ONE_COLUMN, "{0, 1}"),
    "y is sparse": ({"y": sparse.csr_array(np.ones((N, 1)))}, ONE_COLUMN, "a sparse matrix"),
    "labels of bytes": ({"y": np.array([b"a", b"b"] * (N // 2))}, ONE_COLUMN, "not bytes"),
    "objects of bytes": ({"y": pd.Series([b"a", b"b"] * (N // 2))}, ONE_COLUMN, "not bytes"),
    "y is masked": ({"y": masked((N,))}, "`y` must not be masked", "1 of 500"),
    "X is masked": ({"X": masked((N, 2))}, "`X` must not be masked", "2 of 1000"),
    "X is a path": ({"X": "flights.csv"}, "`X` must be a table", "open_table('flights.csv'"),
    "X is a Path": ({"X": Path("a.parquet")}, "`X` must be a table", "open_table(PosixPath("),
    **{
        f"{name} {value!r}": ({name: value}, f"`{name}` must be", repr(value))
        for name, values in {
            "stratify": ("x", 1),
            "cache": ("x", None),
            "extend": ("yes", 0),
            "run_dir": (3, b"run", ["run"]),
            "store": (3,),
        }.items()
        for value in values
    },
}

#: Learners whose word is taken that they accept no missing values.
PLAIN = {"linear": LogisticRegression(), "bayes": GaussianNB()}

CASES = {
    "no rows": ({"X": np.empty((0, 2)), "y": []}, "`X`", "0"),
    "no rows in a frame": ({"X": pd.DataFrame({"a": []}), "y": []}, "`X`", "0"),
    "no columns": ({"X": np.empty((N, 0))}, "`X`", "0"),
    "no table": ({"X": None}, "`X`", "None"),
    "text": ({"X": np.array([["a"]] * N)}, "`X`", ""),
    "object columns": ({"X": object_columns()}, "`X`", "['b']"),
    **{name: ({"X": X}, "`X` must be a sparse matrix", "") for name, X in MALFORMED.items()},
    **WRONG_TYPES,
    "no target": ({"y": None}, "y", "None"),
    "one class": ({"y": np.zeros(N, int)}, "`y`", "0"),
    "NaN target": ({"y": np.where(np.arange(N) < 3, NAN, 1.0)}, "`y`", "3 of 500"),
    "missing string": ({"y": ["a", None] * (N // 2)}, "`y`", "250 of 500"),
    "a class of one row": ({"y": [2] + [0, 1] * 249 + [0]}, "`y`", "2"),
    "mixed labels": ({"y": np.array([1, "a"] * (N // 2), dtype=object)}, "`y`", ""),
    "regression": ({"y": np.linspace(0, 1, N)}, "`y`", "continuous"),
    "multi-output": ({"y": np.ones((N, 2), int)}, "`y`", "(500, 2)"),
    "lengths": ({"y": [0, 1] * 200}, "`X` and `y`", "500 and 400"),
    **{
        f"NaN in a {kind}": ({"X": with_nan(kind), "candidates": PLAIN}, "`X`", "NaN")
        for kind in ("array", "frame", "sparse")
    },
    **{
        f"epsilon {value!r}": ({"epsilon": value}, "`epsilon` must lie in [0, 1)", repr(value))
        for value in (1, 1.5, -0.1, NAN)
    },
    **{
        f"epsilon {value!r}": ({"epsilon": value}, "`epsilon` must be a number", repr(value))
        for value in ("0.1", "0%", "100%")
    },
    **{
        f"delta {value!r}": ({"delta": value}, "`delta` must lie in (0, 1)", repr(value))
        for value in (0, 1, -1, NAN, None)
    },
    "delta as a text": ({"delta": "0.1"}, "`delta` must be a number in (0, 1)", "'0.1'"),
    **{
        f"test_size {value!r}": ({"test_size": value}, "`test_size`", repr(value))
        for value in (0, 1.0, N, -0.2, 1.5, NAN, "half")
    },
    **{
        f"growth {value!r}": ({"growth": value}, "`growth`", repr(value))
        for value in (1, 0.5, -2, NAN, "fast", None)
    },
    **{
        f"timeout {value!r}": ({"timeout": value}, "`timeout`", repr(value))
        for value in (0, -1, NAN, "1h")
    },
    **{
        f"min_train_size {value!r}": (
            {"min_train_size": value},
            "`min_train_size`",
            repr(value),
        )
        for value in (401, 0, -5, NAN, "all")
    },
    **{
        f"random_state {value!r}": ({"random_state": value}, "`random_state`", repr(value))
        for value in (-1, 0.5, "zero", 2**32)
    },
    **{
        f"refit {value!r}": ({"refit": value}, "`refit`", repr(value))
        for value in ("best", None, 2)
    },
    **{
        f"threads {value!r}": ({"threads": value}, "`threads`", repr(value))
        for value in (0, "two", 1.5)
    },
    **{
        f"n_jobs {value!r}": ({"n_jobs": value}, "`n_jobs`", repr(value))
        for value in (0, "two", 1.5)
    },
    **{
        f"probe_timeout {value!r}": ({"probe_timeout": value}, "`probe_timeout`", repr(value))
        for value in (0, -1, NAN, "1h")
    },
    **{
        f"probe_memory {value!r}": ({"probe_memory": value}, "`probe_memory`", repr(value))
        for value in (0, -1, "1GB")
    },
    "cost": ({"cost": "money"}, "`cost`", "'money'"),
    "stop_at": ({"stop_at": "noon"}, "`stop_at`", "'noon'"),
    "delta to predict": (
        {"stop_at": "stated", "delta": 0.001},
        "`delta` must be at least 0.01",
        "0.001",
    ),
    "executor": ({"executor": 3}, "`executor`", "3"),
    "stratify": ({"stratify": True, "bounds": "hoeffding"}, "`stratify=True`", "Hoeffding"),
    "scoring": ({"scoring": "roc_auk"}, "`scoring`", "'roc_auk'. Did you mean 'roc_auc'?"),
    "a score without probabilities": (
        {"scoring": "neg_log_loss", "epsilon": 0.1, "candidates": {"sharp": Perceptron()}},
        "`scoring` 'neg_log_loss' needs probabilities",
        "'sharp'",
    ),
    "AUC of three classes": (
        {"scoring": "roc_auc", "y": [0, 1, 2, 1] * (N // 4), "candidates": PLAIN},
        "`scoring` 'roc_auc' needs two classes",
        "3, for which there is 'roc_auc_ovr'",
    ),
    "AUC with one class in the test rows": (
        {
            "scoring": "roc_auc",
            "X_test": np.ones((9, 2)),
            "y_test": [1] * 9,
            "candidates": PLAIN,
        },
        "`scoring` 'roc_auc' needs test rows of both classes",
        "class 1",
    ),
    "no epsilon for log loss": (
        {"scoring": "neg_log_loss", "epsilon": None, "candidates": PLAIN},
        "`epsilon` must be given for log loss",
        "none",
    ),
    "a negative epsilon for log loss": (
        {"scoring": "neg_log_loss", "epsilon": -1},
        "`epsilon`",
        "-1",
    ),
    "a share of nothing": (
        {"scoring": "matthews_corrcoef", "epsilon": "1%"},
        "`epsilon` must be a number for Matthews correlation",
        "'1%'",
    ),
    "AUC with the paper's bounds": (
        {"scoring": "roc_auc", "bounds": "hoeffding", "candidates": PLAIN},
        "`bounds` must be able to bound `scoring`",
        "take `bounds='exact'`",
    ),
    "bounds": ({"bounds": "tight"}, "`bounds`", "'tight'"),
    "bounds None": ({"bounds": None}, "`bounds`", "None"),
    "scheduler": ({"scheduler": "fifo"}, "`scheduler`", "'fifo'"),
    "test rows without labels": ({"X_test": np.ones((9, 2))}, "y_test", "None"),
    "labels without test rows": ({"y_test": [0, 1]}, "`X_test`", "None"),
    "test lengths": (
        {"X_test": np.ones((9, 2)), "y_test": [0, 1]},
        "`X_test` and `y_test`",
        "9 and 2",
    ),
    "test columns": ({"X_test": np.ones((2, 5)), "y_test": [0, 1]}, "`X_test`", "5"),
    "test labels": ({"X_test": np.ones((2, 2)), "y_test": ["0", "1"]}, "`y_test`", ""),
    "NaN in test rows": (
        {"X_test": np.full((2, 2), NAN), "y_test": [0, 1], "candidates": PLAIN},
        "`X_test`",
        "NaN",
    ),
    "every row of two tables": (
        {"X_test": np.ones((2, 2)), "y_test": [0, 1], "refit": "all"},
        "`refit",
        "all",
    ),
    "no candidates": ({"candidates": []}, "`candidates`", "none"),
    "a class": ({"candidates": [DecisionTreeClassifier]}, "`candidates`", "DecisionTree"),
    "a string": ({"candidates": "tree"}, "`candidates`", "str"),
    "strings": ({"candidates": ["tree"]}, "`candidates`", "'tree'"),
    "None": ({"candidates": None}, "`candidates`", "None"),
    "a space without a number": ({"candidates": space.paper()}, "`n_candidates`", ""),
    "no draws": ({"candidates": space.paper(), "n_candidates": 0}, "`n_candidates`", "0"),
}


@pytest.mark.parametrize(("changed", "argument", "value"), CASES.values(), ids=CASES)
def test_one_sentence_before_any_training(good, fits, changed, argument, value):
    """The error names the argument and the value, and nothing was trained."""
    with pytest.raises(NearBestError) as raised:
        select(**good | changed)
    message = str(raised.value)
    assert not isinstance(raised.value, AllFailed)
    assert argument in message
    assert value in message
    assert "\n" not in message
    assert isinstance(raised.value, ValueError | TypeError)
    assert not fits


def test_repeated_names(stub, good, fits):
    """Names must be unique."""
    good["candidates"] = [("twin", stub(0.9)), ("twin", stub(0.6))]
    with pytest.raises(ValueError, match=r"`candidates` must have unique names; 'twin'"):
        select(**good)
    assert not fits


def test_unknown_parameter(stub, good, fits):
    """A grid's unknown parameter is named."""
    good["candidates"] = (stub(), {"acuracy": [0.5, 0.6]})
    with pytest.raises(ValueError, match=r"`candidates`: Stub has no parameter 'acuracy'"):
        select(**good)
    assert not fits


@pytest.mark.parametrize(
    "name",
    ["epsilon 1.5", "one class", "lengths", "refit 'best'", "X is a path", "y is a number"],
)
def test_the_estimator_says_the_same(good, fits, name):
    """`NearBestSearch` checks in fit, with the same words."""
    changed = CASES[name][0]
    arguments = good | changed
    X, y = arguments.pop("X"), arguments.pop("y")
    with pytest.raises(NearBestError) as of_select:
        select(X=X, y=y, **arguments)
    search = NearBestSearch(**arguments)
    with pytest.raises(type(of_select.value)) as of_search:
        search.fit(X, y)
    assert str(of_search.value) == str(of_select.value)
    assert not fits


def test_fewer_rows_than_the_usual_minimum(stub, coins):
    """Little data is no error: the smallest sample is all of it."""
    found = select({"a": stub(0.9), "b": stub(0.5)}, *coins(60), random_state=0)
    assert found.certificate.decided
    assert set(found.history["n_train"]) == {48}
