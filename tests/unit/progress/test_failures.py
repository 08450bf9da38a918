"""Failures are told when they happen, not only in the answer."""

import io

import pytest
from rich.console import Console

from nearbest.progress import Progress, view_of
from nearbest.progress.failures import MOST_TOLD
from nearbest.progress.notebook import html
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race


def failed(name, message="ValueError: max_depth must be positive"):
    return Observation(name, 1_000, 2_000, status="failed", message=message)


@pytest.fixture
def race():
    names = [f"tree-{i}" for i in range(9)]
    return Race(Plan(dict.fromkeys(names, (1_000, 2_000)), n_test=2_000), Exact())


@pytest.fixture
def console(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return Console(file=io.StringIO(), width=40)


def test_at_once_with_the_words_of_the_error(race, console):
    """Where lines are seconds apart, a failure does not wait for its turn."""
    race.tell(failed("tree-3"))
    Progress(console)(race, [])
    said = "tree-3 failed on 1,000 rows: ValueError: max_depth must be positive\n"
    assert console.file.getvalue() == said


def test_once_for_each_error(race, console):
    """Ten candidates with the same mistake make one line, another mistake makes one more."""
    progress = Progress(console)
    for name, said in (("tree-3", "no"), ("tree-1", "no"), ("tree-2", "other")):
        race.tell(failed(name, said))
        progress(race, [])
    lines = console.file.getvalue().splitlines()
    assert [line.split()[0] for line in lines] == ["tree-3", "tree-2"]


def test_errors_without_end_are_left_to_the_answer(race, console):
    """A message that is never the same twice does not fill the terminal."""
    progress = Progress(console)
    for i in range(9):
        race.tell(failed(f"tree-{i}", f"error {i}"))
        progress(race, [])
    assert len(console.file.getvalue().splitlines()) == MOST_TOLD


def test_above_what_is_drawn(race):
    """In a terminal the line stays when the block is gone."""
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=120, color_system=None)
    race.tell(failed("tree-3"))
    with Progress(console) as progress:
        progress(race, [])
    assert file.getvalue().count("max_depth must be positive") == 1


def test_quiet_leaves_them_to_the_answer(race, console):
    """One line per minute is what was asked for."""
    race.tell(failed("tree-3"))
    Progress(console, quiet=True)(race, [])
    assert console.file.getvalue() == ""


def test_in_a_notebook(race):
    """They are part of the view, as text."""
    race.tell(failed("tree-3", "ValueError: <b>"))
    text = html(view_of(race, []), 1.0)
    assert "tree-3 failed on 1,000 rows: ValueError: &lt;b&gt;" in text
