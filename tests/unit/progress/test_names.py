"""Names that fit, and stay apart."""

import pytest

from nearbest.progress.names import shortened

MIDDLE = [
    f"make_pipeline(StandardScaler, LogisticRegression, C={c}, max_iter=200)" for c in "12"
]


@pytest.mark.parametrize("width", [12, 20, 40])
def test_two_long_names_stay_apart(width):
    """Also where they differ in the middle alone."""
    cut = shortened(MIDDLE, width)
    assert len(set(cut.values())) == 2
    assert all(len(short) <= width for short in cut.values())


def test_a_name_that_fits_stays():
    """Only long ones are cut, in their middle."""
    cut = shortened(["tree", "a" * 30 + "b" * 30], 21)
    assert cut["tree"] == "tree"
    assert cut["a" * 30 + "b" * 30] == "a" * 7 + "…" + "b" * 13


def test_many_alike():
    """Forty names of one pattern are forty names."""
    names = [f"{'x' * 50}{i:02d}{'y' * 50}" for i in range(40)]
    assert len(set(shortened(names, 16).values())) == 40


def test_no_room():
    """Names stay apart, whatever the width; with less than three they need more than that."""
    for width in (0, 1, 2, 3):
        cut = shortened(MIDDLE, width)
        assert len(set(cut.values())) == 2
        assert all(len(short) <= max(width, 3) for short in cut.values())
