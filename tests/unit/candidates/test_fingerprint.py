"""Digests tell candidates apart, and know them again in another process."""

import functools
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.dummy import DummyClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.fingerprint import of_candidates

FIRST = 5


def digest(value):
    """The digest of a candidate with `value` in it, where it is not copied."""
    step = FunctionTransformer(closing_over(value))
    return of_candidates([Configuration("a", make_pipeline(step, DummyClassifier()))])["a"]


def columns(X, first=0):
    return X[:, first:]


def columns_by_name(X):
    return X[:, FIRST:]


def columns_by_helper(X):
    return columns(X)


def recursive(depth):
    """A function that refers to itself, as all do that are not global."""

    def inner(X):
        return inner(X[1:]) if len(X) > depth else X

    return inner


def closing_over(value):
    return lambda X: X[:, value:]


class Tagged:
    """An object whose only trait is an attribute."""

    def __init__(self, tag):
        self.tag = tag
        self.lock = threading.Lock()


class Slotted:
    __slots__ = ("tag",)

    def __init__(self, tag):
        self.tag = tag


def holding_itself(tag):
    ring = {"tag": tag}
    ring["self"] = [ring]
    return ring


def changed_in_the_middle():
    values = np.arange(3_000.0)
    values[1_500] = -1.0
    return values


PAIRS = {
    "lambda": (lambda X: X[:, :5], lambda X: X[:, 5:]),
    "name in a function": (lambda X: X.min(), lambda X: X.max()),
    "nested code": (lambda X: [x + 1 for x in X], lambda X: [x + 2 for x in X]),
    "partial": (functools.partial(columns, first=0), functools.partial(columns, first=5)),
    "closure": (closing_over(0), closing_over(5)),
    "recursive": (recursive(1), recursive(2)),
    "ufunc": (np.log, np.exp),
    "builtin": (len, sum),
    "cached": (functools.cache(closing_over(0)), functools.cache(closing_over(5))),
    "vectorized": (np.vectorize(closing_over(0)), np.vectorize(closing_over(5))),
    "method": ("a".join, "b".join),
    "class": (StandardScaler, DecisionTreeClassifier),
    "selector": (make_column_selector("^a"), make_column_selector("^b")),
    "splitter": (StratifiedKFold(3), StratifiedKFold(4)),
    "object": (Tagged(1), Tagged(2)),
    "slots": (Slotted(1), Slotted(2)),
    "long array": (np.arange(3_000.0), changed_in_the_middle()),
    "shape": (np.zeros((2, 2)), np.zeros(4)),
    "dtype": (np.zeros(2, np.int64), np.zeros(2)),
    "array of objects": (np.array(["a", None]), np.array(["b", None])),
    "matrix": (sparse.eye(3, format="csr"), 2 * sparse.eye(3, format="csr")),
    "frame": (pd.DataFrame({"a": [1, 2]}), pd.DataFrame({"a": [1, 3]})),
    "series": (pd.Series(["x", "y"]), pd.Series(["x", "z"])),
    "RandomState": (np.random.RandomState(0), np.random.RandomState(1)),
    "Generator": (np.random.default_rng(0), np.random.default_rng(1)),
    "set": ({"one", "two", "three"}, {"one", "two", "four"}),
    "dict": ({"one": [1], "two": 2}, {"one": [2], "two": 2}),
    "holds itself": (holding_itself(1), holding_itself(2)),
    "pattern": (re.compile("a"), re.compile("b")),
    "path": (Path("a"), Path("b")),
    "estimator": (LogisticRegression(C=1.0), LogisticRegression(C=2.0)),
    "estimator's output": (StandardScaler(), StandardScaler().set_output(transform="pandas")),
    "frozen": tuple(
        FrozenEstimator(StandardScaler().fit([[0.0], [top]])) for top in (1.0, 2.0)
    ),
    "number": (1, 1.0),
    "text": ("a", "b"),
}


@pytest.mark.parametrize("kind", PAIRS)
def test_what_differs_is_told_apart(kind):
    """Two values of each kind have digests of their own."""
    one, other = PAIRS[kind]
    assert digest(one) != digest(other)


def test_globals_of_functions(monkeypatch):
    """A function is another one if what it refers to has changed."""
    before = digest(columns_by_name), digest(columns_by_helper)
    monkeypatch.setitem(globals(), "FIRST", 6)
    monkeypatch.setitem(globals(), "columns", lambda X: X)
    assert digest(columns_by_name) != before[0]
    assert digest(columns_by_helper) != before[1]


def test_defaults_of_functions(monkeypatch):
    """Defaults count."""
    before = digest(columns)
    monkeypatch.setattr(columns, "__defaults__", (5,))
    assert digest(columns) != before


def test_a_function_that_ran_is_the_same():
    """The interpreter rewrites code that runs often, which changes nothing here."""
    before = digest(columns_by_helper)
    for _ in range(1_000):
        columns_by_helper(np.zeros((1, 6)))
    assert digest(columns_by_helper) == before


def test_equal_values_need_not_be_the_same_object():
    """What is shared in one list may be a copy in the other; so may parts of a ring."""
    part = (1, 2)
    assert digest([part, part]) == digest([(1, 2), tuple(range(1, 3))])
    assert digest(holding_itself(1)) == digest(holding_itself(1))
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})


def test_lists_that_share_much():
    """Lists of lists that double with each level take no time to describe."""
    nested = ["end"]
    for _ in range(60):
        nested = [nested, nested]
    assert digest(nested)


def test_other_processes_agree():
    """Neither addresses nor the order of sets, which differ by process, matter."""
    script = (
        "import sys, tests.unit.candidates.test_fingerprint as t\n"
        "pad = [object() for _ in range(int(sys.argv[1]))]\n"
        "print(*(t.digest(value) for pair in t.PAIRS.values() for value in pair))"
    )
    seen = [
        subprocess.run(
            [sys.executable, "-c", script, seed],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.split()
        for seed in ("1", "5000")
    ]
    seen.append([digest(value) for pair in PAIRS.values() for value in pair])
    kinds = [kind for kind in PAIRS for _ in range(2)]
    agreed = [len({*digests}) == 1 for digests in zip(*seen, strict=True)]
    assert [kind for kind, same in zip(kinds, agreed, strict=True) if not same] == []


def test_ordinary_candidates_keep_their_digest():
    """Folders of earlier runs stay good: numbers, texts and nested estimators."""
    trees = make_pipeline(
        ColumnTransformer([("scale", StandardScaler(), ["a", "b"])]),
        DecisionTreeClassifier(max_depth=3, class_weight={0: 1.0, 1: 2.5}),
    )
    parameters = {"decisiontreeclassifier__max_leaf_nodes": np.int64(7)}
    found = of_candidates([Configuration("a", trees, parameters)])
    assert found == {"a": "330db1348dd8de2b3e7efacbd84b9ab0"}
