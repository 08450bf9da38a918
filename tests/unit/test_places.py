"""Where users' paths lead, and what may be written there."""

import os

import pytest

from nearbest.errors import InvalidInput
from nearbest.places import (
    MODELS,
    REPORTS,
    Output,
    as_path,
    check_inputs_kept,
    check_output,
    check_outputs,
)


def report(path):
    return Output("--report", path, REPORTS)


def model(path):
    return Output("--save", path, MODELS)


class TestPaths:
    def test_home(self, tmp_path, monkeypatch):
        """A shell leaves `--run-dir=~/run` alone, and so does Python."""
        monkeypatch.setenv("HOME", str(tmp_path))
        assert as_path("~/run") == tmp_path / "run"

    def test_a_folder_named_so_comes_first(self, tmp_path, monkeypatch):
        """What is here under that very name is what is meant."""
        monkeypatch.chdir(tmp_path)
        (tmp_path / "~" / "run").mkdir(parents=True)
        assert os.fspath(as_path("~/run")) == "~/run"


class TestOutput:
    def test_writable(self, tmp_path):
        """A file in a folder that is there."""
        check_output(model(tmp_path / "model.skops"))
        check_output(model(tmp_path / "model.PKL"))

    def test_no_folder(self, tmp_path):
        """None is made for a file: its name may be a slip."""
        says = f"`--save` must be in a folder that exists; the folder {tmp_path}/new does not "
        with pytest.raises(InvalidInput, match=says):
            check_output(model(tmp_path / "new" / "model.skops"))

    def test_not_writable(self, tmp_path):
        """A folder, or a file in something that is none, is refused by the option's name."""
        (tmp_path / "file").write_text("")
        for path in (tmp_path, tmp_path / "file" / "model.skops"):
            with pytest.raises(InvalidInput, match="`--save` must be a file"):
                check_output(model(path))

    def test_another_suffix(self, tmp_path):
        """A report is no table, whatever a slip of the hand calls it."""
        with pytest.raises(InvalidInput, match=r"must end in .html or .htm; got trips.csv"):
            check_output(report(tmp_path / "trips.csv"))

    def test_a_pipe_may_be_called_anything(self, tmp_path):
        """So may /dev/stdout."""
        os.mkfifo(tmp_path / "pipe")
        check_output(report(tmp_path / "pipe"))


class TestSeveral:
    def test_two_in_one(self, tmp_path):
        """The second would replace the first."""
        (tmp_path / "x").mkdir()
        (tmp_path / "a.html").write_text("")
        (tmp_path / "b.html").hardlink_to(tmp_path / "a.html")
        for other in ("a.html", "x/../a.html", "b.html"):
            with pytest.raises(InvalidInput, match="must be two files"):
                check_outputs([report(tmp_path / "a.html"), report(tmp_path / other)])
        check_outputs([report(tmp_path / "a.html"), model(tmp_path / "a.skops")])

    def test_inputs_are_kept(self, tmp_path, monkeypatch):
        """By whatever way they are named, and also in a folder of them."""
        monkeypatch.chdir(tmp_path)
        trips, link = tmp_path / "trips.csv", tmp_path / "link.html"
        trips.write_text("km")
        link.symlink_to(trips)
        for path in (trips, as_path("trips.csv"), link):
            with pytest.raises(InvalidInput, match="must not replace what is read"):
                check_inputs_kept([report(path)], {"DATA": ["other.csv", str(trips)]})
        with pytest.raises(InvalidInput, match=r"belongs to the run directory"):
            check_inputs_kept(
                [model(tmp_path / "run" / "models" / "m.skops")],
                {"the run directory": [tmp_path / "run" / "models"]},
            )
        check_inputs_kept([report(tmp_path / "new.html")], {"DATA": [trips]})
