"""What becomes of the weights of rows, in training and in scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nearbest.candidates.configuration import Configuration
from nearbest.data.samples import Samples
from nearbest.data.weights import Weights, effective_rows
from nearbest.errors import InvalidInput, NotSupported
from nearbest.probing.metric import Metric
from nearbest.probing.metrics.weighted import Weighted, weighted
from nearbest.probing.weighing import take_none
from nearbest.race.bounds import Bounds, Hoeffding
from nearbest.warn import warn_user

#: Of many candidates without weights, so many are named.
MOST_NAMED = 5

#: Weights are said to leave few rows where these count like fewer rows of equal weight than
#: this, and than this part of all: weights that balance a class of 1 % do not.
FEW_ROWS, FEW_OF_ALL = 100, 0.03


def with_weights(
    metrics: Mapping[str, Metric], found: Sequence[Configuration], samples: Samples
) -> tuple[dict[str, Metric], tuple[str, ...]]:
    """The metrics by weights where their bounds honour them; and what does without."""
    if samples.weights("train", 1) is None:
        return dict(metrics), ()
    known = Weights.of(samples)
    few = _few_rows(samples)
    honoured = {name: weighted(metric, known) for name, metric in metrics.items()}
    notes = [few] if few else []
    if few:
        warn_user(f"{few}.")
    without = [name for name, each in honoured.items() if not isinstance(each, Weighted)]
    if without:
        why = "as test rows have none" if known is None else "whose bounds know none"
        names = ", ".join(without)
        notes.append(f"`sample_weight` is used in training, not in scoring by {names}, {why}")
    unweighted = take_none(found)
    if unweighted:
        more = len(unweighted) - MOST_NAMED
        named = ", ".join(unweighted[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        notes.append(
            f"`sample_weight` is not used to train {named}, whose `fit` takes no weights"
        )
        warn_user(f"{notes[-1]}.")
    return honoured, tuple(notes)


def _few_rows(samples: Samples) -> str | None:
    """A sentence where a few rows have nearly all the weight of the training or test rows.

    Raises where none has any: whatever is scored then means nothing.
    """
    parts = {
        "training": samples.weights("train", samples.n_train),
        "test": samples.weights("test", samples.n_test),
    }
    told = []
    for part, weights in parts.items():
        if weights is None:
            continue
        n_effective = effective_rows(weights)
        if not n_effective:
            raise InvalidInput(
                f"`sample_weight` must not be 0 in all {part} rows; it is in all "
                f"{len(weights):,} of them."
            )
        if n_effective < min(FEW_ROWS, FEW_OF_ALL * len(weights)):
            told.append(f"the {len(weights):,} {part} rows count like {n_effective:.2g}")
    if not told:
        return None
    return f"`sample_weight` has nearly all weight in a few rows: {' and '.join(told)}"


def check_bounds_of_weights(metrics: Mapping[str, Metric], bounds: Bounds) -> None:
    """Raise where the score that decides is weighted and the bounds are the paper's."""
    first, *_ = metrics.values()
    if isinstance(first, Weighted) and isinstance(bounds, Hoeffding):
        raise NotSupported(
            "`sample_weight` needs `bounds='exact'`; Hoeffding cannot bound weighted scores."
        )
