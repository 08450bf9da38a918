import numpy as np
import pytest
from sklearn.model_selection import (
    GroupShuffleSplit,
    ShuffleSplit,
    StratifiedShuffleSplit,
)

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
    path = write_report(tmp_path / "run", tmp_path / "report.html")
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


#: Arguments that say which rows are test rows; what the report says of it, and its code.
ROWS = np.arange(6_000)
SPLITS = {
    "groups": ({"groups": ROWS // 10}, "drawn group by group, not row by row", "groups"),
    "time": ({"time": ROWS}, "The test rows are the last by time", "time"),
    "a list": ({"cv": [(ROWS[:5_000], ROWS[5_000:])]}, "were chosen by `cv`", "cv"),
    "cv by groups": (
        {"cv": GroupShuffleSplit(1, random_state=0), "groups": ROWS // 10},
        "drawn group by group, not row by row",
        "cv, groups",
    ),
    "cv at random": ({"cv": ShuffleSplit(1, random_state=0)}, None, "cv"),
    "cv by class": ({"cv": StratifiedShuffleSplit(1, random_state=0)}, None, "cv"),
    "a test set": (None, "The test set was given, not drawn at random", "X_test, y_test"),
    "nothing": ({}, None, ""),
}
SPLITTERS = ("cv", "groups", "time", "X_test", "y_test")
WHY = {why for _, why, _ in SPLITS.values() if why}


@pytest.mark.parametrize(("more", "why", "names"), SPLITS.values(), ids=SPLITS)
def test_how_the_rows_were_split(tmp_path, stub, coins, more, why, names):
    """The reason of an estimate and the code are true, here and from the run directory."""
    X, y = coins(6_000)
    candidates = {"high": stub(0.9), "low": stub(0.6)}
    more = {"X_test": X, "y_test": y} if more is None else more
    found = select(candidates, X, y, run_dir=tmp_path / "run", random_state=3, **more)
    for source in (found, tmp_path / "run"):
        text = write_report(source, tmp_path / "report.html").read_text(encoding="utf-8")
        header = text.partition("</header>")[0]
        assert {each for each in WHY if each in header} == ({why} if why else set())
        code = text.partition("found = select(")[2].partition("\n)")[0]
        said = [line.strip(" ,") for line in code.splitlines()]
        own = [name for name in SPLITTERS if f"{name}={name}" in said]
        assert own == [name for name in names.split(", ") if name]
        assert ("test_size=0.2" in said) == ("cv" not in more)
        if "cv" in more:
            assert not any(each.startswith("stratify") for each in said)
