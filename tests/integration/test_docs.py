"""Every block of code in the documentation runs.

Blocks of a page run in order, in one empty folder: ``python`` in one namespace, ``sh`` in
bash. A ``toml`` block with a title is the file of that name.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import nearbest
from nearbest.moved import MOVED
from tests.integration import gallery_tables

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.md") if "decisions" not in page.parts)
BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

#: What is shown but cannot run here.
SHOWN_ONLY = {"text"}


def write_tweets(path):
    """A small file in the form that converting sentiment140 gives."""
    words = {True: ["good", "fine", "great"], False: ["bad", "sad", "awful"]}
    rng = np.random.default_rng(0)
    positive = rng.random(3_000) < 0.5
    texts = [" ".join(rng.choice([*words[bool(p)], "day", "tea"], 6)) for p in positive]
    pd.DataFrame({"text": texts, "positive": positive}).to_parquet(path)


def blocks(page):
    return [match.groups() for match in BLOCK.finditer(page.read_text())]


def shell(code, folder):
    """`nearbest` is the package under test, installed as a script or not."""
    function = f'nearbest() {{ "{sys.executable}" -W ignore -m nearbest "$@"; }}\n'
    done = subprocess.run(
        ["bash", "-eu", "-c", function + code],
        cwd=folder,
        env={**os.environ, "NEARBEST_CACHE": str(folder / "cache")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
@pytest.mark.filterwarnings("ignore")
def test_code_runs(page, tmp_path, monkeypatch):
    """Every block of this page runs."""
    monkeypatch.chdir(tmp_path)
    if page.name == "datasets.md":
        write_tweets(tmp_path / "tweets.parquet")
    if page.name == "gallery.md":
        gallery_tables.write_tables(tmp_path)
    monkeypatch.setenv("NEARBEST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NEARBEST_LIBRARY", str(tmp_path / "library"))
    namespace = {"__name__": "__main__"}
    for language, title, code in blocks(page):
        if language == "python":
            exec(compile(code, str(page), "exec"), namespace)
        elif language == "sh":
            shell(code, tmp_path)
        elif language == "toml" and title:
            (tmp_path / title).write_text(code)
        else:
            assert language in SHOWN_ONLY, f"{page}: a block of {language} that nothing runs"


@pytest.mark.filterwarnings("ignore")
def test_the_tutorial_says_what_its_code_gives(tmp_path, monkeypatch, capsys):
    """Numbers that do not hang on how long trainings take, in the text and as printed."""
    monkeypatch.chdir(tmp_path)
    page = DOCS / "tutorial.md"
    namespace, shown = {"__name__": "__main__"}, []
    for language, _, code in blocks(page):
        if "drawn =" in code:
            break
        if language == "python":
            exec(compile(code, str(page), "exec"), namespace)
        else:
            shown += [line for line in code.splitlines() if line != "…"]
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in shown if line not in printed] == []
    text, table = page.read_text(), namespace["table"].set_index("configuration")
    auc, accuracy = table["mean_test_roc_auc"], table["mean_test_accuracy"]
    assert "it has 0.80 on the rows it was given, as boosting has on all of them" in text
    assert [f"{accuracy[name]:.2f}" for name in ("stump", "boosting")] == ["0.80", "0.80"]
    assert "By ROC AUC it stays below 0.6, on however many rows, where boosting has 0.6" in text
    assert auc["stump"] < 0.6
    assert f"{auc['boosting']:.2f}" == "0.69"


def test_there_is_code():
    """The pages are found, and most have something to run."""
    assert len(PAGES) >= 12
    assert sum(bool(blocks(page)) for page in PAGES) >= 10


def test_every_page_is_in_the_navigation():
    """A page that nobody can find is not written."""
    navigation = (DOCS.parent / "mkdocs.yml").read_text()
    for page in PAGES:
        assert str(page.relative_to(DOCS)) in navigation, page


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(name):
    """MkDocs checks the links of its own pages; these are read where the code is."""
    text = (DOCS.parent / name).read_text()
    links = re.findall(r"\]\(([^)#]+)", text) + re.findall(r'src="([^"]+)"', text)
    local = [link for link in links if not link.startswith("https://")]
    assert [link for link in local if not (DOCS.parent / link).exists()] == []


def test_public_names_are_in_the_reference():
    """Whoever looks up what can be imported finds it."""
    reference = (DOCS / "reference.md").read_text()
    by_another_entry = {"NearBestError", "datasets", "space"}
    named = set(nearbest.__all__) - by_another_entry
    assert [name for name in named if f"::: nearbest.{name}\n" not in reference] == []


def test_nobody_is_taught_an_old_name():
    """Names of earlier versions go on working, and are no longer told."""
    old = re.compile(rf"({'|'.join(map(re.escape, MOVED))})\b(?!\.)[ .`]")
    told = [*PAGES, *(DOCS.parent / "src").rglob("*.py")]
    found = [path for path in told if path.name != "moved.py" and old.search(path.read_text())]
    assert found == []
