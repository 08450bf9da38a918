"""Bounds for scores of which the rows of the rarest class are the sample size."""

from __future__ import annotations

import math
from dataclasses import dataclass

from nearbest.data.target import Classes, Target
from nearbest.errors import InvalidInput
from nearbest.race.bounds.base import IntervalEstimator
from nearbest.race.bounds.kl import divergence, highest_whole, largest
from nearbest.race.bounds.simultaneous import SimultaneousBounds, SimultaneousIntervals
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import Scale, Score


@dataclass(frozen=True)
class Pairs(SimultaneousBounds):
    """Kullback-Leibler bounds in which the rows of the rarer class are the sample size.

    `self_check` is that of `Exact`.

    Notes
    -----
    Let r be the smaller of the numbers of positive and of negative rows that were drawn
    without replacement from rows of AUC A. Then P[Â ≤ A − t] ≤ exp(−r·KL(A − t‖A)), and
    the same above; ties count one half. From S_tr to D and from D to D_te are two steps,
    each with half of α. The same holds of a mean over K classes of their shares of right
    rows, with K times the rows of the rarest class. docs/decisions/014 has the proofs.

    Examples
    --------
    >>> from nearbest.race.bounds import Pairs
    >>> from nearbest.race.observation import Observation
    >>> from nearbest.race.plan import Plan
    >>> from nearbest.race.score import Scale, Score
    >>> auc = Scale("ROC AUC", low=0.0, high=1.0, kind="pairs")
    >>> sizes = (4_000, 8_000, 64_000)
    >>> plan = Plan({"tree": sizes}, n_test=16_000, scale=auc, n_test_pairs=4_000)
    >>> first, second = Score(0.92, 4_000, 1_000), Score(0.91, 8_000, 2_000)
    >>> tested = Score(0.88, 8_000, 2_000), Score(0.89, 16_000, 4_000)
    >>> probes = [
    ...     Observation("tree", 4_000, 8_000, first, tested[0], (first,)),
    ...     Observation("tree", 8_000, 16_000, second, tested[1], (first, second)),
    ... ]
    >>> print(Pairs().estimator(plan)(probes).interval)
    [0.8900, 0.9395]
    """

    def supports(self, scale: Scale, target: Target) -> bool:
        """Means over classes, and over pairs of rows of two classes."""
        if not (isinstance(target, Classes) and scale.is_bounded):
            return False
        return scale.kind == "class means" or (
            scale.kind == "pairs" and len(target.values) == 2
        )

    def estimator(self, plan: Plan) -> IntervalEstimator:
        """Spend δ over the events of this plan and return its estimator."""
        if not plan.n_test_pairs:
            raise InvalidInput(
                "`n_test_pairs` of a plan for classes or pairs must be the test rows that "
                f"count; got {plan.n_test_pairs!r}."
            )
        return _PairIntervals(plan, self.self_check)


@dataclass(frozen=True)
class _PairIntervals(SimultaneousIntervals):
    """`Pairs` for one plan."""

    def lower_of(self, probe: Observation) -> float:
        """The least score on D_te that is credible beside that on the sample."""
        scale = self.plan.scale
        if probe.n_test == self.plan.n_test:
            return probe.test_score
        alpha = self.levels[probe.configuration].alpha
        lost = 1 - scale.share(probe.test_score)
        return scale.at(1 - _highest_whole(lost, _n_pairs(probe.test), alpha))

    def upper_of(self, probe: Observation, score: Score) -> float:
        """The most on D by the training sample, and the most on D_te by that."""
        scale, half = self.plan.scale, self.levels[probe.configuration].alpha / 2
        whole = _highest_whole(scale.share(score.value), _n_pairs(score), half)
        return scale.at(highest_part(whole, self.plan.n_test_pairs or 0, half))


def highest_part(whole: float, s: float, alpha: float) -> float:
    """The largest mean of s rows with s·KL(mean‖whole) ≤ ln(1/alpha).

    Examples
    --------
    >>> round(highest_part(0.5, 1_000, 0.05), 4)
    0.5387
    >>> highest_part(1.0, 1_000, 0.05)
    1.0
    """
    if whole >= 1 or s <= 0:
        return 1.0
    most = -math.log(alpha) / s
    if divergence(1.0, whole) <= most:
        return 1.0
    return largest(whole, lambda part: divergence(part, whole) <= most)


def _highest_whole(mean: float, s: float, alpha: float) -> float:
    """`highest_whole` of the rows that count; 1 where there is none, or none is lost."""
    if s <= 0 or mean >= 1:
        return 1.0
    return highest_whole(max(mean, 0.0), s, alpha)


def _n_pairs(score: Score) -> float:
    """Disjoint pairs in the sample, or rows that count."""
    return score.n_rows if score.n_effective is None else score.n_effective
