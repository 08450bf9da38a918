"""Interval algebra."""

from hypothesis import given
from hypothesis import strategies as st

from nearbest.race.interval import UNKNOWN, Interval

shares = st.floats(0, 1)
intervals = st.builds(Interval, shares, shares)


@given(intervals, intervals)
def test_intersection_commutes(a, b):
    """The order of two intervals does not matter."""
    assert a & b == b & a


@given(intervals, intervals, intervals)
def test_intersection_associates(a, b, c):
    """Three intervals meet in one, however they are grouped."""
    assert (a & b) & c == a & (b & c)


@given(intervals)
def test_intersection_is_idempotent_and_unknown_is_neutral(a):
    """An interval is not changed by itself nor by knowing nothing."""
    assert a & a == a
    assert a & UNKNOWN == a


@given(intervals, intervals, shares)
def test_an_accuracy_lies_in_both_or_not_in_the_intersection(a, b, x):
    """`in` of the intersection is `in` of both."""
    assert (x in (a & b)) == (x in a and x in b)


@given(intervals, intervals)
def test_intersection_never_widens(a, b):
    """The width of the intersection is at most that of each."""
    assert (a & b).width <= min(a.width, b.width)


@given(intervals, shares)
def test_nothing_lies_in_an_empty_interval(a, x):
    """Empty means that no accuracy is in it, and not empty that its ends are."""
    if a.is_empty:
        assert x not in a
        assert a.width < 0
    else:
        assert a.lower in a
        assert a.upper in a
