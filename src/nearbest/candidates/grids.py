"""Grids as scikit-learn takes them: parameters with lists of values, or points of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log10, prod
from typing import Any

import numpy as np
import pandas as pd
from sklearn.model_selection import ParameterGrid, ParameterSampler

from nearbest.errors import InvalidInput
from nearbest.printable import clause

#: What scikit-learn gives for the points of a grid, or for draws.
Points = ParameterGrid | ParameterSampler
Distributions = Mapping[str, Any] | Sequence[Mapping[str, Any]]

#: Candidates that a race can have. Each is probed twice before a race ends, and of every probe
#: a few milliseconds are nearbest's own: more would take hours, whatever the learners are. To
#: list so many takes seconds and some 100 MB.
MOST = 100_000


def is_grid(item: object) -> bool:
    """Whether it is what scikit-learn takes for parameters: a dict, or a list of dicts."""
    if isinstance(item, Mapping | ParameterGrid | ParameterSampler):
        return True
    listed = isinstance(item, Sequence) and not isinstance(item, str) and len(item) > 0
    return listed and all(isinstance(each, Mapping) for each in item)  # type: ignore[attr-defined]


def has_distributions(grids: Sequence[Mapping[str, Any]]) -> bool:
    """Whether any parameter has a distribution instead of a list."""
    return any(hasattr(value, "rvs") for each in grids for value in each.values())


def as_lists(grid: Distributions) -> list[dict[str, Any]]:
    """The grids, where a point of a grid has become a grid of one value per parameter.

    Examples
    --------
    >>> as_lists([{"max_depth": 2, "criterion": "gini"}, {"max_depth": [4, 8]}])
    [{'max_depth': [2], 'criterion': ['gini']}, {'max_depth': [4, 8]}]
    """
    grids = [grid] if isinstance(grid, Mapping) else grid
    return [{k: [v] for k, v in g.items()} if _is_point(g) else dict(g) for g in grids]


def points_of(grid: Distributions) -> ParameterGrid:
    """Every combination of the values of a grid, or of several."""
    try:
        found = ParameterGrid(as_lists(grid))
    except (TypeError, ValueError) as error:
        raise InvalidInput(
            f"`candidates` has a grid that cannot be used: {clause(error)}."
        ) from error
    return found


def n_points(grids: Iterable[Mapping[str, Sequence[Any]]]) -> int:
    """How many points grids have, of which none is made.

    Examples
    --------
    >>> n_points([{"max_depth": [2, 4], "criterion": ["gini"]}, {}])
    3
    """
    return sum(prod(map(len, grid.values())) for grid in grids)


def check_no_more_than_most(n: int) -> None:
    """Raise where there would be more candidates than any race can have.

    Examples
    --------
    >>> check_no_more_than_most(99**6)
    Traceback (most recent call last):
    nearbest.errors.InvalidInput: `candidates` must be no more than 100,000; got \
941,480,149,401, so list fewer values or draw from distributions.
    """
    if n > MOST:
        got = f"{n:,}" if n < 10**15 else f"some 10^{int(log10(n))}"
        raise InvalidInput(
            f"`candidates` must be no more than {MOST:,}; got {got}, so list fewer values or "
            "draw from distributions."
        )


def _is_point(grid: Mapping[str, Any]) -> bool:
    """Whether each parameter has one value; a tuple may be one, such as sizes of layers."""
    values = list(grid.values())
    return not any(map(_are_several, values)) and any(map(_is_one, values))


def _are_several(value: object) -> bool:
    """Whether no parameter has it for one value; scikit-learn refuses some of these."""
    listed = isinstance(value, list | set | frozenset | np.ndarray | pd.Series | Iterator)
    return listed or hasattr(value, "rvs")


def _is_one(value: object) -> bool:
    """Whether scikit-learn could not take it for a list of values."""
    return isinstance(value, str) or not isinstance(value, Sequence | np.ndarray)
