"""Bounds for scores that are means over rows of values in a known range."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from nearbest.data.target import Target
from nearbest.race.bounds.base import IntervalEstimator
from nearbest.race.bounds.simultaneous import SimultaneousBounds, SimultaneousIntervals
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import Scale, Score

#: Halvings after which a bracket within [0, 1] is as narrow as floating point allows.
HALVINGS = 60


@dataclass(frozen=True)
class KL(SimultaneousBounds):
    """Kullback-Leibler bounds, simultaneous over all configurations and sizes.

    They need the mean of the rows' values and its range, and nothing of their variance:
    fitness says something about means alone.

    `self_check` is that of `Exact`.

    Notes
    -----
    With values in [0, 1] and a the mean of s rows drawn without replacement from rows
    of mean μ, P[s·KL(a‖μ) ≥ ln(1/α) and a ≤ μ] ≤ α (Hoeffding 1963). docs/decisions/012
    has what follows for the rows that were not drawn.

    Examples
    --------
    >>> from nearbest.race.bounds import KL
    >>> from nearbest.race.observation import Observation
    >>> from nearbest.race.plan import Plan
    >>> from nearbest.race.score import Scale, Score
    >>> brier = Scale("Brier score", low=-1.0, high=0.0, kind="row means")
    >>> plan = Plan({"tree": (1_000, 2_000, 8_000)}, n_test=4_000, scale=brier)
    >>> first = Score(-0.08, 1_000)
    >>> second = Score(-0.09, 2_000)
    >>> probes = [
    ...     Observation("tree", 1_000, 2_000, first, Score(-0.12, 2_000), (first,)),
    ...     Observation("tree", 2_000, 4_000, second, Score(-0.11, 4_000), (first, second)),
    ... ]
    >>> print(KL().estimator(plan)(probes).interval)
    [-0.1100, -0.0654]
    """

    def supports(self, scale: Scale, target: Target) -> bool:
        """Means over rows whose range is known; shares of right rows are such means."""
        return scale.kind in ("counts", "row means") and scale.is_bounded

    def estimator(self, plan: Plan) -> IntervalEstimator:
        """Spend δ over the events of this plan and return its estimator."""
        return _KLIntervals(plan, self.self_check)


@dataclass(frozen=True)
class _KLIntervals(SimultaneousIntervals):
    """`KL` for one plan."""

    def lower_of(self, probe: Observation) -> float:
        """What is lost in the sample, and the most that can be lost elsewhere."""
        scale, n_test = self.plan.scale, self.plan.n_test
        m, lost = probe.n_test, 1 - scale.share(probe.test_score)
        alpha = self.levels[probe.configuration].alpha
        unseen = self._highest_mean(lost, m, n_test - m, alpha, self.test_shortfall(m))
        return max(scale.low, scale.at(1 - (m * lost + (n_test - m) * unseen) / n_test))

    def upper_of(self, probe: Observation, score: Score) -> float:
        """The most that a model with this score on its sample can reach on D_te."""
        scale, s = self.plan.scale, probe.n_train
        alpha = self.levels[probe.configuration].alpha
        share, missing = scale.share(score.value), self.training_shortfall(s)
        return scale.at(self._highest_mean(share, s, self.plan.n_test, alpha, missing))

    def _highest_mean(self, mean: float, s: int, t: int, alpha: float, missing: float) -> float:
        if self.plan.strata is None:
            return highest_mean(mean, s, t, alpha)
        return highest_mean_stratified(mean, s, t, alpha, missing)


def highest_mean(mean: float, s: int, t: int, alpha: float) -> float:
    """The highest mean of t rows that is credible beside that of the s other rows.

    s + t rows with values in [0, 1] were split at random. With `alpha` or less
    probability the mean of the t rows is higher than what is returned.

    The smaller part is taken as the sample of the whole: the same inequality bounds
    either, and is the sharper the smaller the part.

    Examples
    --------
    >>> round(highest_mean(0.5, 1_000, 9_000, 0.05), 4)
    0.5429
    >>> round(highest_mean(0.5, 9_000, 1_000, 0.05), 4)
    0.543
    """
    if t == 0 or mean >= 1:
        return 1.0
    mean = max(mean, 0.0)
    if s <= t:
        return _others(highest_whole(mean, s, alpha), mean, s, t)
    most = -math.log(alpha) / t
    return largest(mean, lambda part: divergence(part, (s * mean + t * part) / (s + t)) <= most)


def highest_mean_stratified(
    mean: float, s: int, t: int, alpha: float, imbalance: float
) -> float:
    """`highest_mean` where the classes of the s + t rows were interleaved.

    `imbalance` is the number of rows by which the classes of the s rows fall short of
    proportional shares (see `shortfall`); each may shift the mean by its whole range.

    Examples
    --------
    >>> round(highest_mean_stratified(0.5, 1_000, 9_000, 0.05, 0.0), 4)
    0.5429
    """
    if t == 0 or mean >= 1:
        return 1.0
    mean = max(mean, 0.0)
    return _others(highest_whole(mean, s, alpha) + imbalance / s, mean, s, t)


def highest_whole(mean: float, s: float, alpha: float) -> float:
    """The largest μ with s·KL(mean‖μ) ≤ ln(1/alpha): what s rows were drawn from.

    Examples
    --------
    >>> round(highest_whole(0.5, 1_000, 0.05), 4)
    0.5386
    >>> round(highest_whole(0.0, 1_000, 0.05), 6), round(1 - 0.05 ** (1 / 1_000), 6)
    (0.002991, 0.002991)
    """
    most = -math.log(alpha) / s
    if mean <= 0:
        return -math.expm1(-most)
    return largest(mean, lambda whole: divergence(mean, whole) <= most)


def largest(low: float, is_credible: Callable[[float], bool]) -> float:
    """The largest value from `low` to 1 that is credible, where all smaller ones are.

    Examples
    --------
    >>> round(largest(0.0, lambda value: value <= 0.3), 6)
    0.3
    """
    high = 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if is_credible(middle):
            low = middle
        else:
            high = middle
    return high


def divergence(a: float, b: float) -> float:
    """KL(a‖b) of two Bernoullis; by `log1p` where they differ little, as on many rows.

    Examples
    --------
    >>> divergence(0.5, 0.5), divergence(0.5, 1.0)
    (0.0, inf)
    """
    total = 0.0
    for p, q, difference in ((a, b, b - a), (1 - a, 1 - b, a - b)):
        if p > 0:
            if q <= 0:
                return math.inf
            near = abs(difference) < p / 2
            total -= p * (math.log1p(difference / p) if near else math.log(q / p))
    return total


def _others(whole: float, mean: float, s: int, t: int) -> float:
    """The mean of t rows, by that of the whole and that of the s other rows."""
    return min(1.0, ((s + t) * whole - s * mean) / t)
