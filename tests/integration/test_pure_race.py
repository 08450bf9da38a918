"""While a race runs, nothing below `running/` opens a file."""

import subprocess
import sys
from itertools import product

import pytest
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from nearbest import select
from nearbest.forecast.outlook import default_analogs
from nearbest.race.race import Race

PURE = ("nearbest/race/", "nearbest/forecast/", "nearbest/candidates/")


class Watched:
    """Files opened by pure code while `on`, each with the frames that led to it."""

    def __init__(self):
        self.on, self.opened = False, []

    def __call__(self, event, arguments):
        if not self.on or event != "open":
            return
        frames, frame = [], sys._getframe()
        while frame is not None:
            frames.append(frame.f_code.co_filename)
            frame = frame.f_back
        if any(part in name for name in frames for part in PURE):
            self.opened.append((arguments[0], frames[:5]))


WATCHED = Watched()
sys.addaudithook(WATCHED)  # for good: hooks cannot be removed


@pytest.fixture
def watched(monkeypatch):
    """Watches from the first observation of a race to the end of the test."""
    tell = Race.tell

    def watched_tell(race, observation):
        WATCHED.on = True
        tell(race, observation)

    monkeypatch.setattr(Race, "tell", watched_tell)
    WATCHED.opened.clear()
    yield WATCHED
    WATCHED.on = False


@pytest.mark.parametrize(
    ("stop_at", "scheduler"),
    [
        ("calibrated", "auto"),
        *product(["proved"], ["auto", "gradient", "threat"]),
        *product(["paper", "stated"], ["gradient", "ucb", "round robin", "threat"]),
    ],
)
def test_no_file_is_opened_while_a_race_runs(watched, stop_at, scheduler):
    """Past curves are read before the first probe, and only where they are asked for."""
    default_analogs()  # as by an earlier run of the process
    X, y = make_classification(6_000, random_state=0)
    candidates = {
        "bayes": GaussianNB(),
        "tree": DecisionTreeClassifier(max_depth=4),
        "dummy": DummyClassifier(),
    }
    found = select(
        candidates, X, y, stop_at=stop_at, scheduler=scheduler, cost="rows", random_state=0
    )
    assert found.race.history
    assert watched.opened == []


def test_the_watch_sees_what_it_is_to_see(watched, tmp_path, monkeypatch):
    """A race that opened a file would be caught."""
    monkeypatch.setattr(
        Race,
        "role",
        lambda race, name: exec(
            compile("open(path)", PURE[0], "exec"), {"path": tmp_path / "x"}
        ),
    )
    WATCHED.on = True
    with pytest.raises(FileNotFoundError):
        Race.role(None, "a")
    assert watched.opened


def test_a_proof_loads_no_past_curves():
    """A fit that asked for no forecast reads no library."""
    code = (
        "import sys\n"
        "seen = []\n"
        "sys.addaudithook(lambda e, a: seen.append(str(a[0])) if e == 'open' else None)\n"
        "from sklearn.datasets import make_classification\n"
        "from sklearn.tree import DecisionTreeClassifier\n"
        "from nearbest import NearBestSearch\n"
        "X, y = make_classification(4_000, random_state=0)\n"
        "grid = {'max_depth': [1, 4]}\n"
        "trees = DecisionTreeClassifier(), grid\n"
        "NearBestSearch(trees, stop_at='proved', random_state=0).fit(X, y)\n"
        "print([name for name in seen if name.endswith(('.parquet', '.npz'))])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
