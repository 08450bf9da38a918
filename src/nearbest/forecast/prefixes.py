"""The probes of a candidate as forecasts see them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nearbest.forecast.features import KINDS, Prefix, noise_of, noise_of_pairs
from nearbest.forecast.pasts import Past, Unit
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan


def prefix_of(
    probes: Sequence[Observation], plan: Plan, kind: int, past: Past, unit: Unit
) -> Prefix:
    """The last three probes, and the first, as past curves tell them."""
    last, first = probes[-3:], probes[0]
    told = [unit.told(probe.test_score) for probe in last]
    full = plan.full_size(first.configuration)
    return Prefix(
        size=_three([float(probe.n_train) for probe in last]),
        train=_three([unit.told(probe.train_score) for probe in last]),
        test=_three(told),
        noise=_three(_noise(np.array(told), last, plan, past, unit)),
        left=np.array([math.log2(full / last[-1].n_train)]),
        kind=np.array([kind]),
        converged=np.array([float(last[-1].converged) if plan.notes_convergence else math.nan]),
        n_classes=max(len(plan.class_counts), 2),
        constant=0.0 if past.is_relative else _constant(plan),
        first_size=np.array([float(first.n_train)]),
        first_test=np.array([unit.told(first.test_score)]),
    )


def _noise(
    scores: np.ndarray, probes: Sequence[Observation], plan: Plan, past: Past, unit: Unit
) -> np.ndarray:
    """Standard deviations of scores on some of the test rows."""
    n_scored = np.array([probe.n_test for probe in probes], float)
    if past.is_relative:
        return past.noise(scores, n_scored, plan.n_test, unit.size)
    if past.kind != "pairs":
        return noise_of(scores, n_scored, plan.n_test)
    rarer = (plan.n_test_pairs or plan.n_test / 2) / plan.n_test
    return noise_of_pairs(scores, rarer * n_scored, n_scored, plan.n_test)


def _constant(plan: Plan) -> float:
    """The score of the best constant prediction."""
    if plan.scale.kind == "pairs":
        return 0.5  # all pairs are ties
    counts = plan.class_counts
    return max(counts) / sum(counts) if counts else math.nan


def as_every_kind(prefix: Prefix) -> Prefix:
    """The same prefix once for each kind of learner."""
    n = len(KINDS)

    def repeated(values: np.ndarray) -> np.ndarray:
        return np.repeat(values, n, axis=0)

    return replace(
        prefix,
        size=repeated(prefix.size),
        train=repeated(prefix.train),
        test=repeated(prefix.test),
        noise=repeated(prefix.noise),
        left=repeated(prefix.left),
        kind=np.arange(n),
        converged=repeated(prefix.converged),
        first_size=repeated(prefix.first_size),
        first_test=repeated(prefix.first_test),
    )


def _three(values: Sequence[float] | np.ndarray) -> np.ndarray:
    """A row of three, NaN before the first."""
    return np.array([[math.nan] * (3 - len(values)) + list(values)])
