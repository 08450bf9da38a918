"""No command replaces what it reads, nor one of its outputs with another."""

from types import SimpleNamespace

import pandas as pd
import pytest
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from typer.testing import CliRunner

from nearbest import NearBestSearch, select
from nearbest.cli.app import app
from nearbest.datasets.reading import Dataset
from nearbest.errors import AllFailed, CannotWrite, InvalidInput
from nearbest.probing.model_files import save_model
from nearbest.running.run_dir.run_dir import RunDir
from nearbest.running.workers.resources import Resources

CANDIDATES = """
[[candidates]]
name = "dummy"
estimator = "sklearn.dummy.DummyClassifier"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A table, the same as several files, candidates and a model."""
    monkeypatch.chdir(tmp_path)
    X, y = make_classification(400, random_state=0)
    frame = pd.DataFrame(X).add_prefix("x").assign(label=y)
    (tmp_path / "parts").mkdir()
    for name in ("victim.csv", "parts/a.csv", "parts/b.csv"):
        frame.to_csv(tmp_path / name, index=False)
    frame.to_parquet(tmp_path / "victim.parquet")
    (tmp_path / "victim.html").hardlink_to(tmp_path / "victim.parquet")
    (tmp_path / "cand.toml").write_text(CANDIDATES)
    save_model(DummyClassifier().fit(frame.drop(columns="label"), y), tmp_path / "m")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("select victim.parquet -t label --report victim.parquet", "must end in .html"),
        ("select victim.parquet -t label --report victim.html", "belongs to DATA"),
        ("select victim.csv -t label --test-file victim.parquet --report victim.html", "test"),
        ("select victim.csv -t label --report out.pdf", "must end in .html"),
        ("select victim.csv -t label --save model.csv", "must end in .skops"),
        ("select victim.csv -t label --candidates cand.toml --report cand.toml", "must end in"),
        ("select victim.csv -t label --save same.skops --report same.skops", "must end in"),
        ("select victim.csv -t label --run-dir r.html --report r.html", "the run directory"),
        ("predict m.skops victim.csv --output victim.csv", "belongs to DATA"),
        ("predict m.skops victim.csv --output parts/../victim.csv", "belongs to DATA"),
        ("predict m.skops parts --output parts/b.csv", "belongs to DATA"),
        ("predict m.skops parts/*.csv --output parts/b.csv", "belongs to DATA"),
        ("demo --report demo.pdf", "must end in .html"),
        ("report run --output run/settings.json", "must end in .html"),
        (
            "select victim.csv -t label --report no/sub/r.html",
            "the folder no/sub does not exist",
        ),
        ("select victim.csv -t label --save no/m.skops", "the folder no does not exist"),
        ("select victim.csv -t label --run-dir no/run", "`--run-dir` must be in a folder that"),
        (
            "select victim.csv -t label --run-dir run --save run/no/m.skops",
            "folder run/no does",
        ),
        ("predict m.skops victim.csv --output no/p.csv", "the folder no does not exist"),
        ("demo --report no/demo.html", "the folder no does not exist"),
        ("report run --output no/r.html", "the folder no does not exist"),
    ],
)
def test_refused_before_any_work(folder, line, why):
    """In a sentence that names the option; every file is as it was."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    ended = CliRunner().invoke(app, line.split())
    assert ended.exit_code == 1
    assert why in " ".join(ended.stderr.split())
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before


def test_an_earlier_report_and_model_are_replaced(folder):
    """That is what running a command again is for."""
    (folder / "r.html").write_text("old")
    line = "select victim.csv -t label --candidates cand.toml --report r.html --save m.skops -q"
    assert CliRunner().invoke(app, line.split()).exit_code == 0
    assert "<html" in (folder / "r.html").read_text()


def test_from_python(folder):
    """A report is not written over a table from there either."""
    X, y = make_classification(400, random_state=0)
    search = NearBestSearch([DummyClassifier()]).fit(X, y)
    with pytest.raises(InvalidInput, match=r"`path` must end in .html or .htm"):
        search.report("victim.csv")
    assert search.report("out.html").exists()


def test_conversions_keep_what_they_read(folder):
    """A published table is not replaced by its conversion."""
    published = Dataset(
        "trips", "https://example.org", "label", lambda path: iter([pd.read_parquet(path)]), ""
    )
    with pytest.raises(InvalidInput, match="must not replace what is read"):
        published.convert("victim.parquet", "parts/../victim.parquet")
    assert published.convert("victim.parquet", "other.parquet").exists()


def test_rows_without_a_target_are_counted(folder):
    """On the terminal, whether they are read into memory or not."""
    frame = pd.read_csv("victim.csv")
    frame.loc[:6, "label"] = None
    frame.to_csv("gaps.csv", index=False)
    line = "select gaps.csv -t label --candidates cand.toml -q"
    for more in ("", " --test-file victim.parquet"):
        ended = CliRunner().invoke(app, f"{line}{more}".split())
        assert "7 of 400 rows were left out, as they lack the target 'label'" in ended.stderr


def test_a_command_to_resume_can_be_pasted(folder):
    """Whatever signs the run directory has in its name."""
    line = [
        "select",
        "victim.csv",
        "-t",
        "label",
        "--candidates",
        "cand.toml",
        "-q",
        "--run-dir",
    ]
    assert CliRunner().invoke(app, [*line, "my run é"]).exit_code == 0
    ended = CliRunner().invoke(app, [*line, "my run é", "--drop", "x1"])
    assert "`nearbest resume 'my run é'` goes on" in ended.stderr


def test_a_run_is_seen_to_be_running(folder):
    """By whoever looks at it meanwhile, and not afterwards."""
    X, y = make_classification(400, random_state=0)
    select([DummyClassifier()], X, y, run_dir="run")
    (folder / "run" / "outcome.json").unlink()
    with RunDir("run"):
        assert "still running" in CliRunner().invoke(app, ["show", "run"]).stdout
        assert CliRunner().invoke(app, ["report", "run"]).exit_code == 0
        assert "Still running" in (folder / "run" / "report.html").read_text()
        assert '"running": true' in CliRunner().invoke(app, ["show", "run", "--json"]).stdout
    assert "still running" not in CliRunner().invoke(app, ["show", "run"]).stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("select gone.csv -t label", "`DATA` must be a file"),
        (
            "select keys.csv -t key",
            "it has 400 classes, 400 of them with one row",
        ),
        ("select victim.csv -t x0", "Take `--space modern-regression`"),
        ("select victim.csv -t label --run-dir parts", "`--run-dir` must be a new or empty"),
        ("show parts", "`RUN_DIR` must hold a run"),
        ("library add parts", "`SOURCE` must hold a run"),
        ("library add victim.parquet --name=", "`--name` must not be empty"),
    ],
)
def test_errors_use_the_words_that_were_typed(folder, line, said):
    """Not those of the library, which the user has never seen."""
    frame = pd.read_csv("victim.csv").assign(key=[f"k{i}" for i in range(400)])
    frame.to_csv("keys.csv", index=False)
    assert said in " ".join(CliRunner().invoke(app, line.split()).stderr.split())


def test_a_folder_of_another_program_is_left_alone(folder):
    """It has settings of its own, and not even a lock is left there."""
    (folder / "app").mkdir()
    (folder / "app" / "settings.json").write_text('{"theme": "dark"}')
    with pytest.raises(InvalidInput, match="is not one's"):
        RunDir("app")
    assert [path.name for path in (folder / "app").iterdir()] == ["settings.json"]


def test_a_run_directory_is_made_for_what_is_written_there(folder):
    """A report may be among the files of its run."""
    line = "select victim.csv -t label --candidates cand.toml -q --run-dir run"
    line += " --report run/r.html --save run/m.skops"
    assert CliRunner().invoke(app, line.split()).exit_code == 0
    assert {"r.html", "m.skops"} <= {path.name for path in (folder / "run").iterdir()}


def test_no_folder_is_made_from_python(tmp_path):
    """Neither for a model, nor for a report or a run."""
    X, y = make_classification(400, random_state=0)
    found = select([DummyClassifier()], X, y, random_state=0)
    for write in (
        lambda: save_model(found.estimator, tmp_path / "no" / "m.skops"),
        lambda: found.report(tmp_path / "no" / "r.html"),
        lambda: select([DummyClassifier()], X, y, run_dir=tmp_path / "no" / "run"),
    ):
        with pytest.raises(InvalidInput, match=f"the folder {tmp_path}/no does not exist"):
            write()
    assert list(tmp_path.iterdir()) == []


def test_a_dask_client_is_no_executor():
    """The sentence says what is."""
    client = SimpleNamespace(submit=None, get_executor=None)
    with pytest.raises(InvalidInput, match="pass its `get_executor"):
        Resources(executor=client)


def test_a_model_replaces_no_file_but_the_one_named(folder):
    """Where it is not saved in the form that was asked for, the other name may be taken."""
    (folder / "mine.skops").write_bytes(b"precious")
    line = "select victim.csv -t label --candidates cand.toml -q --save mine.pkl"
    for name in ("mine-2.skops", "mine-3.skops"):
        ended = CliRunner().invoke(app, line.split())
        assert f"Saved as {name}" in ended.stderr
        assert (folder / name).exists()
    assert (folder / "mine.skops").read_bytes() == b"precious"
    ended = CliRunner().invoke(app, line.replace(".pkl", "-2.skops").split())
    assert ended.exit_code == 0
    assert not (folder / "mine-2-2.skops").exists()  # which was named, and is replaced


@pytest.mark.parametrize(
    ("fails", "written"),
    [
        ("nearbest.cli.session.save_model", "Report: r.html"),
        ("nearbest.report.write_report", "Model"),
    ],
)
def test_one_that_cannot_be_written_does_not_cost_the_other(
    folder, monkeypatch, fails, written
):
    """Nor is a file named that is not there; the error comes after the answer."""

    def full(*_):
        raise CannotWrite("There is no room.")

    monkeypatch.setattr(fails, full)
    line = "select victim.csv -t label --candidates cand.toml --report r.html --save n.skops"
    ended = CliRunner().invoke(app, line.split())
    assert (ended.exit_code, "There is no room." in ended.stderr) == (1, True)
    named = [each for each in ended.stdout.splitlines() if each.startswith(("Report", "Model"))]
    assert [each.startswith(written) for each in named] == [True]
    assert (folder / "r.html").exists() is (written != "Model")


def test_each_cause_has_a_line(folder):
    """Where no candidate can be fitted, one does not search for line ends in a long line."""
    frame = pd.DataFrame(
        {"day": pd.date_range("2020-01-01", periods=400), "late": [0, 1] * 200}
    )
    frame.to_parquet("days.parquet")
    (folder / "two.toml").write_text(
        '[[candidates]]\nestimator = "sklearn.linear_model.LogisticRegression"\n'
        "grid = { C = [0.1, 1.0] }\n"
    )
    ended = CliRunner().invoke(
        app, ["select", "days.parquet", "-t", "late", "--candidates", "two.toml"]
    )
    first, *causes = ended.stderr.splitlines()[-3:]
    assert first == "Error: No candidate could be fitted."
    assert [cause.split(":")[0] for cause in causes] == [
        "  LogisticRegression(C=0.1)",
        "  LogisticRegression(C=1)",
    ]
    assert all('`preprocessing = "scaled"`' in cause for cause in causes)


def test_lists_can_be_left_out_as_the_sentence_says(folder):
    """The option is in it as it is typed."""
    frame = pd.DataFrame({"x": range(400), "my list": [[1, 2]] * 400, "late": [0, 1] * 200})
    frame.to_parquet("lists.parquet")
    ended = CliRunner().invoke(app, ["select", "lists.parquet", "-t", "late"])
    assert "leave it out with `--drop 'my list'`" in ended.stderr


def test_texts_for_a_learner_of_numbers(folder):
    """The failure names the way out."""
    X = pd.DataFrame({"town": ["here", "there"] * 200})
    with pytest.raises(AllFailed, match=r"put nearbest.Encoder\(\) before it"):
        select([GaussianNB()], X, [0, 1] * 200)


def test_home_is_home(folder, monkeypatch):
    """`~` is the home folder in every path that is not the shell's to expand."""
    monkeypatch.setenv("HOME", str(folder / "home"))
    (folder / "home").mkdir()
    line = (
        "select victim.csv -t label --candidates cand.toml -q --run-dir=~/run "
        "--report=~/r.html --save=~/m.skops"
    )
    assert CliRunner().invoke(app, line.split()).exit_code == 0
    assert CliRunner().invoke(app, ["show", "~/run"]).exit_code == 0
    X, y = make_classification(400, random_state=0)
    NearBestSearch([DummyClassifier()], run_dir="~/from-python").fit(X, y).report("~/p.html")
    made = {path.name for path in (folder / "home").iterdir()}
    assert made >= {"run", "r.html", "m.skops", "from-python", "p.html"}
    assert not (folder / "~").exists()
