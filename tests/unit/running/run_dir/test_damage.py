"""Damaged files of a run are named in one sentence, in Python too."""

import json

import pytest

from nearbest import select
from nearbest.errors import DamagedJournal, DamagedRun, InvalidInput, NearBestError
from nearbest.running.resume import read_run

#: Nested more deeply than it can be read.
DEEP = [pytest.param(b"[" * 100_000, id="deep")]


@pytest.fixture
def folder(tmp_path, stub, coins):
    """A finished run."""
    candidates = {"good": stub(0.9), "bad": stub(0.6)}
    select(candidates, *coins(4_000), run_dir=tmp_path, random_state=0, cost="rows")
    return tmp_path


def change(file, **values):
    file.write_text(json.dumps(json.loads(file.read_text()) | values))


def drop(file, key):
    values = json.loads(file.read_text())
    del values[key]
    file.write_text(json.dumps(values))


@pytest.mark.parametrize(
    "content", [b"", b"{torn", b"[1, 2]", b"null", b"\xff\xfe", b"3", *DEEP]
)
@pytest.mark.parametrize("name", ["settings.json", "outcome.json"])
def test_what_is_no_object_is_named(folder, name, content):
    """Empty, torn, of another type, no text at all, or of no end."""
    (folder / name).write_bytes(content)
    with pytest.raises(DamagedRun, match=f"{name} is damaged: .*; restore it") as found:
        read_run(folder)
    assert isinstance(found.value, InvalidInput | NearBestError)
    assert len(str(found.value).splitlines()) == 1


@pytest.mark.parametrize(
    "key",
    [
        "candidates",
        "sizes",
        "n_test",
        "epsilon",
        "delta",
        "bounds",
        "cost",
        "batches",
        "growth",
    ],
)
def test_settings_that_lack_something(folder, key):
    """The key is named."""
    drop(folder / "settings.json", key)
    with pytest.raises(DamagedRun, match=f"settings.json is damaged: '{key}' is missing"):
        read_run(folder)


@pytest.mark.parametrize(
    "values",
    [{"sizes": [1_000, "x"]}, {"batches": [0]}, {"candidates": []}, {"n_test": "many"}],
    ids=str,
)
def test_settings_of_the_wrong_type(folder, values):
    """The key is named."""
    change(folder / "settings.json", **values)
    with pytest.raises(DamagedRun, match=f"settings.json is damaged: .*{next(iter(values))}"):
        read_run(folder)


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"bounds": {"name": "Exact", "two_sleps": True}}, "two_sleps"),
        ({"bounds": {}}, "'name' is missing"),
        ({"rule": "prove7"}, "'rule' cannot be 'prove7'"),
    ],
    ids=str,
)
def test_settings_that_lead_nowhere(folder, values, what):
    """What only shows when the race is put together again is named as well."""
    change(folder / "settings.json", **values)
    with pytest.raises(DamagedRun, match=rf"settings\.json is damaged: .*{what}"):
        read_run(folder)


def test_settings_of_another_program_are_no_run(folder):
    """An editor's folder has a file of that name too."""
    (folder / "settings.json").write_text('{"editor.fontSize": 12}')
    with pytest.raises(InvalidInput, match=r"settings\.json is not one's, so choose another"):
        read_run(folder)


def test_a_run_does_not_go_on_from_damaged_settings(folder, stub, coins):
    """Nothing is written, and nothing trained."""
    drop(folder / "settings.json", "candidates")
    before = (folder / "journal.jsonl").read_bytes()
    with pytest.raises(DamagedRun, match=r"settings\.json is damaged"):
        select({"good": stub(0.9)}, *coins(4_000), run_dir=folder, random_state=0, cost="rows")
    assert (folder / "journal.jsonl").read_bytes() == before


def test_an_outcome_of_the_wrong_form(folder):
    """Its parts are checked when they are read."""
    change(folder / "outcome.json", delivery={"model": 1}, prediction={"probability": 1})
    with pytest.raises(DamagedRun, match=r"outcome\.json is damaged"):
        read_run(folder)


def test_a_journal_that_was_cut_off(folder, stub, coins):
    """It has fewer lines than the run ended with; a run that goes on makes them again."""
    journal = folder / "journal.jsonl"
    whole = journal.read_bytes()
    n = whole.count(b"\n")
    for lines, kept in ((n - 1, whole[:-2]), (1, whole[: whole.index(b"\n") + 1]), (0, b"")):
        journal.write_bytes(kept)
        says = f"journal.jsonl is damaged: it has {lines} of the {n} lines .*or resume the run"
        with pytest.raises(DamagedJournal, match=says):
            read_run(folder)
    candidates = {"good": stub(0.9), "bad": stub(0.6)}
    select(candidates, *coins(4_000), run_dir=folder, cost="rows")
    assert read_run(folder).winner == "good"


def test_an_outcome_that_counts_no_lines(folder):
    """Earlier versions did not write them down."""
    drop(folder / "outcome.json", "n_lines")
    assert read_run(folder).winner == "good"
    change(folder / "outcome.json", n_lines="many")
    with pytest.raises(DamagedRun, match="'n_lines' cannot be 'many'"):
        read_run(folder)


def test_damaged_strata(tmp_path, stub, coins):
    """The bounds need them."""
    options = {"run_dir": tmp_path, "random_state": 0, "cost": "rows", "stratify": True}
    select({"good": stub(0.9), "bad": stub(0.6)}, *coins(4_000), **options)
    (tmp_path / "strata.npz").write_bytes(b"PK\x03\x04 torn")
    with pytest.raises(DamagedRun, match=r"strata\.npz is damaged"):
        read_run(tmp_path)
