import os

import pytest

from nearbest import select
from nearbest.report import write_report
from nearbest.running.run_dir.outcome import RunOutcome
from nearbest.running.run_dir.run_dir import RunDir
from nearbest.writing import write_whole
from tests.doubles import BEGUN


def test_what_a_link_leads_to_is_left_alone(tmp_path):
    """A link in a folder that someone sent would else write over a file elsewhere."""
    mine, link = tmp_path / "mine", tmp_path / "link"
    mine.write_text("mine")
    link.symlink_to(mine)
    write_whole(link, b"new")
    assert mine.read_text() == "mine"
    assert link.read_bytes() == b"new"
    assert not link.is_symlink()


def test_a_pipe_is_written_to(tmp_path):
    """So is /dev/stdout, which must not be replaced by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)


def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_bytes(b"old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        write_whole(file, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert file.read_bytes() == b"old"


@pytest.mark.parametrize("name", ["settings.json.part", "outcome.json.part"])
def test_a_run_writes_through_no_link(tmp_path, name):
    """Half-written files have names that whoever sent the folder cannot foresee."""
    mine, folder = tmp_path / "mine", tmp_path / "run"
    mine.write_text("mine")
    with RunDir(folder) as opened:
        opened.begin(BEGUN)
        (folder / name).symlink_to(mine)
        opened.begin(BEGUN)
        opened.finish(RunOutcome())
    assert mine.read_text() == "mine"


def test_a_report_writes_through_no_link(tmp_path, stub, coins):
    mine, report = tmp_path / "mine", tmp_path / "report.html"
    mine.write_text("mine")
    report.symlink_to(mine)
    candidates = {"a": stub(0.9), "b": stub(0.5)}
    write_report(select(candidates, *coins(4_000), random_state=0), report)
    assert mine.read_text() == "mine"
    assert "<html" in report.read_text()
