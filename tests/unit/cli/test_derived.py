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
from nearbest.running.settings import DEFAULTS
from nearbest.running.settings.field import Option

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


def settings_of(place):
    return json.loads((place / "run" / "settings.json").read_text())


def test_stratify(place):
    """Shares of classes are even, which a store cannot do, and a resumed run knows."""
    select(place, "--stratify", "--run-dir", place / "run")
    assert settings_of(place)["stratify"] is True
    assert (place / "run" / "strata.npz").exists()
    again = run("resume", place / "run", "--quiet")
    assert again.exit_code == 0, again.output


def test_what_can_be_refused_is_refused_before_rows_are_read(place, monkeypatch):
    """A file that must be read into memory is left alone where ε is missing."""
    monkeypatch.setattr("nearbest.cli.session.read_rows", lambda *_: pytest.fail("it was read"))
    result = run("select", place / "t.csv", "-t", "buys", "--candidates", place / "c.toml",
                 "--stratify", "--scoring", "neg_log_loss")  # fmt: skip
    assert "`--epsilon` must be given for log loss" in result.output


def test_groups(place):
    """The column of groups is no feature, and the certificate no proof."""
    answer = select(place, "--groups", "customer", "--run-dir", place / "run")
    assert settings_of(place)["grouped"] is True
    assert not answer["proven"]
    again = run("resume", place / "run", "--quiet")
    assert again.exit_code == 0, again.output


def test_test_file(place):
    """The score is that on the rows of the file, read as the training data is."""
    later = pd.DataFrame({"buys": ["yes", "no", None] * 200, "x": [1, -1, 0] * 200})
    later.assign(customer=0).to_csv(place / "later.csv", index=False)
    answer = select(place, "--test-file", place / "later.csv", "--run-dir", place / "run")
    assert not answer["proven"]
    assert (settings_of(place)["n_train"], settings_of(place)["n_test"]) == (3_000, 400)
    assert answer["delivery"]["score"] == 1.0
    again = run("resume", place / "run", "--json")
    assert json.loads(again.stdout)["winner"] == answer["winner"]


def test_test_file_without_a_column(place):
    """The column that may be meant is named."""
    pd.DataFrame({"buys": ["yes", "no"], "x": [1, 2], "custommer": 0}).to_csv(
        place / "later.csv", index=False
    )
    arguments = ("-t", "buys", "--candidates", place / "c.toml", "--test-file")
    result = run("select", place / "t.csv", *arguments, place / "later.csv")
    assert result.exit_code == 1
    assert "has no 'customer'. Did you mean 'custommer'?" in result.stderr


@pytest.mark.parametrize(
    ("option", "value"), [("--drop", "custoner"), ("-t", "Buy"), ("--groups", "customr")]
)
def test_misspelt_columns(place, option, value):
    """A column that is close is suggested, by the name of the option."""
    target = () if option == "-t" else ("-t", "buys")
    result = run("select", place / "t.csv", *target, option, value)
    assert result.exit_code == 1
    name = {"-t": "--target"}.get(option, option)
    assert f"`{name}` must name a column" in result.stderr
    meant = "buys" if option == "-t" else "customer"
    assert f"Did you mean '{meant}'?" in result.stderr


def test_extend(place):
    """More candidates may join a run, and `resume` goes on with all of them."""
    select(place, "--run-dir", place / "run")
    (place / "c.toml").write_text(TREES + TREES.replace('name = "', 'name = "other '))
    answer = select(place, "--run-dir", place / "run", "--extend")
    assert len(answer["candidates"]) == 4
    assert settings_of(place)["batches"] == [2, 2]
    again = json.loads(run("resume", place / "run", "--json").stdout)
    assert len(again["candidates"]) == 4


@pytest.mark.parametrize(
    ("given", "trained_on"), [("no", None), ("all", "every row"), ("yes", "all training rows")]
)
def test_refit(place, given, trained_on):
    """What the model delivered was trained on."""
    delivery = select(place, "--refit", given)["delivery"]
    assert (delivery and delivery["trained_on"]) == trained_on


def test_save_without_a_model(place):
    """Options that cannot be given together are refused before any work is done."""
    arguments = ("-t", "buys", "--refit", "no", "--save", place / "model.skops")
    result = run("select", place / "t.csv", *arguments)
    assert result.exit_code == 1
    assert "`--save` needs a model, and `--refit no` trains none." in result.stderr


def test_limits(place):
    """Limits of a probe are passed on, and told in the report of the run."""
    limits = ("--probe-timeout", "1m", "--probe-memory", "4G", "--threads", "all")
    select(place, *limits, "--run-dir", place / "run")
    outcome = json.loads((place / "run" / "outcome.json").read_text())
    assert (outcome["probe_timeout"], outcome["probe_memory"]) == (60, 4 << 30)
    assert settings_of(place)["threads"] is None


def test_resume_with_other_settings(place):
    """What is typed takes the place of what the run had, and holds from then on."""
    select(place, "--threads", 2, "--run-dir", place / "run")
    for given, threads, epsilon in (
        (("--epsilon", "0.2"), 2, 0.2),
        (("--threads", "all"), None, 0.2),
        ((), None, 0.2),
    ):
        result = run("resume", place / "run", *given, "--quiet")
        assert result.exit_code == 0, result.output
        found = settings_of(place)
        assert (found["threads"], found["epsilon"]) == (threads, epsilon)


def test_scoring(place):
    """A score that there is no bound for is refused by the name of the option."""
    result = run("select", place / "t.csv", "-t", "buys", "--scoring", "luck")
    assert result.exit_code == 1
    assert "`--scoring` must be one of" in result.stderr


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
            (OPTIONS["refit"], "must be one of yes, all, no; got 'x'"),
        ],
    )
    def test_neither(self, option, sentence):
        """The error names what there is."""
        with pytest.raises(typer.BadParameter, match=sentence):
            reader(option)("x")
