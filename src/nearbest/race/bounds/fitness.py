"""The self-check of the fitness condition.

Samples nest, so the model of a larger probe has already predicted every smaller
sample. Fitness says that on sample j no later model is better than model j itself,
pair by pair and without sampling error. What is seen instead corrects the bound.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from nearbest.race.bounds.base import Violation
from nearbest.race.observation import Observation
from nearbest.race.score import Scale, Score

#: Learners that minimise another loss break fitness by this share of the scale all the
#: time; the bound is corrected all the same, only the report leaves it out.
WORTH_REPORTING = 0.001


def score_on(later: Observation, size: int, sizes: Sequence[int]) -> Score | None:
    """What the model of `later` reaches on the first `size` rows, if recorded."""
    position = sizes.index(size)
    return later.prefixes[position] if position < len(later.prefixes) else None


def paired_score(later: Observation, probe: Observation, sizes: Sequence[int]) -> Score | None:
    """What the model of `later` reaches on the rows that `probe` was scored on, if recorded.

    Where one of them scored fewer rows of the sample, they are not the same.
    """
    found = score_on(later, probe.n_train, sizes)
    return found if found is not None and found.n_rows == probe.train.n_rows else None


def repaired_scores(probes: Sequence[Observation], sizes: Sequence[int]) -> list[Score]:
    """For each probe the best score that any model so far has on its sample.

    Under fitness that is the probe's own. Where fitness fails, earlier upper bounds
    rise by the measured amount.
    """
    return [
        max(
            (probe.train, *_scores_on(probe, probes[i + 1 :], sizes)),
            key=lambda score: score.value,
        )
        for i, probe in enumerate(probes)
    ]


def _scores_on(
    probe: Observation, later: Sequence[Observation], sizes: Sequence[int]
) -> Iterator[Score]:
    found = (paired_score(other, probe, sizes) for other in later)
    return (score for score in found if score is not None)


def trend(probes: Sequence[Observation], sizes: Sequence[int]) -> float:
    """Rise of the training score over the last two steps, times the steps left.

    Under fitness the training score does not rise, and this is 0. The rise is paired
    where the later model's score on the earlier sample is known; otherwise it is the
    difference of the two training scores, which is noisier. A step left is as
    long as the last ones were.
    """
    last, earlier = probes[-1], probes[max(0, len(probes) - 3)]
    if last is earlier:
        return 0.0
    paired = paired_score(last, earlier, sizes)
    score = last.train if paired is None else paired
    n_steps = min(2, len(probes) - 1)
    step = math.log(last.n_train / earlier.n_train) / n_steps
    steps_left = math.log(sizes[-1] / last.n_train) / step
    return max(0.0, score.value - earlier.train_score) * steps_left


def is_rising(probes: Sequence[Observation], scale: Scale) -> bool:
    """Whether the last model fits the rows of the one before better than that one did.

    Only scores on the same rows tell: on different ones they are too noisy. Where prefixes
    were scored and none has as many rows in both, it may be rising for all that is known.
    """
    if len(probes) < 2 or not probes[-1].prefixes:
        return False
    before, last = probes[-2:]
    known = {score.n_rows: score for score in (*before.prefixes, before.train)}
    shared = [score for score in last.prefixes if score.n_rows in known]
    if not shared:
        return True
    most = max(shared, key=lambda score: score.n_rows)
    return scale.rise(most, known[most.n_rows]) >= WORTH_REPORTING * scale.width


def fitness_violations(
    probes: Sequence[Observation], repaired: Sequence[Score], scale: Scale
) -> tuple[Violation, ...]:
    """The largest paired violation of one configuration, if it is worth a line."""
    excess = [
        (scale.rise(score, probe.train), probe.n_train)
        for probe, score in zip(probes, repaired, strict=True)
    ]
    worst, size = max(excess, default=(0.0, 0))
    if worst < WORTH_REPORTING * scale.width:
        return ()
    message = (
        f"a later model fits the first {size:,} rows better than the model trained on "
        f"them, by {scale.number(worst)}; its {scale.better_bound} was loosened accordingly"
    )
    return (Violation(probes[0].configuration, "fitness", worst, message),)
