"""The comparison with other tools: what needs none of them installed."""

import pytest
from peers import __main__ as bench
from peers import rows, table
from peers.measuring import Tool, measured
from peers.published import PAGE, PUBLISHED
from peers.rows import FULL_RUN, Found, Row, Setup

FULL = Row(
    FULL_RUN,
    1_000,
    Found(
        "forest",
        "all are trained",
        60.0,
        total=60.0,
        score=0.9,
        details={
            "forest": {"score": 0.9, "fit seconds": 40.0},
            "line": {"score": 0.85, "fit seconds": 5.0},
        },
    ),
    versions={"numpy": "2.4"},
)
LINE = Found("line", "no promise", 10.0)


def test_full_runs_complete_a_choice():
    """Score and training time of a choice are those of its full run."""
    completed = rows.completed(LINE, FULL)
    assert (completed.score, completed.total) == (0.85, 15.0)


def test_a_measured_score_stands():
    """A tool that trained its own model keeps what was measured of it."""
    own = Found("its own", "no promise", 10.0, total=12.0, score=0.95)
    assert rows.completed(own, FULL) == own


def test_without_full_runs_the_score_is_open():
    """Where the full runs failed, the choice is told and its score is not."""
    assert rows.completed(LINE, Row(FULL_RUN, 1_000, error="died")).score is None


def test_rows_come_back_from_the_file(tmp_path):
    """What was kept is read again; a later row of a tool takes the earlier one's place."""
    path = tmp_path / "sub" / "rows.jsonl"
    failed, worked = Row("tool", None, error="died"), Row("tool", 1_000, LINE)
    for row in (failed, FULL, worked):
        rows.keep(path, row)
    assert rows.read(path) == {"tool": worked, FULL_RUN: FULL}
    assert [file.name for file in path.parent.iterdir()] == ["rows.jsonl"]


def test_a_missing_package_gives_a_row_with_the_reason():
    """A tool that cannot be imported is not left out silently."""
    row = measured(Tool("gone", "no_such_package"), Setup(), {}, limit=60)
    assert row.found is None
    assert row.error == "ModuleNotFoundError: No module named 'no_such_package'"


def test_a_tool_that_takes_too_long_is_stopped():
    """The row says after how long, and only a longer limit tries again."""
    row = measured(Tool("slow", "peers.with_nearbest", "full_runs"), Setup(), {}, limit=0.01)
    assert (row.found, row.error) == (None, "stopped after 0 s")
    assert row.settled(0.01)
    assert not row.settled(1)


def test_only_missing_and_failed_rows_are_measured(tmp_path, monkeypatch):
    """An interrupted run goes on where it stopped, and tries again what failed."""
    path = tmp_path / "rows.jsonl"
    for row in (FULL, Row("failed", None, error="died")):
        rows.keep(path, row)
    seen = []

    def fake(tool, setup, earlier, limit):
        seen.append((tool.name, sorted(earlier)))
        return Row(tool.name, setup.n_rows, LINE)

    monkeypatch.setattr(bench, "measured", fake)
    tools = tuple(Tool(name, "m") for name in ("new", FULL_RUN, "failed"))
    done = bench.measure_all(path, Setup(1_000), 60, tools)
    assert seen == [
        ("new", ["failed", FULL_RUN]),
        ("failed", ["failed", FULL_RUN, "new"]),
    ]
    assert list(done) == ["new", FULL_RUN, "failed"]
    assert rows.read(path)["failed"].error == ""


def test_table_tells_losses_and_reasons():
    """Loss is against the best of the full runs; a failure is a row with its reason."""
    better = Found("its own", "a | b", None, total=1_234.5, score=0.91)
    lines = table.markdown(
        {
            FULL_RUN: FULL,
            "line": Row("line", 1_000, rows.completed(LINE, FULL)),
            "better": Row("better", 1_000, better),
            "gone": Row("gone", None, error="ImportError: no\n module"),
        },
        "ROC AUC",
    ).splitlines()
    assert "| ROC AUC | loss |" in lines[0]
    assert lines[3] == "| line | 10.0 | 15.0 | line | 0.8500 | 0.0500 | no promise |"
    assert lines[4] == "| better | – | 1,234.5 | its own | 0.9100 | −0.0100 | a \\| b |"
    assert lines[5].endswith("| no result: ImportError: no module |")
    assert lines[-1] == "1,000 rows, one thread. numpy 2.4."


def test_page_is_rewritten_between_its_markers(tmp_path):
    """What stands around the table stays; writing twice changes nothing more."""
    page = tmp_path / "page.md"
    first, second = (each.begin for each in PUBLISHED.values())
    another = f"{first}\nanother\n{table.END}\n"
    page.write_text(f"{another}before\n{second}\nold\n{table.END}\nafter\n")
    table.write(page, {FULL_RUN: FULL}, PUBLISHED["roc_auc"])
    once = page.read_text()
    table.write(page, {FULL_RUN: FULL}, PUBLISHED["roc_auc"])
    assert page.read_text() == once
    assert once.startswith(f"{another}before\n{second}\n\n| tool |")
    assert once.endswith(f"{table.END}\nafter\n")
    assert "old" not in once


def test_page_without_markers_is_refused(tmp_path):
    """A page that lost its markers is not overwritten."""
    page = tmp_path / "page.md"
    page.write_text("nothing here")
    with pytest.raises(ValueError, match="must hold the lines"):
        table.write(page, {FULL_RUN: FULL}, PUBLISHED["accuracy"])


@pytest.mark.parametrize("published", PUBLISHED.values(), ids=list(PUBLISHED))
def test_the_page_of_the_docs_has_its_markers(published):
    """Each table has a place to go to, before hours are spent on it."""
    _, begin, rest = PAGE.read_text().partition(published.begin)
    assert begin
    assert table.END in rest
