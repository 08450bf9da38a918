"""A loss is 0.4 and not −0.4 wherever a user reads it."""

import json
import logging
import re

import pytest
from rich.console import Console
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from typer.testing import CliRunner

from nearbest import select
from nearbest.cli.app import app
from nearbest.progress.notebook import html
from nearbest.progress.terminal import block, line
from nearbest.progress.verbose import Decisions
from nearbest.progress.view import view_of
from nearbest.report.html import page
from nearbest.report.summary import summary

CANDIDATES = {
    "linear": LogisticRegression(),
    "bayes": GaussianNB(),
    "stump": DecisionTreeClassifier(max_depth=1),
}
#: A minus before a digit, unless it is part of a name or of a range.
NEGATIVE = re.compile(r"(?<![\w.])[-−]\s?\d")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run by log loss, kept in a folder."""
    folder = tmp_path_factory.mktemp("losses") / "run"
    X, y = make_classification(6_000, weights=[0.7], class_sep=0.8, random_state=0)
    settings = {"scoring": "neg_log_loss", "epsilon": 0.02, "random_state": 0}
    return folder, select(CANDIDATES, X, y, run_dir=folder, cost="rows", **settings)


def test_the_race_is_by_a_loss(run):
    """Inside, larger is better, as scikit-learn has it: cv_results keeps that."""
    _, found = run
    assert (found.to_frame()["mean_test_score"] < 0).all()
    assert found.to_frame()["upper"].max() <= 0


def drawn(found):
    console = Console(width=160, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(block(view_of(found.race, ()), 5.0, 160, 50))
    return console.export_text()


def logged(found, caplog):
    with caplog.at_level(logging.INFO, logger="nearbest"):
        Decisions()(found.race, ())
    return caplog.text


VIEWS = {
    "live view": lambda found, _: drawn(found),
    "line in a log": lambda found, _: line(view_of(found.race, ()), 5.0),
    "notebook while it runs": lambda found, _: html(view_of(found.race, ()), 5.0),
    "verbose=2": logged,
    "notebook afterwards": lambda found, _: summary(found.story()),
    "certificate": lambda found, _: str(found.certificate),
}


@pytest.mark.parametrize("view", VIEWS)
def test_no_view_has_a_negative_loss(run, view, caplog):
    """Intervals have the smaller loss first, and the score is named."""
    text = VIEWS[view](run[1], caplog)
    assert "log loss" in text or view == "live view"
    shown = run[1].certificate.scale.shown_interval(run[1].certificate.interval)
    assert f"{shown.lower:.3f}"[:4] in text
    assert not NEGATIVE.search(re.sub(r"<[^>]+>", " ", text)), text


def test_the_answer_on_the_terminal(run):
    """`nearbest show` has the table of candidates and, with --verbose, all the rest."""
    folder, _ = run
    said = CliRunner().invoke(app, ["show", str(folder), "--verbose"])
    assert said.exit_code == 0
    assert "log loss" in said.stdout
    assert not NEGATIVE.search(said.stdout), said.stdout


def test_the_table_of_the_report(run):
    """Every number in it, and the value by which a column is sorted."""
    rows = re.search(r"<tbody>.*?</tbody>", page(run[1].story()), re.DOTALL)[0]
    assert not NEGATIVE.search(re.sub(r"<[^>]+>", " ", rows))
    assert not re.search(r'data-value="-', rows)


def test_the_words_of_the_report(run):
    """Its line for exclusion and its figures speak of a loss."""
    text = page(run[1].story())
    assert "the smallest upper bound − ε, the candidate" in text
    assert "largest lower bound" not in text
    payload = json.loads(re.search(r'id="story">(.*?)</script>', text)[1])
    assert (payload["sign"], payload["score"]) == (-1, "log loss")


@pytest.mark.parametrize("name", ["plot_race", "plot_curves"])
def test_figures(run, name):
    """Losses are positive, and better is up: the axis runs from the larger to the smaller."""
    pytest.importorskip("plotly")
    figure = getattr(run[1], name)()
    worst, best = figure.layout.yaxis.range
    assert worst > best >= -0.05
    assert figure.layout.yaxis.title.text.startswith(("log loss", "test log loss"))
    for trace in figure.data:
        if "ε" not in trace.name:
            assert min(trace.y) >= 0


def test_error_bars_reach_to_the_ends_of_the_interval(run):
    """Up is more loss in Plotly's words, whatever the direction of the axis."""
    pytest.importorskip("plotly")
    _, found = run
    figure = found.plot_curves()
    (winner,) = [trace for trace in figure.data if trace.name == found.best]
    last = found.story().curve(found.best)[-1].interval
    assert winner.y[-1] + winner.error_y.array[-1] == pytest.approx(-last.lower)
    assert winner.y[-1] - winner.error_y.arrayminus[-1] == pytest.approx(-last.upper)
