"""`verbose`, as people know it from scikit-learn."""

import logging

import pytest

from nearbest import NearBestSearch, select
from nearbest.errors import InvalidInput
from nearbest.progress.verbose import Decisions
from nearbest.race.bounds import Exact
from nearbest.race.observation import Task
from nearbest.race.plan import Plan
from nearbest.race.race import Race

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.FitFailedWarning")


@pytest.fixture
def candidates(stub):
    def on_fit(n_rows):
        raise ValueError("no")

    return {"bad": stub(0.5), "broken": stub(on_fit=on_fit), "good": stub(0.9)}


def test_silent(candidates, coins, caplog, capfd):
    """By default nothing is shown, and nothing logged that Python would show."""
    select(candidates, *coins(10_000), random_state=0)
    assert caplog.messages == []
    assert capfd.readouterr().err == ""


def test_whoever_listens_to_info_hears_every_decision(candidates, coins, caplog):
    """As of any library: it takes no argument."""
    with caplog.at_level(logging.INFO, "nearbest"):
        found = select(candidates, *coins(10_000), random_state=0, stop_at="paper")
    probes = [m for m in caplog.messages if m.startswith("Probe ")]
    assert len(probes) == len(found.history)
    assert "Excluded: bad, by good" in caplog.messages


def test_decisions(candidates, coins, caplog):
    """2 logs a line for every probe, with its interval, and for who is excluded by whom."""
    found = select(candidates, *coins(10_000), random_state=0, verbose=2, stop_at="paper")
    probes = [m for m in caplog.messages if m.startswith("Probe ")]
    assert len(probes) == len(found.history)
    assert any("broken on 1,000 rows" in m and "failed: ValueError: no" in m for m in probes)
    assert "Excluded: bad, by good" in caplog.messages
    assert caplog.messages[-1] == f"Ended: {found.certificate.sentence}"
    assert logging.getLogger("nearbest").level == logging.NOTSET


def test_display(candidates, coins, monkeypatch):
    """1 shows the display, which ends with the race."""
    seen = []

    class Display:
        def __init__(self, timeout=None):
            seen.append(timeout)

        def __enter__(self):
            return self

        def __exit__(self, *exception):
            seen.append("closed")

        def __call__(self, race, running):
            seen.append(len(race.history))

    monkeypatch.setattr("nearbest.progress.verbose.Progress", Display)
    found = select(candidates, *coins(10_000), random_state=0, verbose=True)
    assert seen[0] is None
    assert seen[-2:] == [len(found.history), "closed"]


def test_training_the_winner_is_told(candidates, coins, caplog):
    """2 logs what is trained when the race is over."""
    select(candidates, *coins(10_000), random_state=0, verbose=2, stop_at="paper")
    assert any("training the winner, good, on 8,000 rows" in m for m in caplog.messages)


def test_beside_a_watcher(candidates, coins, caplog):
    """A watcher of one's own is called as ever."""
    seen = []
    search = NearBestSearch(
        candidates, random_state=0, verbose=2, watch=lambda race, running: seen.append(race)
    )
    search.fit(*coins(10_000))
    assert len(seen) >= len(search.history_)
    assert caplog.messages


def test_without_logging(candidates, coins, capsys, monkeypatch):
    """Where logging is not set up, lines go to standard error."""
    monkeypatch.setattr(logging.getLogger("nearbest"), "propagate", False)
    select(candidates, *coins(10_000), random_state=0, verbose=2, stop_at="paper")
    assert "Excluded: bad, by good" in capsys.readouterr().err
    assert logging.getLogger("nearbest").handlers == []


@pytest.mark.parametrize("verbose", [-1, "loud", 0.5])
def test_refused(verbose, coins):
    """Anything but an integer is refused by name."""
    with pytest.raises(InvalidInput, match="`verbose` must be an integer of at least 0"):
        select([], *coins(100), verbose=verbose)


def test_a_plateau_is_told_once(caplog, monkeypatch):
    """When it begins, and not with every probe on it."""
    said = iter([None, "the search is on a plateau", "the search is on a plateau", None])
    monkeypatch.setattr("nearbest.progress.verbose.plateau", lambda race: next(said))
    monkeypatch.setattr("nearbest.progress.verbose.training_of", lambda race, running: None)
    race = Race(Plan({"a": (500, 1_000)}, n_test=400), Exact())
    decisions = Decisions()
    with caplog.at_level(logging.INFO, "nearbest"):
        for _ in range(4):
            decisions(race, [])
    assert caplog.messages == ["The search is on a plateau"]


def test_a_matter_of_full_runs_is_told_once(caplog):
    """As soon as it is known, here with the first probe, which is on all rows."""
    race = Race(Plan(dict.fromkeys("abcd", (500, 1_000)), n_test=400), Exact())
    decisions = Decisions()
    with caplog.at_level(logging.INFO, "nearbest"):
        decisions(race, [Task("a", 1_000, 400)])
        decisions(race, [Task("a", 1_000, 400), Task("b", 1_000, 400)])
    words = "Full runs are the better way here: about 4 of 4 candidates should need one"
    assert caplog.messages == [words]
