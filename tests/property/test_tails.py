"""How the exact tails move with what they are given."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nearbest.race.bounds.tails import most, most_stratified

ROWS = st.one_of(st.integers(1, 40), st.integers(1, 10**9))
ALPHAS = st.floats(1e-12, 0.5)


@st.composite
def draws(draw):
    """A sample of s rows with x marked, and t others."""
    s = draw(ROWS)
    return draw(st.integers(0, s)), s, draw(st.one_of(st.just(0), ROWS))


@given(draws(), ALPHAS)
@settings(deadline=None)
def test_most_lies_between_none_and_all(drawn, alpha):
    """No fewer than 0 and no more than t of the others are marked."""
    x, s, t = drawn
    assert 0 <= most(x, s, t, alpha) <= t
    assert 0 <= most_stratified(x, s, t, alpha, 0.0) <= t


@given(draws(), ALPHAS)
@settings(deadline=None)
def test_most_grows_with_the_rows_seen_marked(drawn, alpha):
    """One more marked row in the sample never lowers the bound; fitness relies on it."""
    x, s, t = drawn
    assert most(x, s, t, alpha) <= most(min(x + 1, s), s, t, alpha)


@given(draws(), ALPHAS, ALPHAS)
@settings(deadline=None)
def test_most_grows_as_alpha_falls(drawn, one, other):
    """More certainty admits more rows."""
    x, s, t = drawn
    assert most(x, s, t, max(one, other)) <= most(x, s, t, min(one, other))


@given(draws(), ALPHAS)
@settings(deadline=None)
def test_one_more_row_adds_at_most_one(drawn, alpha):
    """A test set that is larger by a row can hold at most one more marked row."""
    x, s, t = drawn
    assume(t < 10**6)  # beyond, ties are within the rounding of the tail
    assert 0 <= most(x, s, t + 1, alpha) - most(x, s, t, alpha) <= 1
