"""Approximate bounds for scores that come with a standard error."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.special import ndtri

from nearbest.data.target import Target
from nearbest.race.bounds.base import IntervalEstimator
from nearbest.race.bounds.simultaneous import SimultaneousBounds, SimultaneousIntervals
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import Scale, Score

APPROXIMATE = (
    "the score has no bound for a finite number of rows: its intervals are those of a "
    "normal distribution with a jackknife's standard error, which holds for many rows"
)
HEAVY_TAILS = (
    "single rows can lose far more than rows usually do, so that the range of losses is of no "
    "use as a bound: the intervals are those of a normal distribution, which holds for many "
    "rows; an absolute error, the logarithm of the target or a loss that is clipped could be "
    "proved"
)


@dataclass(frozen=True)
class Normal(SimultaneousBounds):
    """Normal intervals, at the levels at which `Exact` would be exact.

    `self_check` is that of `Exact`.

    Notes
    -----
    Fitness says nothing of the spread of training scores, and a model that knows its
    rows by heart has none. So the upper bound takes the larger of the standard errors in
    training and in test, each for as many rows as were trained on. No standard error is
    taken to be smaller than what one row of the rarest class may change.

    Examples
    --------
    >>> from nearbest.race.bounds import Normal
    >>> from nearbest.race.observation import Observation
    >>> from nearbest.race.plan import Plan
    >>> from nearbest.race.score import Scale, Score
    >>> f1 = Scale("F1", low=0.0, high=1.0, kind="approximate")
    >>> plan = Plan({"tree": (4_000, 8_000, 64_000)}, n_test=16_000, scale=f1)
    >>> first, second = Score(0.7, 4_000, 1_000, 0.01), Score(0.69, 8_000, 2_000, 0.007)
    >>> tested = Score(0.64, 8_000, 2_000, 0.008), Score(0.65, 16_000, 4_000, 0.005)
    >>> probes = [
    ...     Observation("tree", 4_000, 8_000, first, tested[0], (first,)),
    ...     Observation("tree", 8_000, 16_000, second, tested[1], (first, second)),
    ... ]
    >>> print(Normal().estimator(plan)(probes).interval)
    [0.6500, 0.7070]
    """

    def supports(self, scale: Scale, target: Target) -> bool:
        """Scores that are measured with a standard error."""
        return scale.kind == "approximate"

    def estimator(self, plan: Plan) -> IntervalEstimator:
        """Spend δ over the events of this plan and return its estimator."""
        return _NormalIntervals(plan, self.self_check)

    def assumptions(self, plan: Plan) -> tuple[str, ...]:
        """Fitness, exploitativeness and the split; and that rows are many."""
        why = HEAVY_TAILS if plan.scale.heavy_tails else APPROXIMATE
        return (*super().assumptions(plan), why)


@dataclass(frozen=True)
class _NormalIntervals(SimultaneousIntervals):
    """`Normal` for one plan."""

    def lower_of(self, probe: Observation) -> float:
        """Below the score on the sample by as much as the rows left out may change."""
        n_test, m = self.plan.n_test, probe.n_test
        if m == n_test:
            return probe.test_score
        spread = self._error(probe.test) * math.sqrt(1 - m / n_test)
        return max(self.plan.scale.low, probe.test_score - self._quantile(probe) * spread)

    def upper_of(self, probe: Observation, score: Score) -> float:
        """Above the training score by what two samples of the same rows may differ."""
        in_test = self._error(probe.test) * math.sqrt(probe.n_test / probe.n_train)
        error = max(self._error(score), in_test)
        spread = error * math.sqrt(1 + probe.n_train / self.plan.n_test)
        return min(self.plan.scale.high, score.value + self._quantile(probe) * spread)

    def _quantile(self, probe: Observation) -> float:
        return float(-ndtri(self.levels[probe.configuration].alpha))

    def _error(self, score: Score) -> float:
        """The standard error, or what one row may change where that is more.

        Without limit where nothing is known of it: where parts of the rows have no score,
        or where all have the same one and the range does not tell what a row may change.
        Where tails are heavy a row may change more than all the others, and hardly ever does.
        """
        scale = self.plan.scale
        if score.stderr is None or not scale.is_bounded or scale.heavy_tails:
            return score.stderr or math.inf
        n = score.n_rows if score.n_effective is None else score.n_effective
        return max(score.stderr, scale.width / max(n, 1))
