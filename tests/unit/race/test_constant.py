"""Races that a constant prediction would decide as well."""

import pytest

from nearbest.race.constant import beats_no_constant, nothing_to_gain
from nearbest.race.plan import Plan


def plan(constant):
    return Plan({"tree": (100,)}, n_test=100, constant=constant)


@pytest.mark.parametrize("constant", [0.995, 0.991])
def test_an_epsilon_as_large_as_what_can_be_gained_is_said(constant):
    """By much or by little."""
    assert "more than there is to gain" in nothing_to_gain(plan(constant))


@pytest.mark.parametrize("constant", [None, 0.5, 1.0])
def test_nothing_is_said_where_the_comparison_tells_nothing(constant):
    """Neither below the limit, nor where a constant is perfect: no model could beat it."""
    assert nothing_to_gain(plan(constant)) is None


def test_a_winner_is_compared_with_the_constant():
    """Unless that one is perfect, as "positive" everywhere is by recall."""
    assert "means little" in beats_no_constant(plan(0.5), "tree", 0.505, True)
    assert beats_no_constant(plan(0.5), "tree", 0.52, True) is None
    assert beats_no_constant(plan(1.0), "tree", 0.9, True) is None
