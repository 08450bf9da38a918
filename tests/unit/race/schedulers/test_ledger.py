"""The ledger says of each candidate what a look at the whole race would say."""

import numpy as np
import pytest

from nearbest.race.schedulers import Frugal
from nearbest.race.schedulers.base import expected_cost
from nearbest.race.schedulers.frugal import is_confirmed
from nearbest.race.schedulers.ledger import Ledger
from tests.unit.race.schedulers.test_frugal import FULL, SIZES, race_of, tell


def fresh(race):
    """A ledger that was kept from the start, up to date."""
    ledger = Ledger(race)
    ledger.take_in()
    ledger.weigh()
    return ledger


def same(one, other):
    arrays = (
        "cost",
        "left",
        "is_full",
        "low_full",
        "is_out",
        "is_new",
        "is_second",
        "rows",
        "first_rows",
    )
    equal = all(np.array_equal(getattr(one, a), getattr(other, a)) for a in arrays)
    sums = ("sizes", "spent_below", "largest_sample")
    return equal and all(getattr(one, s) == getattr(other, s) for s in sums)


def test_step_by_step_or_at_once():
    """What is taken in one by one adds up to what a new ledger says."""
    race = race_of(*"abc")
    kept = Ledger(race)
    for name, curve in (
        ("a", {2_000: 0.80}),
        ("b", {2_000: 0.79, 4_000: 0.80}),
        ("a", {4_000: 0.81, FULL: 0.85}),
        ("c", {1_000: 0.70}),
        ("b", {16_000: 0.82}),
    ):
        tell(race, name, curve)
        kept.take_in()
        kept.weigh()
        assert same(kept, fresh(race))


def test_what_is_weighed():
    """A fourfold step and the full run, at their expected costs."""
    race = race_of("a", "b")
    tell(race, "a", {2_000: 0.80, 4_000: 0.82})
    ledger = fresh(race)
    assert ledger.sizes == [[16_000, FULL], []]
    costs = [expected_cost(race, race.task("a", size)) for size in (16_000, FULL)]
    assert ledger.cost[0, :2].tolist() == costs
    assert ledger.is_full[0].tolist() == [False, True, False]
    assert np.isinf(ledger.cost[1]).all()
    below = (o for o, _ in race.history if o.n_train < FULL)
    assert ledger.spent_below == sum(map(race.cost, below))


@pytest.mark.parametrize(("size", "rows"), [(SIZES[4], SIZES[4]), (FULL, 2_000)])
def test_largest_sample(size, rows):
    """A full run is no sample."""
    race = race_of("a", "b")
    tell(race, "b", {2_000: 0.8})
    tell(race, "a", {size: 0.8})
    ledger = fresh(race)
    assert ledger.largest_sample == rows
    assert ledger.rows[0] == size


def test_is_confirmed():
    """A quarter of the largest sample's rows confirm a winner, or a full run."""
    race = race_of("a", "b")
    tell(race, "a", {2_000: 0.8})
    tell(race, "b", {8_000: 0.8})
    assert is_confirmed(fresh(race), "a")
    tell(race, "b", {16_000: 0.8})
    assert not is_confirmed(fresh(race), "a")
    tell(race, "a", {FULL: 0.8})
    assert is_confirmed(fresh(race), "a")


def test_another_race():
    """A scheduler that is asked about another race keeps no figures of the first."""
    scheduler = Frugal()
    for names in ("ab", "abc"):
        race = race_of(*names)
        asked = scheduler.ask(race, [], 5)
        assert [task.configuration for task in asked] == list(names)


def test_hurried():
    """Quick kinds and the smallest sample come first, and no full run opens a race."""
    kinds = {"slow": "network", "quick": "linear"}
    race = race_of("slow", "quick", sizes=SIZES[:3], kinds=kinds)
    [first] = Frugal(hurried=True).ask(race, [], 1)
    assert (first.configuration, first.n_train) == ("quick", 1_000)
    assert [task.n_train for task in Frugal().ask(race, [], 2)] == [4_000, 4_000]


def test_hurried_on_many_rows():
    """After the first answer everybody is probed on the usual number of rows."""
    race = race_of("a", "b")
    [first] = Frugal(hurried=True).ask(race, [], 1)
    assert first.n_train == 1_000
    tell(race, "a", {1_000: 0.8})
    tasks = Frugal(hurried=True).ask(race, [], 2)
    assert {(task.configuration, task.n_train) for task in tasks} == {
        ("a", 2_000),
        ("b", 2_000),
    }
