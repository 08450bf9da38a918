"""A recording goes into a file of its own, or into none."""

import pytest

from nearbest import select
from nearbest.errors import CannotWrite, InvalidInput
from nearbest.replay import record


@pytest.fixture
def recorded(stub, coins):
    X, y = coins(2_000)

    def into(journal):
        return record({"a": stub()}, X, y, journal=journal, min_train_size=400)

    return into


def held(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "content",
    [b"my notes\n", b"no newline", b'{"port": 80}', b'{"port": 80}\n', b"\0\0", b"\xff\xfe"],
)
def test_a_file_of_the_users(recorded, tmp_path, content):
    """It stays as it is, and nothing is written beside it."""
    (tmp_path / "app.json").write_bytes(content)
    with pytest.raises(InvalidInput, match="`journal` must be a new file, or one that"):
        recorded(tmp_path / "app.json")
    assert held(tmp_path) == {"app.json": content}


def test_the_journal_of_a_run(recorded, stub, coins, tmp_path):
    """A run's journal is the run's."""
    select({"a": stub(), "b": stub()}, *coins(2_000), run_dir=tmp_path / "run")
    before = held(tmp_path)
    with pytest.raises(InvalidInput, match="is neither"):
        recorded(tmp_path / "run" / "journal.jsonl")
    assert held(tmp_path) == before


@pytest.mark.parametrize("content", [b"a hard problem", b"[1]", b"{}"])
def test_a_note_of_the_users(recorded, tmp_path, content):
    """The name that the note needs may be taken."""
    (tmp_path / "curves.problem").write_bytes(content)
    with pytest.raises(InvalidInput, match=r"needs the name curves\.problem"):
        recorded(tmp_path / "curves")
    assert held(tmp_path) == {"curves.problem": content}


def test_a_directory(recorded, tmp_path):
    """It is said to be none, in a sentence."""
    with pytest.raises(InvalidInput, match="`journal` must be a new file"):
        recorded(tmp_path)


def test_nowhere(recorded, tmp_path):
    """So is what has no directory."""
    with pytest.raises(CannotWrite, match="`journal` must be a file that can be written"):
        recorded(tmp_path / "gone" / "curves.jsonl")


def test_an_empty_file(recorded, tmp_path):
    """There is nothing in it to lose."""
    (tmp_path / "curves.jsonl").touch()
    frame = recorded(tmp_path / "curves.jsonl")
    assert len(recorded(tmp_path / "curves.jsonl")) == len(frame)
