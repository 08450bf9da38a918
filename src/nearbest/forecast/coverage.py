"""Whom past curves tell of, and why nothing of the others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from nearbest.forecast.calibration import NEVER, Levels
from nearbest.forecast.own_levels import levels_at_hand
from nearbest.forecast.pasts import LOWEST, OF_ACCURACY, Past, Unit, past_of
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan

#: Levels come from candidates that were drawn at random. A search gathers such as are nearly
#: as good as the best, where a lower level was wrong too often (docs/decisions/015).
LEAST_OF_SEARCHES = 0.8
#: Past curves tell of so many doublings at most.
MOST_DOUBLINGS = 9.0


@dataclass(frozen=True)
class Coverage:
    """The past curves of a race's score, how they tell it, and the levels that hold there.

    `no_curves` says why there are none; the rest is not asked then.
    """

    past: Past
    unit: Unit
    levels: Levels
    no_curves: str | None = None

    @classmethod
    def of(cls, plan: Plan, levels: Levels | None = None) -> Coverage:
        """For the score of a plan; levels are those at hand unless they are given."""
        found = past_of(plan.scale)
        past = found or OF_ACCURACY
        if found is None:
            reason: str | None = f"there are no past curves of {plan.scale.name}"
        else:
            reason = found.without_curves(plan)
        return cls(past, past.unit(plan), levels or levels_at_hand(past), reason)

    @property
    def lowest(self) -> float:
        """The worst score there can be, as it is told."""
        return LOWEST if self.past.is_relative else 0.0

    def without_level(self, plan: Plan, epsilon: float) -> str | None:
        """Why no level is known for a tolerated loss; None if one is."""
        if self.no_curves is not None:
            return self.no_curves
        size = self.unit.size
        return self.levels.refusal(epsilon / size, plan.delta, size)

    def level(self, plan: Plan, epsilon: float) -> tuple[float, float]:
        """The tolerated loss as it is told, as far as levels are known for it; its level."""
        told = epsilon / self.unit.size
        if self.without_level(plan, epsilon) is not None:
            return told, NEVER
        level, least = self.levels.level(told, plan.delta), LEAST_OF_SEARCHES
        return self.levels.epsilon_for(told), max(level, least) if plan.is_open else level

    def too_few_rows(self, full: float) -> str | None:
        """Why there is no forecast of races on so few rows; None if there is."""
        fewest = self.levels.fewest_rows
        if full >= fewest:
            return None
        return f"past curves are of {fewest:,} training rows and more"

    def refusal(self, probes: Sequence[Observation], full: int) -> str | None:
        """Why there is no forecast after these probes; None if there is."""
        left = math.log2(full / probes[-1].n_train)
        if left == 0:
            return None
        if left > MOST_DOUBLINGS:
            far = f"{left:.1f} doublings are left, more than past curves cover"
            return self.too_few_rows(full) or far
        return self.too_few_rows(full)
