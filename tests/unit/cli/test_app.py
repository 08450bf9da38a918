"""What ``--help`` says."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nearbest.cli.app import EXIT_CODES, app
from nearbest.cli.lazy import SUMMARIES


def told(*command):
    """The help of a command, as one line of words."""
    found = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "200"})
    assert found.exit_code == 0
    return " ".join(re.sub("[│╭╮╰╯─]", " ", found.output).split())


@pytest.mark.parametrize(
    "command", [(), *((name,) for name in SUMMARIES), ("library", "show"), ("library", "add")]
)
def test_nothing_is_typed_behind_a_flag(command):
    """Not even behind ``--help``."""
    assert "bool" not in told(*command).lower()


@pytest.mark.parametrize("command", ["select", "resume"])
def test_rules_to_stop_by(command):
    """Each is explained; a name of earlier versions is taken and not listed."""
    help = told(command)
    assert "calibrated|proved|paper|stated " in help
    assert "the probability that past curves state" in help
    assert "predicted" not in help


def test_a_former_name_is_still_taken(tmp_path):
    """It fails for the data that is not there, and not for the name."""
    data = str(tmp_path / "none.csv")
    found = CliRunner().invoke(app, ["select", data, "-t", "y", "--stop-at", "predicted"])
    assert found.exit_code == 1
    assert "none.csv" in found.stderr


def test_what_holds_if_epsilon_is_left_out():
    """One thing for a new run, another for one that goes on."""
    assert "0.01 if left out, where scores span a range of 1." in told("select")
    resumed = told("resume")
    assert "0.01 if left out" not in resumed
    assert "such as 1%. As before if left out." in resumed


def test_exit_codes_are_those_of_the_page():
    """Help and documentation say the same of each."""
    page = (Path(__file__).parents[3] / "docs" / "command-line.md").read_text()
    of_page = re.findall(r"^\| (\d+) \| (.*) \|$", page, re.M)
    of_help = re.findall(r"^(\d+)  (.*)$", EXIT_CODES, re.M)
    assert of_help == of_page
