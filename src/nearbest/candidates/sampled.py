"""Candidates in scikit-learn's words: an estimator, distributions, and how many to draw."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sklearn.model_selection import ParameterGrid, ParameterSampler

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.grids import Distributions, Points, as_lists, has_distributions
from nearbest.candidates.listing import named_points
from nearbest.errors import InvalidInput

#: How many scikit-learn's RandomizedSearchCV draws unless told otherwise.
N_ITER = 10


@dataclass(frozen=True, slots=True)
class Sampled:
    """Draws from `distributions`, which may be lists, as RandomizedSearchCV does.

    Examples
    --------
    >>> from scipy.stats import loguniform
    >>> from sklearn.linear_model import LogisticRegression
    >>> sampled = Sampled(LogisticRegression(), {"C": loguniform(0.01, 100)})
    >>> [c.name for c in sampled.draw(2, 0)]
    ['LogisticRegression(C=1.568)', 'LogisticRegression(C=7.257)']
    """

    estimator: Any
    distributions: Distributions

    def draw(self, n: int, random_state: int) -> list[Configuration]:
        """`n` configurations; fewer where lists have fewer combinations."""
        points = _no_more_than_there_are(self.distributions, n, random_state)
        return list(named_points(None, self.estimator, points))


#: The arguments of `from_scikit_learn`.
WORDS = (
    "candidates", "estimator", "param_distributions", "param_grid", "n_candidates", "n_iter"
)  # fmt: skip


def from_scikit_learn(
    candidates: object = None,
    estimator: object = None,
    param_distributions: Distributions | Points | None = None,
    n_candidates: int | None = None,
    n_iter: int | None = None,
    param_grid: Distributions | Points | None = None,
) -> tuple[object, int | None]:
    """Candidates and how many to draw, from whichever words a user gave.

    Distributions are drawn from, `N_ITER` times if not said otherwise; of lists, all
    combinations take part unless it is said how many.
    """
    if candidates is not None and estimator is not None:
        raise InvalidInput("`candidates` and `estimator` cannot be given together; got both.")
    if n_candidates is not None and n_iter is not None:
        raise InvalidInput(
            "`n_candidates` and `n_iter` mean the same thing; give only one of them."
        )
    if param_distributions is not None and param_grid is not None:
        raise InvalidInput(
            "`param_distributions` and `param_grid` mean the same thing; give only one of them."
        )
    chosen = candidates if estimator is None else estimator
    n = n_iter if n_candidates is None else n_candidates
    grid, argument = param_distributions, "param_distributions"
    if grid is None:
        grid, argument = param_grid, "param_grid"
    if grid is None:
        return chosen, n
    if not hasattr(chosen, "get_params"):
        raise InvalidInput(
            f"`{argument}` needs one estimator to go with; got {type(chosen).__name__}."
        )
    grids = _grids(grid, argument)
    if n is None and (isinstance(grid, Points) or not has_distributions(grids)):
        return [(type(chosen).__name__, chosen, grid)], None
    return Sampled(chosen, as_lists(grids)), N_ITER if n is None else n


def _no_more_than_there_are(
    distributions: Distributions, n: int, seed: int
) -> list[dict[str, Any]]:
    """`n` draws, or every combination of lists where those are fewer."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The total space of parameters")
        try:
            return list(ParameterSampler(distributions, n, random_state=seed))
        except (TypeError, ValueError) as error:
            raise InvalidInput(f"`param_distributions` cannot be used: {error}") from error


def _grids(given: Distributions | Points, argument: str) -> Sequence[Mapping[str, Any]]:
    """What is given as mappings, of which points are drawn."""
    found: Any = given
    if isinstance(given, ParameterGrid):
        found = given.param_grid
    if isinstance(given, ParameterSampler):
        found = given.param_distributions
    if isinstance(found, Mapping):
        return [found]
    if not isinstance(found, Sequence) or not all(isinstance(f, Mapping) for f in found):
        raise InvalidInput(
            f"`{argument}` must map parameters to lists or distributions; got {given!r}."
        )
    return found
