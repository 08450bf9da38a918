"""What was measured of candidates, and who was measured best."""

import math

from nearbest.race.bounds import Exact
from nearbest.race.measured import best_measured
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
