"""Where most candidates need full runs, that is said."""

import pytest

from nearbest.race.answer.certify import certify
from nearbest.race.answer.full_runs import full_runs_note
from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Plan
from nearbest.race.race import Race

SIZES = (1_000, 2_000)


@pytest.fixture
def race():
    """Four candidates, of which the first had its full run."""
    race = Race(Plan(dict.fromkeys("abcd", SIZES), n_test=2_000, epsilon=0.0), Exact())
    for name in "abcd":
        race.tell(Observation.of_counts(name, 1_000, 2_000, 800, 1_600))
    race.tell(Observation.of_counts("a", 2_000, 2_000, 1_600, 1_600))
    return race


def test_few(race):
    """One of four is no reason."""
    assert full_runs_note(race) is None


def test_running_ones_count(race):
    """What is being trained on all rows counts, but not the training for the user."""
    running = [Task("b", 2_000, 2_000), Task("c", 2_000, 2_000)]
    words = "full runs are the better way here: 3 of 4 candidates need one"
    assert full_runs_note(race, running) == words
    assert full_runs_note(race, [Task("b", 2_000, 2_000, for_delivery=True)]) is None


def test_in_the_certificate(race):
    """It is one of its notes, once."""
    for name in "bc":
        race.tell(Observation.of_counts(name, 2_000, 2_000, 1_600, 1_600))
    notes = certify(race).notes
    assert [note for note in notes if note.startswith("full runs are")] == [
        full_runs_note(race)
    ]


def test_two_candidates():
    """Nobody expects to be spared the full runs of two."""
    race = Race(Plan(dict.fromkeys("ab", SIZES), n_test=2_000), Exact())
    for name in "ab":
        race.tell(Observation.of_counts(name, 2_000, 2_000, 1_600, 1_600))
    assert full_runs_note(race) is None


def small(**probed):
    """A race among four on a table whose smallest sample is an eighth of it."""
    race = Race(Plan(dict.fromkeys("abcd", (1_000, 8_000)), n_test=2_000), Exact())
    for name, n_train in probed.items():
        right = n_train * 8 // 10
        race.tell(Observation.of_counts(name, n_train, 2_000, right, 1_600))
    return race


@pytest.mark.parametrize("race", [small(), small(a=8_000)], ids=["first", "second"])
def test_known_from_the_beginning(race):
    """Where samples are not worth a probe, who begins with all rows shows what follows."""
    words = "full runs are the better way here: about 4 of 4 candidates should need one"
    assert full_runs_note(race) == (words if race.history else None)
    assert full_runs_note(race, [Task("b", 8_000, 2_000)]) == words


def test_where_samples_are_tried_first():
    """As with a limit of time, nothing follows from the sizes."""
    assert full_runs_note(small(), [Task("a", 1_000, 2_000)]) is None
    assert full_runs_note(small(a=1_000), [Task("a", 8_000, 2_000)]) is None


def test_foreseen(race):
    """What is expected of the rest counts, and is told as such."""
    assert full_runs_note(race, n_ahead=1) is None
    words = "full runs are the better way here: about 3 of 4 candidates should need one"
    assert full_runs_note(race, n_ahead=2) == words
    assert full_runs_note(race, [Task("b", 2_000, 2_000)], n_ahead=2) == words
    assert full_runs_note(race, n_ahead=9).endswith("about 4 of 4 candidates should need one")
