"""Whether candidates predict classes or numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from sklearn.utils import get_tags

from nearbest.candidates.configuration import Configuration
from nearbest.errors import InvalidType

#: What scikit-learn calls the two types of estimators that there are here.
Learns = Literal["classifier", "regressor"]


def type_of(estimator: Any) -> Learns | None:
    """What an estimator says that it is; None if it does not say, as of other libraries.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> type_of(Ridge())
    'regressor'
    """
    try:
        found = get_tags(estimator).estimator_type
    except (AttributeError, TypeError, ValueError):  # without tags, or with a search's none
        found = getattr(estimator, "_estimator_type", None)
    return found if found in ("classifier", "regressor") else None


def type_of_all(found: Sequence[Configuration]) -> Learns | None:
    """What all candidates are; None if none says. Raises where they differ."""
    first: dict[Learns, Configuration] = {}
    for configuration in found:
        type_ = type_of(configuration.estimator)
        if type_ is not None:
            first.setdefault(type_, configuration)
    if len(first) > 1:
        raise InvalidType(
            "`candidates` must be classifiers or regressors, not both; "
            f"{first['classifier'].name!r} is a classifier and {first['regressor'].name!r} a "
            "regressor."
        )
    return next(iter(first), None)
