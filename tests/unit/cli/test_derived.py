"""Options that are derived from settings."""

import inspect
import json

import numpy as np
import pandas as pd
import pytest
import typer
from typer.testing import CliRunner

from nearbest.cli.app import app
from nearbest.cli.derived import OPTIONS, parameter, reader, takes_options
from nearbest.running.setting import Option
from nearbest.running.settings import DEFAULTS

TREES = """
[[candidates]]
name = "stump"
estimator = "sklearn.tree.DecisionTreeClassifier"
parameters = { max_depth = 1 }

[[candidates]]
name = "tree"
estimator = "sklearn.tree.DecisionTreeClassifier"
parameters = { max_depth = 3 }
"""


def run(*arguments):
    return CliRunner().invoke(app, [*map(str, arguments)])


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a table and candidates; stores and caches stay in it."""
    monkeypatch.setenv("NEARBEST_CACHE", str(tmp_path / "cache"))
    rng = np.random.default_rng(0)
    x = rng.normal(size=3_000)
    label = np.where(x + rng.normal(size=3_000) / 2 > 0, "yes", "no")
    customer = rng.integers(300, size=3_000)
    pd.DataFrame({"x": x, "customer": customer, "buys": label}).to_csv(
        tmp_path / "t.csv", index=False
    )
    (tmp_path / "c.toml").write_text(TREES)
    return tmp_path


def select(place, *more):
    arguments = ("-t", "buys", "--candidates", place / "c.toml", "--seed", 0, "--json")
    result = run("select", place / "t.csv", *arguments, "-e", "0.1", *more)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_min_train_size(place):
    """The first sample has as many rows, and the run directory keeps that."""
    answer = select(place, "--min-train-size", 300, "--run-dir", place / "run")
    assert answer["decided"]
    written = json.loads((place / "run" / "settings.json").read_text())
    assert (written["min_train_size"], written["sizes"][0]) == (300, 300)
    again = run("resume", place / "run", "--quiet")
    assert again.exit_code == 0, again.output


class TestParameters:
    def test_all_of_them(self):
        """Every setting with an option is a parameter of `nearbest select`."""

        @takes_options()
        def command(data: str, **settings: object) -> None: ...

        assert list(inspect.signature(command).parameters) == ["data", *OPTIONS]

    def test_defaults(self):
        """They are those of the settings, or None where a run has them already."""
        assert parameter("epsilon").default == DEFAULTS["epsilon"]
        assert parameter("epsilon", instead=True).default is None

    def test_some_of_them(self):
        """A command may take some, or all but some."""

        @takes_options(("epsilon", "delta"), but=("delta",))
        def command(**settings: object) -> None: ...

        assert list(inspect.signature(command).parameters) == ["epsilon"]


class TestReading:
    SOME = Option("--some", "integer", "", words={"all": None})

    def test_words(self):
        """A word stands for its value, anything else for itself."""
        assert reader(self.SOME)("all") is None
        assert reader(self.SOME)("3") == 3

    @pytest.mark.parametrize(
        ("option", "sentence"),
        [
            (SOME, "must be one of an integer, all; got 'x'"),
            (OPTIONS["stop_at"], "must be one of proved, predicted; got 'x'"),
        ],
    )
    def test_neither(self, option, sentence):
        """The error names what there is."""
        with pytest.raises(typer.BadParameter, match=sentence):
            reader(option)("x")
