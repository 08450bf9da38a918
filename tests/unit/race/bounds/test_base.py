"""What both sets of bounds share."""

import numpy as np
import pytest

from nearbest.data.drawn import Drawn
from nearbest.data.target import Classes, Numbers
from nearbest.errors import NotSupported
from nearbest.race.bounds import Exact, Hoeffding
from nearbest.race.bounds.base import (
    GIVEN_TEST_SET,
    RANDOM_SPLIT,
    check_supported,
    contradictions,
    is_measured,
    shared_assumptions,
    without_empty,
)
from nearbest.race.interval import Interval
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import ACCURACY, Scale

PLAN = Plan({"a": (100, 200), "b": (50, 100)}, n_test=400)


def full_run(correct):
    return Observation.of_counts("a", 200, 400, train_correct=180, test_correct=correct)


def test_a_full_run_uses_all_rows_of_both_sets():
    """Only a probe at its configuration's own last size and on all of D_te is full."""
    assert is_measured(Observation("a", 200, 400), PLAN)
    assert is_measured(Observation("b", 100, 400), PLAN)
    assert not is_measured(Observation("a", 100, 400), PLAN)
    assert not is_measured(Observation("a", 200, 399), PLAN)


def test_a_full_run_above_its_upper_bound_contradicts_fitness_by_the_excess():
    """The violation names fitness and its magnitude is the distance to the bound."""
    (seen,) = contradictions("a", 360 / 400, Interval(0.6, 0.85))
    assert (seen.configuration, seen.assumption) == ("a", "fitness")
    assert seen.magnitude == pytest.approx(0.05)
    assert "0.9000" in str(seen)
    assert "0.8500" in str(seen)


def test_a_full_run_below_its_lower_bound_contradicts_exploitativeness_by_the_lack():
    """More rows gave a worse model; the magnitude is by how much at least."""
    (seen,) = contradictions("a", 200 / 400, Interval(0.6, 0.85))
    assert seen.assumption == "exploitativeness"
    assert seen.magnitude == pytest.approx(0.1)


@pytest.mark.parametrize("correct", [240, 300, 340])
def test_a_full_run_inside_its_interval_contradicts_nothing(correct):
    """Both ends of [0.60, 0.85] are inside."""
    assert contradictions("a", correct / 400, Interval(0.6, 0.85)) == ()


def test_an_empty_interval_gives_up_its_upper_end_and_is_reported():
    """The lower end holds for a model that exists, so that one is kept."""
    kept, (seen,) = without_empty("a", Interval(0.8, 0.75))
    assert kept == Interval(0.8, 1.0)
    assert seen.assumption == "fitness or exploitativeness"
    assert seen.magnitude == pytest.approx(0.05)
    assert str(seen).startswith("a: its bounds contradict each other")


def test_an_interval_with_something_in_it_is_left_alone():
    """A point is not empty."""
    assert without_empty("a", Interval(0.8, 0.8)) == (Interval(0.8, 0.8), ())


def test_a_given_test_set_replaces_the_assumption_of_a_random_split():
    """Both bounds say that upper bounds are heuristic without a random split."""
    given = Plan({"a": (100, 200)}, n_test=400, drawn=Drawn("choice"))
    assert shared_assumptions(PLAN)[0] == RANDOM_SPLIT
    assert shared_assumptions(given)[0] == GIVEN_TEST_SET
    assert shared_assumptions(given)[1:] == shared_assumptions(PLAN)[1:]


CLASSES, NUMBERS = Classes.of(np.array([0, 1])), Numbers(0.0, 1.0, 0.5, 0.1)
LOSS = Scale("log loss", -7.0, 0.0, "row means")
AUC = Scale("ROC AUC", 0.0, 1.0, "pairs")
F1 = Scale("F1", 0.0, 1.0, "approximate")


@pytest.mark.parametrize(
    ("bounds", "scale", "target"),
    [
        (Exact(), ACCURACY, CLASSES),
        (Hoeffding(), ACCURACY, CLASSES),
        (Exact(), LOSS, NUMBERS),
        (Exact(), AUC, CLASSES),
        (Exact(), F1, CLASSES),
    ],
)
def test_scores_that_can_be_bounded_pass(bounds, scale, target):
    """Accuracy by both sets of bounds, all other kinds by `Exact`."""
    check_supported(bounds, scale, target)


@pytest.mark.parametrize(
    ("bounds", "scale", "target"),
    [
        (Hoeffding(), LOSS, CLASSES),
        (Exact(), ACCURACY, NUMBERS),
        (Hoeffding(), AUC, CLASSES),
        (Hoeffding(), F1, CLASSES),
        (Exact(), AUC, NUMBERS),
        (Exact(), Scale("squared error", -np.inf, 0.0, "row means"), NUMBERS),
    ],
)
def test_scores_that_cannot_be_bounded_are_refused_by_name(bounds, scale, target):
    """One sentence names the bounds, the score and its kind."""
    with pytest.raises(NotSupported) as refused:
        check_supported(bounds, scale, target)
    assert repr(bounds) in str(refused.value)
    assert scale.name in str(refused.value)
    assert scale.kind in str(refused.value)
