"""Even scheduling."""

from nearbest.race.observation import Observation
from nearbest.race.schedulers import RoundRobin

from .scripted import asked, race_of, tell


def test_the_least_probed_contender_comes_next():
    """Probes are spread evenly, whatever the bounds."""
    race = race_of("abc")
    tell(race, "a", (0.3, 0.9, 1), (0.3, 0.9, 1))
    tell(race, "b", (0.1, 0.7, 1))
    tell(race, "c", (0.1, 1.0, 1), (0.1, 1.0, 1), (0.1, 1.0, 1))
    assert asked(RoundRobin(), race) == [("b", 200)]
    assert asked(RoundRobin(), race, free=3) == [("b", 200), ("a", 400), ("c", 800)]


def test_equals_come_in_the_order_given():
    """A round goes through the candidates as they were given."""
    race = race_of("cab")
    order = []
    for _ in range(6):
        ((name, _),) = asked(RoundRobin(), race)
        order.append(name)
        tell(race, name, (0.1, 0.9, 1))
    assert order == list("cabcab")


def test_a_sample_that_was_too_small_is_a_turn():
    """The candidate that just had its turn waits for the others."""
    race = race_of("ab")
    race.tell(Observation("a", 100, 200, status="too small"))
    assert asked(RoundRobin(), race) == [("b", 100)]


def test_it_has_a_name():
    """The scheduler prints as one would write it."""
    assert repr(RoundRobin()) == "RoundRobin()"
