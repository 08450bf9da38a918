import pytest

from nearbest.race.field import Field
from nearbest.race.interval import Interval
from nearbest.race.score import ACCURACY


@pytest.fixture
def field():
    """One that leads, one that is out of reach, one that may win, and one unprobed."""
    found = Field(ACCURACY, 4, epsilon=0.01)
    for i, (lower, upper) in enumerate([(0.7, 0.8), (0.6, 0.65), (0.5, 0.9)]):
        found.note(i, Interval(lower, upper))
    return found


def test_nobody_leads_before_the_first():
    """All contend then."""
    empty = Field(ACCURACY, 2, epsilon=0.01)
    assert (empty.incumbent, empty.papers_guess) == (None, None)
    assert empty.contending.tolist() == [True, True]


def test_who_leads_and_who_may_win(field):
    """Those whose upper bound is above the incumbent's lower one by more than ε."""
    assert field.incumbent == 0
    assert field.contending.tolist() == [True, False, True, True]


def test_who_failed_is_out(field):
    """It neither leads nor contends nor bounds anybody's gap."""
    field.leave_out(3)
    assert field.highest_other(0) == 0.9
    field.leave_out(2)
    assert field.gap(0) == pytest.approx(0.65 - 0.7)
    assert field.contending.tolist() == [True, False, False, False]


def test_newcomers_are_unknown(field):
    """They contend with all that a score can be."""
    field.join(2)
    assert field.upper.tolist()[-2:] == [1.0, 1.0]
    assert field.contending.tolist()[-2:] == [True, True]
    assert not field.probed[-1]
