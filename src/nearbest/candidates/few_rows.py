"""Learners that do on few rows what they would not do on many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

#: Histogram boosting that is to stop by itself makes all trees on up to so many rows.
STOPS_ABOVE = 10_000
#: To stop early it keeps rows of every class aside, of which there must be some.
FEWEST_OF_A_CLASS = 20
HISTOGRAM_BOOSTING = (HistGradientBoostingClassifier, HistGradientBoostingRegressor)


def as_on_many_rows(model: Any, n_train: int, full: int, class_counts: Sequence[int]) -> Any:
    """The same model, which learns from a sample as it would from all rows.

    With ``early_stopping="auto"`` scikit-learn's histogram boosting makes all its trees on
    10,000 rows and fewer, and stops early on more: a sample would take longer than all rows,
    and tell nothing of them.

    Parameters
    ----------
    model : estimator
        Not fitted yet; it is changed.
    n_train, full : int
        Rows of the sample, and of all.
    class_counts : sequence of int
        Rows of each class among all; none of numbers.

    Examples
    --------
    >>> from sklearn.ensemble import HistGradientBoostingRegressor
    >>> as_on_many_rows(HistGradientBoostingRegressor(), 5_000, 100_000, ()).early_stopping
    True
    >>> as_on_many_rows(HistGradientBoostingRegressor(), 5_000, 8_000, ()).early_stopping
    'auto'
    """
    rarest = min(class_counts, default=full) * n_train / max(sum(class_counts), full)
    if not n_train <= STOPS_ABOVE < full or rarest < FEWEST_OF_A_CLASS:
        return model
    within = {"": model, **model.get_params()}
    stopping = {
        f"{key}__early_stopping" if key else "early_stopping": True
        for key, each in within.items()
        if isinstance(each, HISTOGRAM_BOOSTING) and each.early_stopping == "auto"
    }
    return model.set_params(**stopping)
