"""Where most candidates need full runs, that is said."""

import pytest

from nearbest.race.bounds import Exact
from nearbest.race.certify import certify
from nearbest.race.full_runs import full_runs_note
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
