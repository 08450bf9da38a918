"""The probes of a candidate as forecasts see them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nearbest.forecast.features import KINDS, Prefix
from nearbest.forecast.pasts import Past, Unit
from nearbest.race.observation import Observation
from nearbest.race.plan import Plan


def prefix_of(
    probes: Sequence[Observation], plan: Plan, kind: int, past: Past, unit: Unit
) -> Prefix:
    """The last three probes, and the first, as past curves tell them."""
    last, first = probes[-3:], probes[0]
    told = [unit.told(probe.test_score) for probe in last]
    n_scored = [float(probe.n_test) for probe in last]
    full = plan.full_size(first.configuration)
    return Prefix(
        size=_three([float(probe.n_train) for probe in last]),
        train=_three([unit.told(probe.train_score) for probe in last]),
        test=_three(told),
        noise=_three(past.noise(np.array(told), np.array(n_scored), plan)),
        left=np.array([math.log2(full / last[-1].n_train)]),
        kind=np.array([kind]),
        converged=np.array([float(last[-1].converged) if plan.notes_convergence else math.nan]),
        n_classes=max(len(plan.class_counts), 2),
        constant=past.constant(plan),
        first_size=np.array([float(first.n_train)]),
        first_test=np.array([unit.told(first.test_score)]),
    )


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
