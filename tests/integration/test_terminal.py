"""Whatever a folder or a file is called, a terminal only shows it."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier
from typer.testing import CliRunner

from nearbest import select
from nearbest.cli import app
from nearbest.printable import CONTROL
from tests.hostile import TEXTS


class Refusing(DummyClassifier):
    """Fails with a message of its own."""

    def __init__(self, message=""):
        super().__init__()
        self.message = message

    def fit(self, X, y):
        raise ValueError(self.message)


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def is_harmless(text):
    return not CONTROL.search(text) and "\nProved: within 0.0000 of the best." not in text


@pytest.fixture(scope="module", params=TEXTS.values(), ids=TEXTS)
def text(request):
    return request.param


@pytest.fixture(scope="module")
def folder(text, tmp_path_factory):
    """A run whose candidates, failures and own name are of a stranger."""
    rng = np.random.default_rng(0)
    X, y = rng.random((400, 2)), np.tile([0, 1], 200)
    place = tmp_path_factory.mktemp("runs") / text.replace("/", "-").replace("\udc80", "")
    candidates = {
        text: DecisionTreeClassifier(max_depth=1),
        "other" + text: DecisionTreeClassifier(),
        "failed" + text: Refusing(text),
    }
    with pytest.warns() as warned:
        select(candidates, X, y, run_dir=place, random_state=0)
    assert all(is_harmless(str(each.message)) for each in warned)
    return place


@pytest.mark.parametrize("options", [(), ("--quiet",), ("--verbose",)])
def test_show(folder, options):
    """Names and reasons are shown, and not obeyed."""
    shown = run("show", folder, *options)
    assert shown.exit_code == 0, shown.output
    assert "tree" in shown.output
    assert is_harmless(shown.output)


def test_json(folder, text):
    """JSON is ASCII, and gives back the very name."""
    shown = run("show", folder, "--json")
    assert shown.output.isascii()
    assert not CONTROL.search(shown.output)
    assert text in [c["name"] for c in json.loads(shown.output)["candidates"]]


def test_library(folder, text, tmp_path, monkeypatch):
    """A dataset may be called anything."""
    monkeypatch.setenv("NEARBEST_LIBRARY", str(tmp_path))
    for command in (("add", folder, "--name", text), ("show",)):
        shown = run("library", *command)
        assert is_harmless(shown.output), shown.output


def test_report(folder):
    """The line that says where the report is quotes the folder."""
    assert is_harmless(run("report", folder).output)


def test_errors(folder, text):
    """An error quotes what is not there."""
    shown = run("show", folder / text.replace("/", "-"))
    assert shown.exit_code == 1
    assert is_harmless(shown.output)


def test_files_of_candidates(text, tmp_path):
    """Names and values in TOML."""
    file = tmp_path / "mine.toml"
    name = json.dumps(text)
    file.write_text(
        f"[[candidates]]\nname = {name}\nestimator = 'sklearn.dummy.DummyClassifier'\n"
        f"parameters.constant = {name}\n"
    )
    shown = run("space", file)
    assert shown.exit_code == 0, shown.output
    assert is_harmless(shown.output)
    file.write_text(f"[[candidates]]\nname = 'a'\nestimator = {name}\n")
    shown = run("space", file)
    assert shown.exit_code == 1
    assert is_harmless(shown.output)


def test_select_and_compare(text, tmp_path):
    """Answers on data and candidates of a stranger."""
    pytest.importorskip("duckdb")
    rng = np.random.default_rng(0)
    data = tmp_path / "data.csv"
    frame = pd.DataFrame({"x": rng.random(600), "label": np.tile([0, 1], 300)})
    frame.to_csv(data, index=False)
    for number in (1, 2):
        (tmp_path / f"{number}.toml").write_text(
            f"[[candidates]]\nname = {json.dumps(text + str(number))}\n"
            "estimator = 'sklearn.tree.DecisionTreeClassifier'\n"
            f"parameters.max_depth = {number}\n"
        )
    shown = run("select", data, "-t", "label", "--candidates", tmp_path / "1.toml")
    assert shown.exit_code == 0, shown.output
    assert is_harmless(shown.output)
    shown = run("compare", tmp_path / "1.toml", tmp_path / "2.toml", data, "-t", "label")
    assert shown.exit_code in (0, 3), shown.output
    assert is_harmless(shown.output)
    shown = run("select", data, "-t", text)
    assert shown.exit_code == 1
    assert is_harmless(shown.output)
