"""The page of selections, the script that fills it, and the reports it wrote."""

import html
import json
import re

import make_gallery as script
import pytest

#: Of all reports together: what a repository can bear.
MOST_BYTES = 1_000_000

PAGE = """# Gallery

<!-- table: written by make gallery -->
<!-- end of table -->

## One

```python
print("found")
found.report("one.html")
```

```text
old
```

## Two

```python
found.report("two.html")
```

```text
```
"""


def answers():
    page = script.PAGE.read_text()
    return {
        found["title"]: (script.Section(found["title"], found["code"]), found["answer"])
        for found in script.SECTION.finditer(page)
    }


def test_each_report_is_of_the_answer_above_it():
    """The first line on the page is the headline of the report."""
    found = answers()
    assert len(found) == 5
    for section, answer in found.values():
        report = (script.REPORTS / f"{section.name}.html").read_text()
        headline = re.sub("<[^>]+>", "", re.findall("<h1>(.*?)</h1>", report)[0])
        assert html.unescape(headline) == answer.splitlines()[0], section.title


def test_every_report_has_its_place():
    """No report is left of a selection that is gone, and each can be followed to."""
    names = {section.name for section, _ in answers().values()}
    assert {path.stem for path in script.REPORTS.glob("*.html")} == names
    assert set(json.loads(script.COSTS.read_text())) == names
    for name in names:
        assert f"[The report](gallery/{name}.html)" in script.PAGE.read_text()
        assert f' src="{name}.html"' in script.PAGE.read_text()


def test_reports_are_small():
    """They are part of the repository, and change with every version."""
    assert sum(path.stat().st_size for path in script.REPORTS.iterdir()) < MOST_BYTES


def test_an_answer_takes_the_place_of_the_old_one():
    """Below its own code, and nothing else changes."""
    assert script.with_answer(PAGE, "One", "new") == PAGE.replace("old", "new")
    filled = script.with_answer(PAGE, "Two", "first\nsecond")
    assert filled.endswith("```text\nfirst\nsecond\n```\n")
    with pytest.raises(ValueError, match="no section 'Three'"):
        script.with_answer(PAGE, "Three", "new")


def test_the_table_is_written_between_its_markers(tmp_path, monkeypatch):
    """A line for each selection that has run; writing twice changes nothing more."""
    monkeypatch.setattr(script, "REPORTS", tmp_path)
    (tmp_path / "one.html").write_bytes(bytes(70_000))
    cost = {"seconds": 1_234.5, "n_train": 800_000, "candidates": 4, "probes": 9}
    once = script.with_table(PAGE, {"one": cost})
    assert "| One | 800,000 | 4 | 9 | 1,234 s | [70 KB](gallery/one.html) |\n" in once
    assert "| Two |" not in once
    assert script.with_table(once, {"one": cost}) == once
    with pytest.raises(ValueError, match="must hold the lines"):
        script.with_table("nothing here", {})


def test_a_selection_runs_beside_its_tables(tmp_path, monkeypatch):
    """Its code sees the files, its report is kept, and what it cost is told."""
    monkeypatch.setattr(script, "REPORTS", tmp_path)
    data = tmp_path / "data"
    data.mkdir()
    (data / "table.parquet").write_bytes(b"")
    code = """
from pathlib import Path
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from nearbest import select

assert Path("table.parquet").exists()
X, y = make_classification(2_000, random_state=0)
found = select({"only": DummyClassifier()}, X, y, random_state=0)
print("two")
print("lines")
found.report("small.html")
"""
    answer, cost = script.carried_out(script.Section("Small", code), [data])
    assert answer == "two\nlines"
    assert cost["n_train"] == 1_600
    assert cost["candidates"] == 1
    assert cost["seconds"] > 0
    assert "only" in (tmp_path / "small.html").read_text()
