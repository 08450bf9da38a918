"""The self-check of the fitness condition.

Samples nest, so the model of a larger probe has already predicted every smaller
sample. Fitness says that on sample j no later model is better than model j itself,
pair by pair and without sampling error. What is seen instead corrects the bound.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from nearbest.race.bounds.base import Violation
from nearbest.race.observation import Observation

#: Learners that minimise another loss break fitness by this much all the time;
#: the bound is corrected all the same, only the report leaves it out.
WORTH_REPORTING = 0.001


def correct_on(later: Observation, size: int, sizes: Sequence[int]) -> int | None:
    """Rows of the first `size` that the model of `later` gets right, if recorded."""
    position = sizes.index(size)
    if position >= len(later.prefix_correct):
        return None
    return later.prefix_correct[position]


def repaired_counts(probes: Sequence[Observation], sizes: Sequence[int]) -> list[int]:
    """For each probe the most rows of its sample that any model so far got right.

    Under fitness that is the probe's own count. Where fitness fails, earlier upper
    bounds rise by the measured amount.
    """
    return [
        max(
            probe.train_correct,
            *(correct_on(later, probe.n_train, sizes) or 0 for later in probes[i + 1 :]),
            0,
        )
        for i, probe in enumerate(probes)
    ]


def trend(probes: Sequence[Observation], sizes: Sequence[int]) -> float:
    """Rise of the training accuracy over the last two steps, times the steps left.

    Under fitness training accuracy does not rise, and this is 0. The rise is paired
    where the later model's count on the earlier sample is known; otherwise it is the
    difference of the two training accuracies, which is noisier. A step left is as
    long as the last ones were.
    """
    last, earlier = probes[-1], probes[max(0, len(probes) - 3)]
    if last is earlier:
        return 0.0
    correct = correct_on(last, earlier.n_train, sizes)
    accuracy = last.train_accuracy if correct is None else correct / earlier.n_train
    n_steps = min(2, len(probes) - 1)
    step = math.log(last.n_train / earlier.n_train) / n_steps
    steps_left = math.log(sizes[-1] / last.n_train) / step
    return max(0.0, accuracy - earlier.train_accuracy) * steps_left


def fitness_violations(
    probes: Sequence[Observation], repaired: Sequence[int]
) -> tuple[Violation, ...]:
    """The largest paired violation of one configuration, if it is worth a line."""
    excess = [
        ((count - probe.train_correct) / probe.n_train, probe.n_train)
        for probe, count in zip(probes, repaired, strict=True)
    ]
    worst, size = max(excess, default=(0.0, 0))
    if worst < WORTH_REPORTING:
        return ()
    message = (
        f"a later model fits the first {size:,} rows better than the model trained on "
        f"them, by {worst:.4f}; its upper bound was raised accordingly"
    )
    return (Violation(probes[0].configuration, "fitness", worst, message),)
