"""Run directories that version 0.1.0 left behind can be read and gone on with."""

import json
import os
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nearbest import select
from nearbest.cli import app
from tests.integration.old_runs import RUNS, candidates, rows

FOLDER = Path(__file__).parents[1] / "data" / "run-0.1.0"
#: When the table of the run `command` was last changed, in nanoseconds.
CHANGED = 1_600_000_000 * 10**9
#: What tells probes apart, and what was found by them.
COLUMNS = ["configuration", "n_train", "n_test", "test_score", "lower", "upper"]


def probes(name):
    """The probes that the old journal holds: configuration, rows, test score."""
    lines = (FOLDER / name / "journal.jsonl").read_text().splitlines()
    return [
        (probe["configuration"], probe["n_train"], probe["test_correct"] / probe["n_test"])
        for probe in map(json.loads, lines)
    ]


def outcome(name):
    return json.loads((FOLDER / name / "outcome.json").read_text())


def made(found):
    """The probes of a selection, as `probes` gives them."""
    return list(
        found.history[["configuration", "n_train", "test_score"]].itertuples(
            index=False, name=None
        )
    )


@pytest.fixture
def old(tmp_path):
    """A function that gives a copy of an old run directory."""
    return lambda name: shutil.copytree(FOLDER / name, tmp_path / name)


def go_on(folder, **changes):
    return select(
        candidates(), *rows(), run_dir=folder, **RUNS[folder.name]["options"] | changes
    )


UNFINISHED = ["unfinished", "stratified", "hoeffding"]


@pytest.mark.parametrize("name", [*UNFINISHED, "extended"])
def test_an_unfinished_run_goes_on(name, old):
    """Its probes are kept, and more are made until the race is decided."""
    before = probes(name)
    found = go_on(old(name))
    assert made(found)[: len(before)] == before
    assert len(found.history) > len(before)
    assert found.certificate.decided
    assert found.best == "sharp"


@pytest.mark.parametrize("name", UNFINISHED)
def test_it_ends_as_if_it_had_not_been_killed(name, old):
    """Probes, intervals and gap are those of a run that was never interrupted."""
    found = go_on(old(name))
    whole = select(candidates(), *rows(), **RUNS[name]["options"], stop_at="paper")
    assert found.history[COLUMNS].equals(whole.history[COLUMNS])
    assert found.certificate.gap == whole.certificate.gap


def test_a_run_in_two_batches_goes_on(old):
    """Candidates that came later still have a smaller part of δ each."""
    found = go_on(old("extended"))
    whole = select(candidates(), *rows(), **RUNS["unfinished"]["options"], stop_at="paper")
    assert "added later" in str(found.certificate)
    in_batches, at_once = (
        each.history.drop_duplicates("configuration").set_index("configuration")["lower"]
        for each in (found, whole)
    )
    assert list(in_batches.index) == ["sharp", "hazy", "blurred", "none"]
    assert in_batches["blurred"] < at_once["blurred"]


@pytest.mark.parametrize("name", ["finished", "predicted"])
def test_a_finished_run_is_not_repeated(name, old):
    """Calling again makes no probe and gives the answer of before."""
    found = go_on(old(name))
    before = outcome(name)
    assert made(found) == probes(name)
    assert found.best == before["winner"]
    assert found.certificate.decided == (name == "finished")
    delivery = found.certificate.delivery
    assert delivery.n_train == before["delivery"]["n_train"]
    assert delivery.score == before["delivery"]["accuracy"]
    assert delivery.full_score == before["delivery"]["full_accuracy"]
    assert (found.estimator.predict(rows()[0]) == rows()[1]).mean() > 0.88


def test_a_predicted_run_can_be_proved(old):
    """Gone on with to the proof, it repeats no probe."""
    found = go_on(old("predicted"), stop_at="proved")
    before = probes("predicted")
    assert made(found)[: len(before)] == before
    assert len(found.history) > len(before)
    assert found.certificate.decided


@pytest.mark.parametrize(
    ("name", "rule"), [("finished", "paper"), ("unfinished", "paper"), ("predicted", "stated")]
)
def test_it_goes_on_with_its_rule(name, rule, old, caplog):
    """What is usual now is not what it began with; that is said, and kept."""
    folder = old(name)
    for _ in range(2):
        found = go_on(folder)
        assert found.certificate.stop_at == rule
        assert f"the rule that it began with, `stop_at='{rule}'`" in caplog.text
        caplog.clear()


def test_a_strict_proof_may_take_its_place(old):
    """Asked for, "proved" means what it means now: Bayes learners are measured in full."""
    found = go_on(old("unfinished"), stop_at="proved")
    assert found.certificate.stop_at == "proved"
    assert found.certificate.decided
    assert 16_000 in found.history["n_train"].tolist()


@pytest.mark.parametrize("name", [*RUNS, "command"])
def test_show(name, old):
    """The command line shows how each of them stands, without the data."""
    done = CliRunner().invoke(app, ["show", str(old(name)), "--json"])
    assert done.exit_code == 0, done.output
    shown = json.loads(done.stdout)
    assert shown["n_probes"] == len(probes(name))
    if (FOLDER / name / "outcome.json").exists():
        assert shown["winner"] == outcome(name)["winner"]
        assert shown["prediction"]["probability"] == outcome(name)["prediction"]["probability"]


def test_resume_of_the_command_line(old, tmp_path):
    """A run that the command line began goes on from its journal and its store."""
    table = Path(shutil.copy(FOLDER / "walks.csv", tmp_path))
    os.utime(table, ns=(CHANGED, CHANGED))
    folder = old("command")
    command = json.loads((folder / "command.json").read_text())
    (folder / "command.json").write_text(json.dumps({**command, "data": str(table)}))
    kept = (folder / "store" / "manifest.json").stat().st_ino
    done = CliRunner().invoke(app, ["resume", str(folder), "--json"])
    assert done.exit_code == 0, done.output
    answer = json.loads(done.stdout)
    assert answer["decided"]
    assert answer["winner"] == "blurred"
    assert answer["n_probes"] == 6
    assert (folder / "store" / "manifest.json").stat().st_ino == kept
