"""``nearbest plan`` says what to expect, and trains nothing in full."""

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from nearbest.cli import app
from nearbest.cli.commands.plan import _milestone as told
from nearbest.race.ahead.planner import Milestone
from nearbest.race.cost import Seconds


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.standard_normal((20_000, 3)), columns=list("abc"))
    frame["label"] = (frame["a"] + rng.standard_normal(20_000) > 0).astype(int)
    path = tmp_path / "table.parquet"
    frame.to_parquet(path)
    return path


def test_plan(table, tmp_path):
    """It tells what full runs would take, and how a race should go on or that it is over."""
    listed = tmp_path / "mine.toml"
    listed.write_text(
        '[[candidates]]\nname = "tree"\nestimator = "sklearn.tree.DecisionTreeClassifier"\n'
        '[[candidates]]\nname = "dummy"\nestimator = "sklearn.dummy.DummyClassifier"\n'
    )
    result = CliRunner().invoke(
        app, ["plan", str(table), "-t", "label", "--candidates", str(listed), "--quiet"]
    )
    assert result.exit_code == 0, result.output
    assert "2 of 2 candidates were probed, tree is best." in result.output
    assert "Full runs of those probed should take " in result.output
    assert "The trial saw a selection to its end: tree is within 0.01" in result.output
    assert "with confidence 0.95" in result.output
    assert "It took " in result.output


def test_another_score(table, tmp_path):
    """The score that a selection goes by is that of its plan."""
    listed = tmp_path / "mine.toml"
    listed.write_text(
        '[[candidates]]\nname = "tree"\nestimator = "sklearn.tree.DecisionTreeClassifier"\n'
        '[[candidates]]\nname = "bayes"\nestimator = "sklearn.naive_bayes.GaussianNB"\n'
    )
    asked = ["plan", str(table), "-t", "label", "--candidates", str(listed), "--quiet"]
    result = CliRunner().invoke(app, [*asked, "--scoring", "balanced_accuracy"])
    assert result.exit_code == 0, result.output
    assert "within 0.01 balanced accuracy of the best" in result.output


def test_the_trial_is_part_of_the_selection():
    """Whoever selects afterwards begins anew, so that the time of both is told."""
    left = Seconds(300, 180, 600)
    assert told(Milestone(0.01, left, 0), 60.0) == "  within 0.01: about 6 min (4 to 11)"
    assert told(Milestone(0.005, left, 2), 60.0) == (
        "  within 0.005: about 6 min (4 to 11), with 2 full runs besides the winner's"
    )


def test_a_space_as_for_a_selection(table):
    """Whoever plans a selection types its options."""
    line = ["plan", str(table), "-t", "label", "--space", "modrn"]
    result = CliRunner().invoke(app, line)
    assert "Did you mean 'modern'?" in result.stderr


def test_too_long(table):
    """It is a trial: no more than a minute."""
    result = CliRunner().invoke(app, ["plan", str(table), "-t", "label", "--seconds", "90"])
    assert result.exit_code == 2
