import numpy as np
import pytest

from nearbest import select
from nearbest.errors import CannotWrite, InvalidInput
from nearbest.report import read_story, story_of, write_report
from nearbest.report.reproduce import as_code


class Reportable:
    def __init__(self, race):
        self.race = race

    def story(self):
        return story_of(self.race)


def test_from_a_run_directory(tmp_path, stub, coins):
    """A run directory tells the same story as the selection that made it."""
    X, y = coins(6_000)
    candidates = {"high": stub(0.9), "low": stub(0.6)}
    found = select(candidates, X, y, run_dir=tmp_path / "run", random_state=3)
    there, here = read_story(tmp_path / "run"), found.story()
    assert [c.name for c in there.candidates] == [c.name for c in here.candidates]
    assert there.moments == here.moments
    assert there.settings["random_state"] == here.settings["random_state"] == 3
    path = write_report(tmp_path / "run", tmp_path / "new" / "report.html")
    assert "high" in path.read_text(encoding="utf-8")


def test_the_code_of_a_run_directory_names_the_same_objects(tmp_path, stub, coins):
    """A scheduler that a time limit changed is written as an object, not as a text."""
    options = {"run_dir": tmp_path / "run", "random_state": 3, "timeout": 60}
    found = select({"high": stub(0.9), "low": stub(0.6)}, *coins(6_000), **options)
    there, here = read_story(tmp_path / "run"), found.story()
    assert "scheduler=Frugal(hurried=True)" in as_code(here.settings)
    assert "scheduler=Frugal(hurried=True)" in as_code(there.settings)
    assert "import select, Exact, Frugal" in as_code(there.settings)


def test_a_folder_without_a_run(tmp_path):
    """A folder that holds no run is refused."""
    with pytest.raises(InvalidInput, match="must hold a run"):
        write_report(tmp_path, tmp_path / "report.html")


def test_a_place_that_cannot_be_written(race, tmp_path):
    """The error names the file."""
    (tmp_path / "taken").mkdir()
    with pytest.raises(InvalidInput, match=r"`path` must be a file that can be .*taken"):
        write_report(Reportable(race), tmp_path / "taken")


def test_a_disk_that_is_full(race, tmp_path, monkeypatch):
    """The error names the file."""

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("nearbest.report.writer.write_whole", fail)
    with pytest.raises(CannotWrite, match=r"r.html cannot be written: No"):
        write_report(Reportable(race), tmp_path / "r.html")


@pytest.mark.parametrize("grouped", [True, False])
def test_why_it_is_an_estimate(tmp_path, stub, coins, grouped):
    """Groups and a test set of one's own are told apart, here and from the run directory."""
    X, y = coins(6_000)
    candidates = {"high": stub(0.9), "low": stub(0.6)}
    more = {"groups": np.arange(6_000) // 10} if grouped else {"X_test": X, "y_test": y}
    found = select(candidates, X, y, run_dir=tmp_path / "run", random_state=3, **more)
    for source in (found, tmp_path / "run"):
        text = write_report(source, tmp_path / "report.html").read_text(encoding="utf-8")
        assert ("drawn group by group" in text) == grouped
        assert ("    groups=groups," in text) == grouped
        assert ("The test set was given, not drawn at random" in text) != grouped
        assert ("    X_test=X_test," in text) != grouped
