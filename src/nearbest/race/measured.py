"""What was measured of candidates so far, and who was measured best."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from nearbest.race.observation import Observation
from nearbest.race.plan import Plan

if TYPE_CHECKING:
    from nearbest.race.race import Race

#: A measured score is taken to be so many standard errors lower, while little is known.
CAUTION = 1.645


def best_measured(race: Race) -> str:
    """The contender whose last test score is best, allowing for its noise.

    What is unknown of a candidate does not speak for it. One has been probed.
    """
    probed = (track for name in race.contenders if (track := race.tracks[name]).probes)
    return max(probed, key=lambda track: track.cautious_score).name


def ranked_by_measured(race: Race) -> list[str]:
    """All contenders that have been probed, as `best_measured` judges them."""
    probed = [name for name in race.contenders if race.tracks[name].probes]
    return sorted(probed, key=lambda name: race.tracks[name].cautious_score, reverse=True)


def cautious_score(plan: Plan, probe: Observation) -> float:
    """A test score less what test rows that were not seen may take away."""
    last = probe.test
    noise = plan.scale.standard_error(last)
    if math.isnan(noise):
        return last.value
    unseen = max(0.0, 1 - last.n_rows / plan.n_test)
    return last.value - CAUTION * noise * math.sqrt(unseen)


def rows_of(race: Race, name: str) -> int:
    """Rows of a candidate's largest probe; 0 if there is none."""
    probes = race.tracks[name].probes
    return probes[-1].n_train if probes else 0
