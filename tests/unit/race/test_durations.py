"""One way to write a time."""

import pytest

from nearbest.race.cost import Seconds
from nearbest.race.durations import about, duration


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (0.9996, "1.0 s"),
        (59.6, "60 s"),
        (119.4, "119 s"),
        (3_600, "60 min 0 s"),
        (7_200, "2 h 0 min"),
    ],
)
def test_durations(seconds, text):
    """Rounded, with two units at most."""
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("times", "text"),
    [
        ((240, 120, 420), "about 4 min (2 to 7)"),
        ((89, 30, 200), "about 89 s (30 to 200)"),
        ((16_812_000, 3_600, 3.6e7), "1 to 10000 h"),
        ((0.2, 0.0, 0.4), "less than 1 s"),
        ((2.0, 1.0, 4.5), "less than 5 s"),
        ((2.0, 1.0, 5.5), "about 2 s (1 to 6)"),
        ((0.2, 0.2, 0.2), "about 1 s"),
    ],
)
def test_expected_times(times, text):
    """One unit for all three, and no more digits than anyone knows."""
    assert about(Seconds(*times)) == text
