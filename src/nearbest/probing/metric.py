"""The metric: what one row contributes to a score.

The bounds carry over to every score that is a mean of row scores in [0, 1]; they do
not to AUC, F1 or R². Accuracy, whose row scores are 0 and 1, is the one supported.
A further row-additive metric goes into `METRICS`, with bounds for its tails.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nearbest.errors import NotSupported

#: Row scores from the labels, the predictions and all classes that exist.
Metric = Callable[[np.ndarray, object, np.ndarray], np.ndarray]


def correct_rows(y: np.ndarray, predicted: object, classes: np.ndarray) -> np.ndarray:
    """Which rows are predicted right; raises ``ValueError`` if predictions are nonsense.

    Examples
    --------
    >>> import numpy as np
    >>> correct_rows(np.array([0, 1, 1]), np.array([0, 0, 1]), np.array([0, 1]))
    array([ True, False,  True])
    """
    labels = np.asarray(predicted)
    if labels.ndim == 2 and labels.shape[1] == 1:  # some libraries give a column
        labels = labels.ravel()
    if labels.shape != y.shape:
        raise ValueError(f"predict gave shape {labels.shape} for {len(y)} rows")
    correct = np.asarray(labels == y)
    unknown = np.setdiff1d(labels[~correct], classes)
    if unknown.size:
        raise ValueError(f"predict gave {unknown[0]!r}, which is not a label of `y`")
    return correct


METRICS: dict[str, Metric] = {"accuracy": correct_rows}


def metric_named(scoring: object) -> Metric:
    """The metric of that name; a clear error for everything else."""
    if scoring is None:
        scoring = "accuracy"
    if not isinstance(scoring, str) or scoring not in METRICS:
        raise NotSupported(
            f"`scoring` must be one of {sorted(METRICS)}, for which the bounds hold; "
            f"got {scoring!r}."
        )
    return METRICS[scoring]
