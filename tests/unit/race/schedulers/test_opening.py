import pytest

from nearbest.race.schedulers import Frugal
from tests.unit.race.schedulers.scripted import asked
from tests.unit.race.schedulers.test_frugal import SIZES, race_of, tell

#: To 32,000 rows.
FEW = SIZES[:6]


def test_everybody_gets_two_small_probes():
    """The second has four times the rows, and comes once everybody had the first."""
    race = race_of("a", "b")
    assert asked(Frugal(), race, free=3) == [("a", 2_000), ("b", 2_000)]
    tell(race, "a", {2_000: 0.8})
    assert asked(Frugal(), race, free=3) == [("b", 2_000), ("a", 8_000)]
    tell(race, "b", {2_000: 0.8})
    assert asked(Frugal(), race, free=3) == [("a", 8_000), ("b", 8_000)]


def test_pilots():
    """On few rows the first of a kind gets both before the others get one."""
    race = race_of("a", "b", sizes=FEW)
    tell(race, "a", {1_000: 0.8})
    assert asked(Frugal(), race, free=2) == [("a", 2_000), ("b", 1_000)]
    tell(race, "a", {2_000: 0.8})
    assert asked(Frugal(), race, free=2) == [("b", 1_000)]


def test_no_second_probe_on_a_good_part_of_the_rows():
    """On few rows the second size is no small part of all."""
    race = race_of("a", "b", sizes=SIZES[:5])
    for name in "ab":
        tell(race, name, {1_000: 0.8})
    assert len(asked(Frugal(), race)) == 1


def test_no_first_probe_on_a_good_part_of_the_rows():
    """Where the smallest sample is an eighth of the rows, full runs are the better way."""
    race = race_of("a", "b", sizes=SIZES[:4])
    assert asked(Frugal(), race, free=2) == [("a", 8_000), ("b", 8_000)]


@pytest.mark.parametrize(("constant", "rows"), [(0.0, 1_000), (200.0, 32_000)])
def test_dear_small_samples(constant, rows):
    """Where a small sample costs nearly as much as all rows, others of its kind begin there."""
    race = race_of("a", "b", sizes=FEW)
    for size in (1_000, 2_000):
        tell(race, "a", {size: 0.8}, seconds=1e-3 + constant / size)
    assert asked(Frugal(), race, free=1) == [("b", rows)]


def test_each_kind_has_its_own_pilot():
    """What first probes of one kind cost says nothing of another."""
    kinds = {"a": "boosting", "b": "forest", "c": "boosting"}
    race = race_of("a", "b", "c", sizes=FEW, kinds=kinds)
    assert asked(Frugal(), race, free=2) == [("a", 1_000), ("b", 1_000)]
    for size in (1_000, 2_000):
        tell(race, "a", {size: 0.8}, seconds=200 / size)
    assert asked(Frugal(), race, free=2) == [("b", 1_000), ("c", 32_000)]
