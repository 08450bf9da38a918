"""What was measured of candidates so far, and who was measured best."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nearbest.race.race import Race

#: A measured score is taken to be so many standard errors lower, while little is known.
CAUTION = 1.645


def best_measured(race: Race) -> str:
    """The contender whose last test score is best, allowing for its noise.

    What is unknown of a candidate does not speak for it. One has been probed.
    """
    return ranked_by_measured(race)[0]


def ranked_by_measured(race: Race) -> list[str]:
    """All contenders that have been probed, as `best_measured` judges them."""
    probed = [name for name in race.contenders if race.tracks[name].probes]
    return sorted(probed, key=lambda name: cautious_score(race, name), reverse=True)


def cautious_score(race: Race, name: str) -> float:
    """The last test score less what test rows that were not seen may take away."""
    last = race.tracks[name].probes[-1].test
    noise = race.plan.scale.standard_error(last)
    if math.isnan(noise):
        return last.value
    unseen = max(0.0, 1 - last.n_rows / race.plan.n_test)
    return last.value - CAUTION * noise * math.sqrt(unseen)


def rows_of(race: Race, name: str) -> int:
    """Rows of a candidate's largest probe; 0 if there is none."""
    probes = race.tracks[name].probes
    return probes[-1].n_train if probes else 0
