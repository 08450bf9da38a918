import pytest

from nearbest.race.schedulers import Frugal
from tests.unit.race.schedulers.scripted import asked
from tests.unit.race.schedulers.test_frugal import SIZES, race_of, tell


def test_everybody_gets_two_small_probes():
    """The second has four times the rows, and comes once everybody had the first."""
    race = race_of("a", "b")
    assert asked(Frugal(), race, free=3) == [("a", 2_000), ("b", 2_000)]
    tell(race, "a", {2_000: 0.8})
    assert asked(Frugal(), race, free=3) == [("b", 2_000), ("a", 8_000)]
    tell(race, "b", {2_000: 0.8})
    assert asked(Frugal(), race, free=3) == [("a", 8_000), ("b", 8_000)]


@pytest.mark.parametrize("hurried", [False, True])
def test_second_probes_begin_with_the_best(hurried):
    """A race that is stopped among them has looked at those twice that it may deliver."""
    race = race_of("a", "b", "c")
    for name, score in {"a": 0.7, "b": 0.9, "c": 0.8}.items():
        tell(race, name, {2_000: score})
    assert asked(Frugal(hurried), race, free=2) == [("b", 8_000), ("c", 8_000)]


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


@pytest.mark.parametrize(("n_sizes", "rows"), [(7, 64_000), (8, 1_000)])
def test_boosting_on_few_rows(n_sizes, rows):
    """Small samples cost boosting much of what all rows do, unless there are very many."""
    kinds = {"a": "boosting", "b": "forest"}
    race = race_of("a", "b", sizes=SIZES[:n_sizes], kinds=kinds)
    assert asked(Frugal(), race, free=2) == [("a", rows), ("b", 1_000)]
