"""Strings that stand for bounds and schedulers."""

import pytest

from nearbest.errors import InvalidInput
from nearbest.race.bounds import Exact, Hoeffding
from nearbest.race.schedulers import UCB, Frugal, GradientCI, RoundRobin, ThreatFirst
from nearbest.race.strategies import bounds_named, scheduler_named


@pytest.mark.parametrize(
    ("name", "kind"),
    [("exact", Exact), ("Exact", Exact), ("hoeffding", Hoeffding), ("HOEFFDING", Hoeffding)],
)
def test_bounds_are_found_by_name_whatever_the_case(name, kind):
    """A name stands for bounds with their defaults."""
    assert isinstance(bounds_named(name), kind)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("gradient", GradientCI),
        ("GradientCI", GradientCI),
        ("gradient_ci", GradientCI),
        ("ucb", UCB),
        ("UCB", UCB),
        ("round robin", RoundRobin),
        ("round-robin", RoundRobin),
        ("RoundRobin", RoundRobin),
    ],
)
def test_schedulers_are_found_by_name_and_by_class_name(name, kind):
    """Blanks, dashes, underscores and case do not matter."""
    assert isinstance(scheduler_named(name), kind)


def test_an_object_is_used_as_it_is():
    """An object with the right method stands for itself."""
    bounds, scheduler = Exact(self_check=False), UCB()
    assert bounds_named(bounds) is bounds
    assert scheduler_named(scheduler) is scheduler


@pytest.mark.parametrize("kind", [Frugal, type("Mine", (Frugal,), {})])
def test_limited_time_replaces_no_object(kind):
    """One of the user's own goes its way; one by name makes the most of the time."""
    scheduler = kind()
    assert scheduler_named(scheduler, "calibrated", hurried=True) is scheduler
    assert not scheduler.hurried
    assert type(scheduler_named(kind, "calibrated", hurried=True)) is kind
    assert scheduler_named("auto", "calibrated", hurried=True).hurried
    assert scheduler_named("frugal", "calibrated", hurried=True).hurried


def test_a_class_is_instantiated():
    """A class stands for an object with its defaults."""
    assert bounds_named(Exact) == Exact()
    assert isinstance(scheduler_named(RoundRobin), RoundRobin)


@pytest.mark.parametrize("value", ["bayes", "", None, 3])
def test_anything_else_is_refused_with_the_names_there_are(value):
    """The error names the argument, the choices and the value."""
    with pytest.raises(InvalidInput, match=r"`bounds` .*'exact', 'hoeffding'.*`estimator`"):
        bounds_named(value)
    with pytest.raises(InvalidInput, match=r"`scheduler` .*'ucb'.*`ask`"):
        scheduler_named(value)


def test_bounds_are_no_scheduler():
    """An object of the other kind is refused."""
    with pytest.raises(InvalidInput, match="`scheduler`"):
        scheduler_named(Exact())


def test_where_candidates_arrive_those_that_will_hardly_win_are_left_alone():
    assert isinstance(scheduler_named("auto", "proved", arriving=True), ThreatFirst)
    assert isinstance(scheduler_named("gradient", "proved", arriving=True), GradientCI)
