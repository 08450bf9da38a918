"""Hundreds of bad inputs, each with the one sentence that it gets before any training."""

from __future__ import annotations

import json
import os
import re
import shlex
import tempfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.tree import DecisionTreeClassifier
from typer.testing import CliRunner

from nearbest import open_table, read_candidates, select
from nearbest.cli import app
from nearbest.errors import AllFailed, NearBestError
from tests.conftest import FITS, Fit, Stub, _coins
from tests.integration.bad_inputs import SENTENCES, cases, sentences

pytest.importorskip("duckdb")

CASES = list(cases())
TREE = "[[candidates]]\nestimator = 'sklearn.tree.DecisionTreeClassifier'\n"

#: What no sentence for users should speak of.
INTERNALS = re.compile(
    r"Traceback|NoneType|object has no attribute|unexpected keyword|positional argument"
    r"|unhashable|not subscriptable|not iterable|<function|__\w+__|site-packages"
    r"|not supported between|truth value"
)


class Guess(RegressorMixin, BaseEstimator):
    """A regressor whose every fit is noted."""

    def fit(self, X, y):
        FITS.append(Fit("guess", len(y), self))
        self.mean_ = np.mean(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_)


@contextmanager
def good_files():
    """A folder to work in, with a good table and a good file of candidates."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            rows = np.arange(200)
            frame = pd.DataFrame({"a": rows % 7, "b": rows % 5, "label": rows % 2})
            frame["text"] = np.where(rows % 3 == 0, "few", "many")
            frame.to_csv("table.csv", index=False)
            Path("tree.toml").write_text(TREE)
            Path("regressors.toml").write_text(TREE.replace("Classifier", "Regressor"))
            yield Path(folder)
        finally:
            os.chdir(before)


def answer(kind, argument, value):
    """The error that a bad input gets; None if it gets none."""
    try:
        if kind in ("select", "several"):
            X, y = _coins(500)
            good = {"candidates": {"a": Stub(0.9), "b": Stub(0.6)}, "X": X, "y": y}
            select(**good | ({argument: value} if argument else value))
        elif kind == "regression":
            X, _ = _coins(500)
            good = {"candidates": {"a": Guess(), "b": Guess()}, "X": X, "y": X[:, 1] - 0.5}
            # the split decides the range of some losses, and so what is said of them
            select(**{**good, "random_state": 0, argument: value})
        elif kind == "open_table":
            arguments = {"path": "table.csv", "target": "label", argument: value}
            open_table(arguments.pop("path"), arguments.pop("target"), **arguments)
        else:
            Path("bad.toml").write_text(value)
            read_candidates("bad.toml")
    except Exception as error:
        return error
    return None


def said_by_command(line):
    """What a bad command line prints as its error."""
    files = {"DATA": "table.csv", "TOML": "tree.toml", "REGRESSORS": "regressors.toml"}
    for name, file in files.items():
        line = line.replace(name, file)
    result = CliRunner().invoke(app, shlex.split(line))
    assert result.exit_code == 1, result.output
    assert result.stderr.startswith("Error: "), result.output
    return result.stderr.removeprefix("Error: ").rstrip("\n")


def told(kind, argument, value):
    """The sentence for a bad input; anything else than one of ours is a failure."""
    FITS.clear()
    with good_files() as folder:
        if kind == "command":
            message = said_by_command(value)
        else:
            error = answer(kind, argument, value)
            assert isinstance(error, NearBestError), repr(error)
            assert not isinstance(error, AllFailed), "everything failed"
            message = str(error)
        assert not FITS, "something was trained"
        return re.sub(r" at 0x[0-9a-f]+", "", message).replace(str(folder.resolve()), "FOLDER")


@pytest.mark.parametrize(
    ("name", "kind", "argument", "value"), CASES, ids=[ascii(case[0]) for case in CASES]
)
def test_one_sentence(name, kind, argument, value):
    """It is the one that is written down, and of the form of all."""
    message = told(kind, argument, value)
    assert message == sentences()[name]
    assert "\n" not in message
    assert message.endswith((".", "?"))
    assert not INTERNALS.search(message)


def test_the_table_is_as_large_as_docs_say():
    """Each input has a name of its own, and a sentence."""
    assert len({case[0] for case in CASES}) == len(CASES) >= 250
    assert sentences().keys() == {case[0] for case in CASES}


def test_the_good_call_is_good(tmp_path, monkeypatch):
    """What the table varies works as it is."""
    with good_files():
        assert answer("select", "epsilon", 0.5) is None
        assert answer("regression", "epsilon", 0.5) is None
        assert answer("open_table", "drop", ["a"]) is None
        assert answer("toml", "", TREE) is None
        assert DecisionTreeClassifier.__name__ in TREE


def write_sentences():
    """Write down what each input gets now."""
    found, wrong = {}, []
    for name, kind, argument, value in CASES:
        try:
            found[name] = told(kind, argument, value)
        except AssertionError as error:
            wrong.append(f"{name}: {str(error)[:300]}")
    SENTENCES.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    print(f"{len(found)} sentences; {len(wrong)} inputs without one:", *wrong, sep="\n")
