"""The default way to a proof: `Prover`, and bounds that count only where they are credible.

It trains who looks best on all rows, so that only a candidate that rises late can be missed.
"""

import numpy as np
import pytest

from nearbest.race.bounds import Estimate, Exact
from nearbest.race.interval import Interval
from nearbest.race.schedulers import Prover
from nearbest.race.stopping import PapersRule, UntilProved
from tests.doubles import Told

from .test_late_bloomer import RUNS, RisingWorld, count_lost, lost_is_rare, race_of

KINDS = dict.fromkeys(("steady", "late bloomer", "weak"), "boosting")


def races(bounds, rule, **options):
    rng = np.random.default_rng(11)
    worlds = (RisingWorld(rng, kinds=KINDS, **options) for _ in range(RUNS))
    return [race_of(world, bounds, Prover(), rule) for world in worlds]


class AsMeasured(Exact):
    """Bounds that expect a candidate to stay as good on test rows as it is."""

    def estimator(self, plan):
        def estimate(probes):
            score = probes[-1].test_score
            return Estimate(Interval(score, score), probes[-1].n_train)

        return Told(estimate)


def test_within_epsilon_where_fitness_holds():
    """The late bloomer is found, and mostly the weak one is spared its full run."""
    played = races(Exact(), UntilProved(), fitting=True)
    lost_is_rare(count_lost(played))
    spared = sum(not race.exhausted("weak") for race in played)
    assert spared > 0.5 * RUNS


def test_bounds_that_expect_no_rise_are_caught():
    """The late bloomer is excluded by what it was, and the same check fails."""
    with pytest.raises(AssertionError, match="misses in"):
        lost_is_rare(count_lost(races(AsMeasured(), UntilProved(), fitting=True)))


def test_where_fitness_fails_the_rise_is_seen():
    """A training score that rises takes the bound its credit, with no other self-check."""
    lost_is_rare(count_lost(races(Exact(self_check=False), UntilProved())))


def test_were_every_bound_relied_on_it_would_be_lost():
    """By the paper's rule the same probes lose it."""
    assert count_lost(races(Exact(self_check=False), PapersRule())) > 0.9 * RUNS
