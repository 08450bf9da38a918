import re

import pytest

from nearbest.errors import InvalidInput
from nearbest.running.run_dir.claim import check_claim
from nearbest.running.run_dir.names import WRITTEN
from nearbest.running.run_dir.run_dir import RunDir


@pytest.mark.parametrize("path", ["", " ", "\t\n", "a\0b", 3, b"run"], ids=repr)
def test_a_run_needs_a_folder_with_a_name(path):
    """An empty name would be the current folder, and a blank one could not be seen."""
    with pytest.raises(InvalidInput, match="`run_dir` must name a directory"):
        RunDir(path)


@pytest.mark.parametrize("name", ["thesis.txt", "models", "journal.jsonl", "outcome.json"])
def test_a_folder_with_files_of_the_user_is_refused(tmp_path, name):
    """Nothing is written to it, not even the lock."""
    (tmp_path / name).write_text("mine")
    with pytest.raises(InvalidInput, match=f"holds '{name}', so choose another"):
        RunDir(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_a_lock_of_the_user_is_not_emptied(tmp_path):
    (tmp_path / "lock").write_text("mine")
    with pytest.raises(InvalidInput, match="holds 'lock'"):
        RunDir(tmp_path)
    assert (tmp_path / "lock").read_text() == "mine"


@pytest.mark.parametrize(
    "name",
    [
        "candidates.toml",
        "command.json",
        "strata.npz",
        "store",
        "store.zip",
        "settings.json.bak",
    ],
)
def test_files_of_the_user_that_are_called_like_those_of_a_run_are_left_alone(tmp_path, name):
    """Without a lock, no run wrote the file."""
    (tmp_path / name).write_text("mine")
    with pytest.raises(InvalidInput, match=f"holds {re.escape(repr(name))}"):
        RunDir(tmp_path)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def test_a_run_that_did_not_begin_is_taken_up(tmp_path):
    """A crash before the settings were written leaves these."""
    for name in ("lock", "command.json", "candidates.toml", "strata.npz", "command.json.part"):
        (tmp_path / name).touch()
    (tmp_path / "store").mkdir()
    RunDir(tmp_path).close()


@pytest.mark.parametrize("name", WRITTEN)
def test_links_are_not_written_through(tmp_path, name):
    """A stranger's folder must not lead to files elsewhere."""
    elsewhere, folder = tmp_path / "mine", tmp_path / "run"
    elsewhere.write_text("mine")
    folder.mkdir()
    (folder / "settings.json").write_text('{"format": 1}')
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(elsewhere)
    with pytest.raises(InvalidInput, match="is a link to another place"):
        RunDir(folder)
    assert elsewhere.read_text() == "mine"


def test_a_new_and_an_empty_folder_are_taken(tmp_path):
    assert check_claim(tmp_path) == tmp_path
    assert check_claim(str(tmp_path / "new")) == tmp_path / "new"
