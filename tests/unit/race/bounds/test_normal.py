"""Normal intervals where little is known of the spread."""

import math

import pytest

from nearbest.race.bounds import Normal
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import Scale, Score

ANY = Scale("lift", -math.inf, math.inf, "approximate")
F1 = Scale("F1", 0.0, 1.0, "approximate")
SIZES = (1_000, 2_000, 8_000)


def interval(scale, stderr, n_test=4_000):
    first, second = Score(3.0, 1_000, None, stderr), Score(2.9, 2_000, None, stderr)
    if scale is F1:
        first, second = Score(0.3, 1_000, 100, stderr), Score(0.29, 2_000, 200, stderr)
    tested = [Score(second.value - 0.1, m, None, stderr) for m in (2_000, 4_000)]
    probes = [
        Observation("tree", 1_000, 2_000, first, tested[0], (first,)),
        Observation("tree", 2_000, 4_000, second, tested[1], (first, second)),
    ]
    plan = Plan({"tree": SIZES}, n_test=n_test, epsilon=0.1, scale=scale)
    return Normal().estimator(plan)(probes).interval


@pytest.mark.parametrize("stderr", [0.0, None])
def test_no_spread_says_nothing_where_the_range_is_not_known(stderr):
    """But for the test rows that were all scored."""
    assert interval(ANY, stderr, n_test=16_000).width == math.inf
    assert interval(ANY, stderr, n_test=4_000).lower == pytest.approx(2.8)


def test_an_unknown_spread_says_nothing_in_a_known_range():
    """Where parts of the rows had no score."""
    found = interval(F1, None, n_test=16_000)
    assert (found.lower, found.upper) == (0.0, 1.0)


def test_with_a_spread_the_interval_has_ends():
    """On either side of the test score."""
    found = interval(ANY, 0.01, n_test=16_000)
    assert 2.5 < found.lower < 2.8 < found.upper < 3.2
