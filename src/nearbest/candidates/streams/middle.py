"""The middle of a space that a function of a trial describes."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import optuna
from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)
from optuna.trial import FixedTrial


def enqueue_middle(study: optuna.Study, suggest: Callable[[Any], object]) -> None:
    """Let a study begin with the middle of the space, unless the function refuses it.

    Of a handful of random points most are at the edges, where models are far too small,
    too slow or overfit; the middle of ranges that somebody chose seldom is.
    """
    trial = _Middle()
    with suppress(Exception):  # raised again, or not, when a sampler's trial is tried
        suggest(trial)
        study.enqueue_trial(trial.params)


class _Middle(FixedTrial):
    """A trial whose every parameter is in the middle of its range."""

    def __init__(self) -> None:
        super().__init__({})

    def _suggest(self, name: str, distribution: BaseDistribution) -> Any:
        self._params.setdefault(name, middle_of(distribution))
        return super()._suggest(name, distribution)


def middle_of(distribution: BaseDistribution) -> Any:
    """The value halfway, on a logarithmic scale where the range is; of choices the first.

    Examples
    --------
    >>> from optuna.distributions import FloatDistribution, IntDistribution
    >>> middle_of(IntDistribution(4, 512, log=True)), middle_of(FloatDistribution(0, 1))
    (45, 0.5)
    """
    match distribution:
        case CategoricalDistribution():
            return distribution.choices[0]
        case IntDistribution() | FloatDistribution():
            return _halfway(distribution)
    raise NotImplementedError(f"no middle of {distribution!r}")


def _halfway(distribution: IntDistribution | FloatDistribution) -> float | int:
    low, high, step = distribution.low, distribution.high, distribution.step
    middle = math.sqrt(low * high) if distribution.log else (low + high) / 2
    if step is not None:
        middle = low + step * round((middle - low) / step)
    return round(middle) if isinstance(distribution, IntDistribution) else float(middle)
