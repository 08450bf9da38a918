"""Commands that are imported when they are called."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from nearbest.cli import commands
from nearbest.cli.app import app
from nearbest.cli.lazy import SUMMARIES, load


@pytest.mark.parametrize("name", SUMMARIES)
def test_the_overview_says_what_the_command_says(name):
    """A summary is the first sentence of the command's own help."""
    assert load(name).help.partition("\n")[0] == SUMMARIES[name]


def test_every_command_is_listed():
    """A file in `commands/` is a command of the overview."""
    files = Path(commands.__file__).parent.glob("[!_]*.py")
    assert {file.stem for file in files} == set(SUMMARIES)


def test_a_group_finds_its_own_commands():
    """``nearbest library show`` is two steps down."""
    result = CliRunner().invoke(app, ["library", "show", "-h"])
    assert result.exit_code == 0
    assert "--all" in result.output


def test_a_slip_of_the_pen_gets_a_suggestion():
    """Names are known before their commands are imported."""
    result = CliRunner().invoke(app, ["selct"])
    assert result.exit_code == 2
    assert "select" in result.output
