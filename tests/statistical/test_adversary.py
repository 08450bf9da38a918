"""A search that overfits on purpose to what it is told, δ = 0.05.

Its first proposals guess labels by coins. The last is a vote of these, weighted by how
much better than chance each one was said to be: far better than chance on the rows that
the scores came from, and on no others. Nothing of it was trained, so that lower bounds
are all that is at stake.
"""

import numpy as np

from nearbest.race.bounds import Exact
from nearbest.race.observation import Observation
from nearbest.race.plan import Arriving, Plan

from .chance import assert_rare

RACES, CHUNK = 10_000, 100
DELTA = 0.05
N_GUESSERS, N_TEST, N_SEARCH = 100, 600, 100
SIZES = (50, 100, 200, 400)
NAMES = [f"coin {k}" for k in range(N_GUESSERS)] + ["vote"]
PLAN = Plan(
    {}, N_TEST, delta=DELTA, arriving=Arriving(SIZES, slots=len(NAMES), adaptive=True)
).extended(dict.fromkeys(NAMES, SIZES))
#: Test rows that are scored at each size below the full one.
N_SCORED = [PLAN.n_test_for("vote", size) for size in SIZES[:-1]]


def lower_bounds():
    """The lower bound for each number of right rows, by the rows scored."""
    estimate, bounds = Exact().estimator(PLAN), {}
    for size, n in zip(SIZES, N_SCORED, strict=False):
        probes = (Observation.of_counts("vote", size, n, size, k) for k in range(n + 1))
        bounds[n] = np.array([estimate.lower_of(probe) for probe in probes])
    return bounds


def coins(rng, n_races, n_rows):
    """+1 where a guesser is right on a row, -1 where it is not."""
    shape = (n_races, N_GUESSERS, n_rows)
    return (2 * rng.integers(2, size=shape, dtype=np.int8) - 1).astype(np.float32)


def races_with_a_wrong_bound(told_of, seed=0):
    """In how many of 10,000 races any lower bound of any candidate fails."""
    rng, bounds, wrong = np.random.default_rng(seed), lower_bounds(), 0
    for _ in range(RACES // CHUNK):
        test, search = coins(rng, CHUNK, N_TEST), coins(rng, CHUNK, N_SEARCH)
        told = search if told_of == "rows of their own" else test[:, :, : N_SCORED[0]]
        weights = told.mean(axis=2)  # twice the accuracy, less 1
        vote = np.sign(np.einsum("rk,rkn->rn", weights, test) + 1e-9)
        right = np.concatenate([test, vote[:, None]], axis=1) > 0
        accuracy = right.mean(axis=2)
        failed = np.zeros(CHUNK, bool)
        for n, lower in bounds.items():
            failed |= (lower[right[:, :, :n].sum(axis=2)] > accuracy).any(axis=1)
        wrong += int(failed.sum())
    return wrong


def test_lower_bounds_hold_whatever_a_search_makes_of_what_it_is_told():
    """It is told of rows that no bound looks at."""
    assert_rare(races_with_a_wrong_bound("rows of their own"), RACES, DELTA)


def test_told_of_test_rows_it_breaks_them():
    """No spending of δ repairs that, so the rows must be others."""
    assert races_with_a_wrong_bound("test rows") > RACES / 2
