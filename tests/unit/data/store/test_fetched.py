"""Copies of published stores on the machines of workers."""

import os
import pickle
import subprocess
import sys
import tempfile

import numpy as np
import pytest
from filelock import FileLock

from nearbest.data.memory import InMemory
from nearbest.data.store import fetched as copies
from nearbest.data.store.published import publish_store
from nearbest.data.store.store import write_store
from nearbest.errors import CannotRead


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """A folder for temporary files, where this process has fetched nothing yet."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr(copies, "_used", {})
    monkeypatch.setattr(copies, "Finalize", lambda *_, **__: None)
    return folder


@pytest.fixture
def published(tmp_path, temporary):
    rows = np.arange(100)
    samples = InMemory(rows.reshape(-1, 1) * 1.0, rows % 2, train=rows[:80], test=rows[80:])
    return publish_store(write_store(samples, tmp_path / "store"), f"file://{tmp_path}/bucket")


def fetch(store):
    """The store as a worker unpickles it."""
    return pickle.loads(pickle.dumps(store))


def end_process():
    for process, place in list(copies._used):
        copies._leave(process, place)


def copies_in(folder):
    return list(folder.glob("*/*/store"))


def test_fetched_once_for_a_machine_and_gone_with_the_last_process(published, temporary):
    """As long as another process uses it, it stays."""
    store = fetch(published)
    assert np.array_equal(store.train(80)[0], published.train(80)[0])
    assert fetch(published).path == store.path
    (copy,) = copies_in(temporary)
    with FileLock(copy.parent / "users" / "another"):
        end_process()
        assert copies_in(temporary) == [copy]
        fetch(published)
    end_process()
    assert not copies_in(temporary)


def test_what_killed_processes_left_goes_with_the_next_copy(published, temporary):
    """The system lets go of their locks."""
    left = copies.folder_of_copies() / "other"
    (left / "users").mkdir(parents=True)
    (left / "users" / "killed").touch()
    (left / "store").mkdir()
    store = fetch(published)
    assert copies_in(temporary) == [store.path]


def test_nobody_else_may_enter(published, temporary):
    """Otherwise another user could put rows there."""
    fetch(published)
    (folder,) = temporary.iterdir()
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has a folder for each user")
@pytest.mark.parametrize("how", ["open to all", "a link", "a file"])
def test_a_folder_that_another_may_have_planted_is_refused(published, temporary, how):
    """Its name is no secret, and /tmp is everybody's."""
    planted = temporary / f"nearbest-stores-{os.getuid()}"
    if how == "open to all":
        planted.mkdir()
        planted.chmod(0o777)
    elif how == "a link":
        (temporary / "elsewhere").mkdir(mode=0o700)
        planted.symlink_to(temporary / "elsewhere")
    else:
        planted.touch()
    with pytest.raises(CannotRead, match="nobody else may enter; set TMPDIR"):
        fetch(published)


WORKER = """
import multiprocessing, pickle, sys

def fetch(packed):
    assert pickle.loads(packed).path.exists()

if __name__ == "__main__":
    packed = bytes.fromhex(sys.argv[2])
    if sys.argv[1] == "here":
        fetch(packed)
    else:
        child = multiprocessing.get_context("fork").Process(target=fetch, args=(packed,))
        child.start(), child.join()
        assert child.exitcode == 0
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no fork")
@pytest.mark.parametrize("where", ["here", "in a child"])
def test_a_process_that_ends_leaves_nothing(published, temporary, where):
    """Nor does one that multiprocessing has started, which ends without `atexit`."""
    packed = pickle.dumps(published).hex()
    line = [sys.executable, "-c", WORKER, where, packed]
    subprocess.run(line, env={**os.environ, "TMPDIR": str(temporary)}, check=True)
    assert not list(temporary.glob("**/manifest.json"))
