"""Closed intervals of accuracies."""

import pytest

from nearbest.race.interval import UNKNOWN, Interval


def test_intersection_takes_the_tighter_end_on_each_side():
    """`&` keeps the larger lower and the smaller upper end, whichever side it is on."""
    wide, high = Interval(0.2, 0.7), Interval(0.5, 0.9)
    assert wide & high == Interval(0.5, 0.7)
    assert high & wide == Interval(0.5, 0.7)


def test_intersection_of_disjoint_intervals_is_empty_and_remembers_by_how_much():
    """Disjoint intervals meet in an empty one whose negative width is the contradiction."""
    nothing = Interval(0.0, 0.2) & Interval(0.5, 1.0)
    assert nothing.is_empty
    assert nothing.width == pytest.approx(-0.3)
    assert 0.3 not in nothing


def test_both_ends_belong_to_the_interval():
    """An interval is closed."""
    interval = Interval(0.25, 0.75)
    assert 0.25 in interval
    assert 0.75 in interval
    assert 0.2499 not in interval
    assert 0.7501 not in interval


def test_a_point_is_not_empty():
    """A full run's interval has width 0 and still holds its one accuracy."""
    point = Interval(0.8, 0.8)
    assert not point.is_empty
    assert point.width == 0
    assert 0.8 in point


def test_unknown_holds_every_accuracy():
    """Before anything is known an accuracy lies anywhere from 0 to 1."""
    assert Interval(0.0, 1.0) == UNKNOWN
    assert UNKNOWN & Interval(0.3, 0.4) == Interval(0.3, 0.4)


def test_it_prints_four_digits():
    """The printed interval has four digits on both ends."""
    assert str(Interval(0.77041, 1.0)) == "[0.7704, 1.0000]"


def test_it_cannot_be_changed():
    """Intervals are values."""
    with pytest.raises(AttributeError):
        Interval(0.1, 0.2).lower = 0.0
