"""What was measured of candidates, and who was measured best."""

import math

import pytest

from nearbest.race.bounds import Exact
from nearbest.race.measured import best_measured, is_confirmed, largest_sample, rows_of
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.score import Scale, Score

SIZES = tuple(1_000 * 2**k for k in range(8))
N_TEST = 40_000


def race_of(*names):
    return Race(Plan(dict.fromkeys(names, SIZES), N_TEST), Exact())


def probe(name, k, accuracy, train=0.95):
    size, n_test = SIZES[k], N_TEST if k == 7 else 2 * SIZES[k]
    counts = round(train * size), round(accuracy * n_test)
    return Observation.of_counts(name, size, n_test, *counts)


def tell(race, name, *accuracies):
    for k, accuracy in enumerate(accuracies):
        race.tell(probe(name, k, accuracy))


def test_the_best_score_wins():
    """Whatever upper bounds are."""
    race = race_of("a", "b")
    tell(race, "a", 0.80, 0.80)
    tell(race, "b", 0.85, 0.85)
    assert best_measured(race) == "b"


def test_a_full_run_has_no_noise():
    """Scored on all test rows, it is what it is."""
    race = race_of("a", "b")
    race.tell(probe("a", 7, 0.800))
    race.tell(probe("b", 3, 0.8005))
    assert best_measured(race) == "a"


def test_a_range_without_end():
    """Where nothing is known of the noise, the scores themselves are compared."""
    scale = Scale("R²", -math.inf, 1.0, "approximate")
    assert math.isnan(scale.standard_error(Score(0.5, 100)))


@pytest.mark.parametrize(("k", "rows"), [(2, 4_000), (7, 1_000)])
def test_largest_sample(k, rows):
    """A full run is no sample."""
    race = race_of("a", "b")
    tell(race, "b", 0.8)
    race.tell(probe("a", k, 0.8))
    assert largest_sample(race) == rows
    assert rows_of(race, "a") == SIZES[k]


def test_confirmed():
    """A quarter of the largest sample's rows confirm a winner, or a full run."""
    race = race_of("a", "b")
    tell(race, "a", 0.8)
    tell(race, "b", 0.8, 0.8, 0.8)
    assert is_confirmed(race, "a", 0.25)
    race.tell(probe("b", 3, 0.8))
    assert not is_confirmed(race, "a", 0.25)
    race.tell(probe("a", 7, 0.8))
    assert is_confirmed(race, "a", 0.25)
