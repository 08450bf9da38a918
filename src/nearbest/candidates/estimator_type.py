"""Whether candidates predict classes or numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from sklearn.utils import get_tags

from nearbest.candidates.configuration import Configuration
from nearbest.errors import InvalidType

#: What scikit-learn calls the two types of estimators that there are here.
EstimatorType = Literal["classifier", "regressor"]

#: The other types, in words.
WITHOUT_TARGET: Mapping[str | None, str] = {
    "clusterer": "a clusterer",
    "outlier_detector": "an outlier detector",
    "density_estimator": "a density estimator",
}


def type_of(estimator: Any) -> EstimatorType | None:
    """What an estimator says that it is; None if it does not say, as of other libraries.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> type_of(Ridge())
    'regressor'
    """
    found = _said_by(estimator)
    return found if found in ("classifier", "regressor") else None  # type: ignore[return-value]


def check_learns_target(configuration: Configuration) -> None:
    """Raise for what scikit-learn knows to learn without a target, such as KMeans.

    Its predictions are no labels, though some may look like them.
    """
    found = _said_by(configuration.estimator)
    if found in WITHOUT_TARGET:
        raise InvalidType(
            f"`candidates` must be classifiers or regressors; {configuration.name!r} is "
            f"{WITHOUT_TARGET[found]}, which learns without a target."
        )


def _said_by(estimator: Any) -> str | None:
    """What an estimator says of itself, be it one of the two types or another."""
    found: str | None
    try:
        found = get_tags(estimator).estimator_type
    except (AttributeError, TypeError, ValueError):  # without tags, or with a search's none
        found = getattr(estimator, "_estimator_type", None)
    return found


def type_of_all(found: Sequence[Configuration]) -> EstimatorType | None:
    """What all candidates are; None if none says. Raises where they differ."""
    first: dict[EstimatorType, Configuration] = {}
    for configuration in found:
        check_learns_target(configuration)
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


def tags_of(estimator: Any) -> Any:
    """The estimator's tags; None for one that has none, as of another library."""
    try:
        return get_tags(estimator)
    except (AttributeError, TypeError):
        return None
