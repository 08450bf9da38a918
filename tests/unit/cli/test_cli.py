"""Durations, tables, errors and the table of intervals."""

import io
import json
import warnings
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pandas as pd
import pytest
import typer
from rich.console import Console
from scipy.stats import randint, uniform
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from typer.testing import CliRunner

from nearbest import select
from nearbest.cli.answer import as_json, print_answer
from nearbest.cli.app import app
from nearbest.cli.clusters import cluster
from nearbest.cli.commands.space import described
from nearbest.cli.data import labelled, write_table
from nearbest.cli.failures import guarded
from nearbest.cli.interval_table import bar_scale, interval_table
from nearbest.cli.typed_values import seconds
from nearbest.data.files.whole import read_whole
from nearbest.errors import InvalidInput
from nearbest.progress import Progress
from nearbest.race.answer.standings import ranked, standings
from nearbest.race.certificate import Delivery
from nearbest.race.interval import Interval


class TestDurations:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("90s", 90),
            ("10m", 600),
            ("1h30m", 5_400),
            ("1.5h", 5_400),
            ("7", 7),
            ("2D", 172_800),
        ],
    )
    def test_read(self, text, expected):
        """Units may be combined; a bare number counts as seconds."""
        assert seconds(text) == expected

    @pytest.mark.parametrize("text", ["", "soon", "10x", "m10", "-5m"])
    def test_refused(self, text):
        """Anything else is refused with an example of what works."""
        with pytest.raises(typer.BadParameter, match="1h30m"):
            seconds(text)


class TestData:
    FRAME = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})

    @pytest.mark.parametrize(
        ("name", "write"),
        [
            ("t.parquet", lambda frame, path: frame.to_parquet(path)),
            ("t.feather", lambda frame, path: frame.to_feather(path)),
            ("t.csv", lambda frame, path: frame.to_csv(path, index=False)),
            ("t.csv.gz", lambda frame, path: frame.to_csv(path, index=False)),
            ("t.tsv", lambda frame, path: frame.to_csv(path, index=False, sep="\t")),
        ],
    )
    def test_kinds(self, tmp_path, name, write):
        """A table is read by what its name ends in."""
        write(self.FRAME, tmp_path / name)
        assert read_whole(tmp_path / name).astype(object).equals(self.FRAME.astype(object))

    def test_texts_are_categories(self, tmp_path):
        """So that learners which take categories see them in any kind of file."""
        self.FRAME.to_csv(tmp_path / "t.csv", index=False)
        assert read_whole(tmp_path / "t.csv")["b"].dtype == "category"

    def test_read_as_for_training(self, tmp_path):
        """Dates are dates, and "None" is a text like any other."""
        frame = pd.DataFrame({"at": ["2024-01-31", "2024-02-01"], "kind": ["None", "NA"]})
        frame.to_csv(tmp_path / "t.csv", index=False)
        read = read_whole(tmp_path / "t.csv", ["at", "kind", "gone"])
        assert read["at"].dtype.kind == "M"
        assert read["kind"].tolist()[0] == "None"
        assert read["kind"].isna().tolist() == [False, True]

    def test_labelled(self, tmp_path):
        """The target and dropped columns are no features."""
        pd.DataFrame({"a": [1, 2], "b": [0, 1], "c": [3, 4]}).to_csv(
            tmp_path / "t.csv", index=False
        )
        source = labelled(str(tmp_path / "t.csv"), "b", Progress(), drop=["c"])
        assert source.feature_names == ["a"]

    @pytest.mark.parametrize(
        ("name", "content", "message"),
        [
            ("t.parquet", "no parquet", "not what its name says"),
            ("t.csv", "", "is empty"),
            ("t.xyz", "", "must end in one of .parquet"),
        ],
    )
    def test_unreadable(self, tmp_path, name, content, message):
        """A file that is no table is named."""
        (tmp_path / name).write_text(content)
        with pytest.raises(InvalidInput, match=message):
            read_whole(tmp_path / name)

    def test_written(self, tmp_path):
        """Predictions go to CSV or Parquet."""
        for name in ("p.csv", "p.parquet"):
            write_table(self.FRAME, tmp_path / name)
            assert len(read_whole(tmp_path / name)) == 2


class TestFailures:
    def run(self, error, *arguments):
        app = typer.Typer(pretty_exceptions_enable=False)

        @app.command()
        @guarded
        def command(as_json: bool = False, debug: bool = False) -> None:
            raise error

        return CliRunner().invoke(app, arguments)

    @pytest.mark.parametrize(
        ("error", "words"),
        [
            (InvalidInput("`n` must be 3."), "Error: `n` must be 3.\n"),
            (InvalidInput("`random_state` and `X`."), "Error: `--seed` and `X`.\n"),
            (
                PermissionError(13, "Permission denied", "x.csv"),
                "Error: x.csv: Permission denied.\n",
            ),
            (
                ZeroDivisionError("oops"),
                "Error: ZeroDivisionError: oops (`--debug` shows the",
            ),
        ],
    )
    def test_one_sentence(self, error, words):
        """An error is one line on standard error and exit code 1."""
        result = self.run(error)
        assert result.exit_code == 1
        assert result.stderr.startswith(words)
        assert result.stderr.count("\n") == 1
        assert result.stdout == ""

    def test_debug(self):
        """With --debug the error itself comes through."""
        result = self.run(ZeroDivisionError("oops"), "--debug")
        assert isinstance(result.exception, ZeroDivisionError)

    def test_json(self):
        """Machines get the error as JSON, too."""
        result = self.run(InvalidInput("no"), "--as-json")
        assert json.loads(result.stdout) == {"error": "no"}

    @pytest.mark.filterwarnings("always")
    def test_a_warning_is_a_sentence(self):
        """Neither the line of code that gave it nor control characters in it are shown."""
        app, before = typer.Typer(), warnings.showwarning

        @app.command()
        @guarded
        def command() -> None:
            warnings.warn("`n_jobs` is\x1b[2J large.", UserWarning, stacklevel=2)

        result = CliRunner().invoke(app)
        assert result.stderr == "Warning: `--jobs` is\\x1b[2J large.\n"
        assert warnings.showwarning is before

    def test_interrupted(self):
        """Ctrl-C without an answer has the exit code that shells give it."""
        assert self.run(KeyboardInterrupt()).exit_code == 130


def test_a_space_that_is_not_there():
    """The message names those that need no file."""
    result = CliRunner().invoke(app, ["select", "t.csv", "-t", "y", "--space", "papr"])
    assert result.exit_code == 1
    assert (
        "`--space` must be paper, modern, modern-regression or a TOML file; papr does not "
        "exist. Did you mean 'paper'?" in result.stderr
    )


class TestClusters:
    def test_none(self):
        """Without an address probes run here."""
        with cluster(None, None, 3) as found:
            assert found == (None, 3)

    def test_both(self):
        """One cluster at a time."""
        with pytest.raises(InvalidInput, match="together"), cluster("a", "b", None):
            pass


@pytest.fixture
def found(stub, coins):
    def on_fit(n_rows):
        raise ValueError("no")

    return select(
        {"bad": stub(0.5), "broken": stub(on_fit=on_fit), "good[x]": stub(0.9)},
        *coins(10_000),
        random_state=0,
    )


def drawn(rows, width):
    console = Console(width=width, file=io.StringIO())
    console.print(interval_table(rows, width))
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("width", [40, 80, 200])
def test_table_of_standings(found, width):
    """Winner, excluded and failed candidates are all listed, the winner first."""
    lines = drawn(ranked(standings(found.race, found.certificate)), width)
    assert max(map(len, lines)) <= width
    if width >= 80:
        assert lines[1].startswith("good[x]")
        assert "█" in lines[1]
        assert lines[1].rstrip().endswith("winner")
        assert any("excluded" in line for line in lines)
        assert any("failed" in line for line in lines)
    if width == 200:
        assert any("excluded by its full run (good[x])" in line for line in lines)
        assert any("failed: ValueError: no" in line for line in lines)


def test_a_point_is_told_once(found):
    """An interval without width is a number."""
    row = replace(standings(found.race)[2], name="good", interval=Interval(0.9541, 0.9541))
    (line,) = drawn([row], 120)[1:]
    assert "0.9541  " in line
    assert "[" not in line


def test_bars_are_scaled_to_those_that_could_be_best(found):
    """One far below does not squeeze the others, nor does one that failed."""
    row = replace(standings(found.race)[2], standing="in the race", excluded_by=None)
    close = [replace(row, name=str(k), interval=Interval(0.9, 0.9 + k / 100)) for k in range(4)]
    far = replace(row, standing="excluded", excluded_by="proof", interval=Interval(0.1, 0.2))
    failed = replace(row, standing="failed", interval=Interval(0.0, 1.0))
    assert bar_scale([*close, far, failed]) == Interval(0.9, 0.93)
    assert bar_scale([close[0], far]) == Interval(0.1, 0.9)


class TestAnswer:
    PARAMETERS = MappingProxyType({"good[x]": {"C": 1}})

    def said(self, found, capsys, **options):
        print_answer(found.race, found.certificate, self.PARAMETERS, seconds=75, **options)
        return capsys.readouterr().out

    @pytest.fixture(autouse=True)
    def wide(self, monkeypatch):
        monkeypatch.setenv("COLUMNS", "300")

    def test_the_answer_comes_first(self, found, capsys):
        """Winner, parameters, score, promise and time stand above the table."""
        sentence, _, *lines = self.said(found, capsys).splitlines()
        assert sentence == found.certificate.sentence
        told = {line.split()[0]: line for line in lines[: lines.index("")]}
        names = ["winner", "parameters", "accuracy", "time", "failed"]  # nothing to forecast
        assert list(told) == names
        assert "C=1" in told["parameters"]
        assert f"{found.certificate.delivery.score:.4f}" in told["accuracy"]
        assert "selected in 75 s with" in told["time"]
        assert "full runs of 2 of 3 candidates would take about" in told["time"]
        assert "broken: ValueError: no" in told["failed"]
        assert "What would make it false" not in "".join(lines)

    def test_a_model_of_a_sample_is_told(self, found, capsys):
        """Who ran out of time must not take it for the model of all rows."""
        sampled = Delivery("a sample", 1_600, None, "no time was left")
        certificate = replace(found.certificate, delivery=sampled)
        print_answer(found.race, certificate, self.PARAMETERS, seconds=75)
        text = " ".join(capsys.readouterr().out.split())
        assert "model trained on a sample (1,600 rows): no time was left" in text

    def test_a_model_of_another_than_the_race_chose_is_told(self, found, capsys):
        """Or it would stand above rivals that look better, without a word."""
        other = Delivery(
            *("all training rows", 16_000, 0.8, "trained after the race, as x would have"),
            candidate="good[x]",
        )
        print_answer(found.race, replace(found.certificate, delivery=other), {})
        text = " ".join(capsys.readouterr().out.split())
        assert "(16,000 rows): trained after the race, as x would have" in text

    def test_a_model_of_a_sample_has_the_score_of_its_probe(self, found, capsys):
        """Where there was no time to measure it on all test rows."""
        probe = found.race.tracks["good[x]"].probes[0]
        sampled = Delivery("a sample", probe.n_train, None, "no time was left")
        print_answer(found.race, replace(found.certificate, delivery=sampled), {})
        text = " ".join(capsys.readouterr().out.split())
        score = f"{probe.test_score:.4f} on {probe.n_test:,} test rows, by the model delivered"
        assert f"{score} (trained on a sample: {probe.n_train:,} rows)" in text

    def test_a_model_of_all_rows_was_measured(self, found, capsys):
        """Trained after the race, it has a score, and the race's interval is of no use."""
        whole = Delivery("all training rows", 16_000, 0.8015, "trained after the race")
        open_ended = replace(
            found.certificate, delivery=whole, interval=Interval(0.7644, 1.0), ending="stopped"
        )
        print_answer(found.race, open_ended, {})
        text = " ".join(capsys.readouterr().out.split())
        assert "0.8015 on the test data, by the model delivered" in text
        assert "it lies between" not in text

    def test_a_race_that_is_running(self, found, capsys):
        """It has not stopped, nor has it selected."""
        certificate = replace(found.certificate, ending="stopped", n_probes=1)
        print_answer(found.race, certificate, {}, seconds=75, running=True)
        text = capsys.readouterr().out
        assert "still running" in text
        assert "running for 75 s with 1 probe;" in text
        assert "Stopped" not in text

    def test_details_on_request(self, found, capsys):
        """The certificate's lines follow, without the sentence again."""
        text = self.said(found, capsys, verbose=True)
        assert "What would make it false:" in text
        assert text.count(found.certificate.sentence) == 1

    def test_quiet(self, found, capsys):
        """One sentence."""
        assert self.said(found, capsys, quiet=True) == f"{found.certificate.sentence}\n"

    def test_many_candidates(self, stub, coins, capsys):
        """The first are listed; the others are counted, or listed on request."""
        many = {f"c{i:02d}": stub(0.5 + i / 50) for i in range(12)}
        found = select(many, *coins(4_000), epsilon=0.1, random_state=0)
        assert "and 4 more; --verbose lists them all" in self.said(found, capsys)
        text = self.said(found, capsys, verbose=True)
        assert all(name in text for name in many)


def test_json_of_a_score_without_a_range():
    """Readers of JSON know no infinity; null says that there is no bound."""

    def refuse(word):
        raise ValueError(f"{word} is not JSON")

    X = np.arange(4_000.0).reshape(-1, 1)
    candidates = {"mean": DummyRegressor(), "line": LinearRegression()}
    found = select(
        candidates, X, X[:, 0] * 2, scoring="explained_variance", epsilon=0.1, random_state=0
    )
    parameters = {"mean": {"constant": np.float32("nan")}, "line": {}}
    text = as_json(found.race, found.certificate, parameters, seed=3)
    answer = json.loads(text, parse_constant=refuse)
    assert answer["scale"]["low"] is None
    assert answer["candidates"][0]["parameters"] == {"constant": None}


def test_json_answer(found):
    """The answer for machines holds the promise and every candidate."""
    answer = json.loads(as_json(found.race, found.certificate, {"bad": {"C": 1}}, seed=3))
    assert answer["winner"] == "good[x]"
    assert answer["sentence"] == found.certificate.sentence
    assert answer["decided"] is True
    assert answer["seed"] == 3
    assert answer["failed"] == {"broken": found.race.tracks["broken"].failure}
    assert [c["name"] for c in answer["candidates"]] == ["bad", "broken", "good[x]"]
    assert answer["candidates"][0]["parameters"] == {"C": 1}
    bad, broken, good = answer["candidates"]
    assert (bad["standing"], bad["excluded_by"]) == ("excluded", "full run")
    assert bad["beaten_by"] == "good[x]"
    assert broken["failure"] == answer["failed"]["broken"]
    assert [good["lower"], good["upper"]] == answer["interval"]
    assert good["full_run"]["low"] <= good["full_run"]["seconds"] <= good["full_run"]["high"]


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        ([None, None, "balanced"], "None, 'balanced'"),
        (uniform(0.5, 0.5), "0.5 to 1"),
        (randint(1, 5), "1 to 4, integers"),
        ([[16], [32]], "(16,), (32,)"),
    ],
)
def test_domains_in_words(domain, words):
    """Values of a domain, without repetitions."""
    assert described(domain) == words


@pytest.mark.parametrize(
    "command",
    [
        ["select", "a.csv", "-t", "y", "--run-dir", ""],
        ["resume", ""],
        ["show", ""],
        ["report", ""],
    ],
    ids=lambda command: command[0],
)
def test_an_empty_name_is_not_the_current_folder(command, tmp_path, monkeypatch):
    """A variable of the shell that is not set must not lead to files of the user."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 2
    assert "must name a directory" in result.output
    assert list(tmp_path.iterdir()) == []


class TestAdviceAsTyped:
    """What Python users are told to do is told in options where it was typed."""

    @staticmethod
    def refused(path, *options):
        found = CliRunner().invoke(app, ["select", str(path), "--target", "label", *options])
        assert found.exit_code == 1
        return " ".join(found.output.split())

    def test_classifiers_for_numbers(self, tmp_path):
        """Regressors are a space on the command line."""
        pd.DataFrame({"a": range(300), "label": np.linspace(0, 1, 300)}).to_parquet(
            tmp_path / "numbers.parquet"
        )
        said = self.refused(tmp_path / "numbers.parquet", "--space", "paper")
        assert "Take `--space modern-regression`, or a file of regressors" in said
        assert "Pass regressors" not in said

    def test_a_damaged_csv(self, tmp_path):
        """Types of columns cannot be typed, but another format has them."""
        rows = ["a,label", *(f"{i},{i % 2}" for i in range(30_000)), 'x,"1']
        (tmp_path / "damaged.csv").write_text("\n".join(rows))
        said = self.refused(tmp_path / "damaged.csv")
        assert "cannot be read as CSV" in said
        assert said.endswith("Repair it, or convert it to Parquet.")
