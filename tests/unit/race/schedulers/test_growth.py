import pytest

from nearbest.race.schedulers.growth import USUAL, Growth, exponent
from tests.unit.race.schedulers.scripted import race_of, tell


def test_exponent_is_kept_within_limits():
    """Neither a jump nor a fall of times is taken to go on."""
    assert exponent(200, 100, 1e6, 100.0) == pytest.approx(1.8, abs=0.01)
    assert exponent(200, 100, 1.0, 100.0) == pytest.approx(0.7, abs=0.01)


def test_tiny_times_tell_nothing():
    """Below a third of a second the usual growth counts for more."""
    assert abs(exponent(200, 100, 0.004, 0.001) - USUAL) < 0.01


def test_one_probe():
    """After one probe time grows as usual."""
    race = race_of("a")
    tell(race, "a", (0.5, 0.9, 10.0))
    growth = Growth.of(race, "a")
    assert growth.cost(race, "a", 200) == pytest.approx(10 * 2**USUAL, rel=1e-3)
    assert growth.low_full_run(race, "a") < growth.cost(race, "a", 1_600)


def test_two_probes():
    """Times that doubled with the rows go on doubling."""
    race = race_of("a")
    tell(race, "a", (0.5, 0.9, 100.0), (0.5, 0.9, 200.0))
    assert Growth.of(race, "a").cost(race, "a", 400) == pytest.approx(400, rel=1e-3)
