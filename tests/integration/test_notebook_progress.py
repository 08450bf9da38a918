"""Live progress in a real notebook kernel."""

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

CELL = """
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier
from nearbest import select
from nearbest.progress import Progress

X, y = make_classification(6_000, random_state=0)
candidates = {"<b>linear": LogisticRegression(), "tree": DecisionTreeClassifier(max_depth=2)}
with Progress() as progress:
    found = select(candidates, X, y, epsilon=0.05, random_state=0, watch=progress)
"""


def test_one_view_updated_in_place(monkeypatch):
    """A notebook shows one table that is written again, with names escaped."""
    monkeypatch.delenv("CI", raising=False)  # the kernel inherits it, and CI gets plain lines
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    views = [
        output["data"]["text/html"]
        for output in notebook.cells[0].outputs
        if "text/html" in output.get("data", {})
    ]
    assert len(views) == 1
    assert "1 of 2 in the race" in views[0]
    assert "&lt;b&gt;linear" in views[0]
    assert "<b>linear" not in views[0]
