"""What a candidate should reach on all rows, by scores that serve a search alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nearbest.forecast.analogs import Gains, Point
from nearbest.forecast.outlook import default_analogs
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan
from nearbest.race.score import ACCURACY

#: Without past curves, each doubling is taken to bring this part of the one before.
NEXT_GAIN = 0.5


def expected_score(probes: Sequence[Observation], plan: Plan) -> float | None:
    """The best estimate of a candidate's score on the full data, for a search.

    It rests on scores on D_search and on the training samples, never on test rows. Past
    curves say what is still to be gained; where they do not reach, or are of another
    score, the candidate's own last doubling does. None before anything is measured.

    Parameters
    ----------
    probes : sequence of Observation
        Of one candidate, by rising size.
    plan : Plan
    """
    seen = [
        replace(probe, test=probe.search, n_test=probe.search.n_rows)
        for probe in probes
        if probe.search.is_measured
    ]
    if not seen:
        return None
    last = seen[-1]
    doublings = math.log2(plan.full_size(last.configuration) / last.n_train)
    if doublings == 0:
        return last.test_score
    gain = None
    if plan.scale == ACCURACY:
        gains = default_analogs().gains(Point.of(seen, last.n_test), doublings)
        gain = None if gains is None else _middle(gains)
    if gain is None:
        gain = _own_gain(seen, doublings)
    return min(max(last.test_score + gain, plan.scale.low), plan.scale.high)


def _middle(gains: Gains) -> float:
    """The median of what past curves gained: a few of them broke down, and lost half."""
    order = np.argsort(gains.gains)
    reached = np.cumsum(gains.weights[order])
    return float(gains.gains[order][np.searchsorted(reached, reached[-1] / 2)])


def _own_gain(seen: Sequence[Observation], doublings: float) -> float:
    """What is still to be gained if gains go on as they did, ever smaller."""
    if len(seen) < 2:
        return 0.0
    before, last = seen[-2:]
    step = math.log2(last.n_train / before.n_train)
    gain = max(last.test_score - before.test_score, 0.0) / step
    return gain * NEXT_GAIN * (1 - math.pow(NEXT_GAIN, doublings)) / (1 - NEXT_GAIN)
