"""Which upper bounds may be relied on."""

import pytest

from nearbest.race.bounds import Exact
from nearbest.race.credibility import is_credible, learns_late, needs_full_run
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.race import Race

SIZES = tuple(1_000 * 2**k for k in range(8))
N_TEST = 40_000


def race_of(kind="forest", **more):
    return Race(Plan({"a": SIZES}, N_TEST, kinds={"a": kind}, **more), Exact())


def tell(race, *training, prefixes=None, **more):
    """Probes at rising sizes with these training accuracies."""
    for k, train in enumerate(training):
        right = [round(train * size) for size in SIZES[: k + 1]]
        if prefixes is not None:
            right[:k] = [round(prefixes * size) for size in SIZES[:k]]
        race.tell(
            Observation.of_counts(
                "a", SIZES[k], min(N_TEST, 2 * SIZES[k]), round(train * SIZES[k]),
                round(0.8 * min(N_TEST, 2 * SIZES[k])),
                right, SIZES, **more,
            )
        )  # fmt: skip


def probed(kind, n_sizes, converged):
    """A race in which so many sizes were tried."""
    race = race_of(kind)
    tell(race, *[0.8] * n_sizes, converged=converged)
    return race


@pytest.mark.parametrize(
    ("kind", "n_sizes", "converged", "expected"),
    [
        ("forest", 3, True, True),
        ("boosting", 3, True, True),
        ("linear", 3, True, True),
        ("tree", 3, True, True),
        ("constant", 3, True, True),
        ("forest", 2, True, False),
        ("forest", 3, False, False),
        ("network", 3, True, False),
        ("online", 3, True, False),
        ("neighbours", 3, True, False),
        ("bayes", 3, True, False),
        ("kernel", 3, True, False),
        ("unknown", 3, True, False),
        ("network", 8, False, True),
    ],
)
def test_credible(kind, n_sizes, converged, expected):
    """Three sizes, converged, no late learner; or the full run."""
    race = probed(kind, n_sizes, converged)
    assert is_credible(race, "a") == expected


def test_large_leaves_are_not_relied_on():
    """A forest that few rows cannot grow fits later."""
    race = race_of(large_leaves=frozenset("a"))
    tell(race, 0.8, 0.8, 0.8)
    assert learns_late(race, "a")
    assert not is_credible(race, "a")


@pytest.mark.parametrize(("prefixes", "expected"), [(0.8005, True), (0.802, False)])
def test_a_rise_over_the_last_step_is_not_relied_on(prefixes, expected):
    """The last model fits the rows of the one before better than that one did."""
    race = race_of()
    tell(race, 0.8, 0.8, 0.8, prefixes=prefixes)
    assert is_credible(race, "a") == expected


@pytest.mark.parametrize(
    ("kind", "n_sizes", "converged", "expected"),
    [
        ("network", 0, True, False),
        ("network", 1, True, True),
        ("forest", 1, False, False),
        ("forest", 3, False, True),
        ("forest", 3, True, False),
    ],
)
def test_who_needs_a_full_run(kind, n_sizes, converged, expected):
    """Late learners once they were seen at all, others when three sizes did not help."""
    race = probed(kind, n_sizes, converged)
    assert needs_full_run(race, "a") == expected
