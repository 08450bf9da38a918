"""Whose a run directory is at the moment."""

import threading
import time

import pytest
from filelock import FileLock

from nearbest.errors import RunDirInUse
from nearbest.running.run_dir import run_dir
from nearbest.running.run_dir.claim import LOCK
from nearbest.running.run_dir.run_dir import RunDir, is_in_use


def test_in_use(tmp_path):
    """As long as it is open, and not afterwards."""
    with RunDir(tmp_path):
        assert is_in_use(tmp_path)
        with pytest.raises(RunDirInUse):
            RunDir(tmp_path)
    assert not is_in_use(tmp_path)


def test_a_look_keeps_nobody_out(tmp_path, monkeypatch):
    """`nearbest show` asks whether it is in use at the moment at which a run goes on."""
    RunDir(tmp_path).close()
    monkeypatch.setattr(run_dir, "SECONDS_OF_A_LOOK", 30)
    looking = threading.Event()

    def look():
        with FileLock(tmp_path / LOCK):
            looking.set()
            time.sleep(0.05)

    look_of_another = threading.Thread(target=look)
    look_of_another.start()
    looking.wait()
    with RunDir(tmp_path):
        assert is_in_use(tmp_path)
    look_of_another.join()
