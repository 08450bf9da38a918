"""The many ways in which a user may list candidates."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol, runtime_checkable

from sklearn.base import BaseEstimator
from sklearn.model_selection import ParameterGrid, ParameterSampler

from nearbest.arguments import check_count
from nearbest.candidates.configuration import Configuration, as_written
from nearbest.candidates.estimator_type import check_learns_target
from nearbest.candidates.grids import (
    MOST,
    Points,
    as_lists,
    check_no_more_than_most,
    has_distributions,
    is_grid,
    n_points,
    points_of,
)
from nearbest.errors import InvalidInput, InvalidType

logger = logging.getLogger("nearbest")


@runtime_checkable
class CandidateSource(Protocol):
    """Anything that draws configurations, the same ones whatever n comes after."""

    def draw(self, n: int, random_state: int) -> list[Configuration]:
        """The first `n` configurations of the stream that the seed fixes."""


def configurations(
    candidates: object, n_candidates: int | None = None, random_state: int = 0
) -> list[Configuration]:
    """The list of configurations that `candidates` describes.

    Parameters
    ----------
    candidates
        A mapping of names to estimators; a sequence of estimators, `Configuration`
        objects, (name, estimator) or (name, estimator, grid) tuples; one
        (estimator, grid) pair; or a space. A grid maps parameters to lists, or to
        distributions, from which `n_candidates` are drawn; as in scikit-learn it may be a
        list of such mappings, or a `ParameterGrid`. A mapping to single values is one point.
    n_candidates : int, optional
        How many to draw; required for a space and for distributions, refused otherwise.
    random_state : int
        Seed of the draws.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> trees = (DecisionTreeClassifier(), {"max_depth": [2, 4]})
    >>> for configuration in configurations(trees):
    ...     print(configuration.name)
    DecisionTreeClassifier(max_depth=2)
    DecisionTreeClassifier(max_depth=4)
    >>> [c.name for c in configurations({"lr": LogisticRegression()})]
    ['lr']
    """
    check_count("n_candidates", n_candidates)
    check_no_more_than_most(n_candidates or 0)
    if isinstance(candidates, CandidateSource):
        if n_candidates is None:
            raise InvalidInput("`n_candidates` must say how many to draw from a space.")
        return candidates.draw(n_candidates, random_state)
    found = list(islice(_listed(candidates, n_candidates, random_state), MOST + 1))
    check_no_more_than_most(len(found))  # of several grids; of one it is known before
    if not found:
        raise InvalidInput("`candidates` must hold at least one estimator; got none.")
    if n_candidates is not None and not _any_drawn(candidates):
        raise InvalidInput(
            "`n_candidates` must be left out where candidates are listed: it says how many to "
            "draw from a space or from distributions."
        )
    return _uniquely_named(found)


def _listed(candidates: object, n: int | None, seed: int) -> Iterable[Configuration]:
    if isinstance(candidates, Mapping):
        for name, estimator in candidates.items():
            yield Configuration(str(name), _checked(estimator))
    elif _is_grid_pair(candidates):
        yield from _item(candidates, n, seed)
    elif isinstance(candidates, Sequence) and not isinstance(candidates, str):
        for item in candidates:
            yield from _item(item, n, seed)
    elif _is_estimator(candidates):
        yield Configuration("", candidates)
    else:
        raise InvalidType(
            "`candidates` must be a list or dict of estimators, an (estimator, grid) "
            f"pair or a space; got {_named(candidates)}."
        )


def _item(item: object, n: int | None, seed: int) -> Iterable[Configuration]:
    match item:
        case Configuration():
            yield item
        case (str(name), estimator):
            yield Configuration(name, _checked(estimator))
        case (str(name), estimator, grid):
            yield from _expand(name, estimator, grid, n, seed)
        case (estimator, grid) if is_grid(grid):
            yield from _expand(None, estimator, grid, n, seed)
        case _:
            yield Configuration("", _checked(item))


def _expand(
    name: str | None, estimator: object, grid: Any, n: int | None, seed: int
) -> Iterable[Configuration]:
    """One configuration for each point of a grid, or `n` draws from distributions."""
    checked = _checked(estimator)
    if isinstance(grid, Points):
        yield from named_points(name, checked, grid)
        return
    grids = grid if isinstance(grid, Sequence) else [grid]
    if not all(isinstance(each, Mapping) for each in grids):
        raise InvalidInput(f"`candidates` must have grids that are mappings; got {grid!r}.")
    if has_distributions(grids):
        if n is None:
            raise InvalidInput("`n_candidates` must say how many to draw from distributions.")
        points: Iterable[dict[str, Any]] = _different(
            ParameterSampler(as_lists(grid), n, random_state=seed)
        )
    else:
        points = points_of(grid)
    yield from named_points(name, checked, points)


def _different(points: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Points that were drawn, each of them once: an integer is soon drawn again."""
    drawn = list(points)
    found = list({repr(sorted(point.items())): point for point in drawn}.values())
    if len(found) < len(drawn):
        logger.warning(
            "%d of %d draws repeat another, and count once.",
            len(drawn) - len(found),
            len(drawn),
        )
    return found


def named_points(
    name: str | None, estimator: object, points: Iterable[dict[str, Any]]
) -> Iterable[Configuration]:
    """One configuration for each point, named by its parameters."""
    checked = _checked(estimator)
    base = name or type(_last_step(checked)).__name__
    taken: set[str] = set()
    if isinstance(points, ParameterGrid):
        check_no_more_than_most(n_points(points.param_grid))
    for point in points:
        _check_parameters(base, checked, point)
        yield Configuration(_numbered(f"{base}({as_written(point)})", taken), checked, point)


def numbered(item: object, number: int) -> Configuration:
    """One candidate of a stream; it has a number for a name unless it brings its own.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> numbered(GaussianNB(), 3).name, numbered(("bayes", GaussianNB()), 4).name
    ('GaussianNB-3', 'bayes')
    """
    found = list(_item(item, None, 0))
    if len(found) != 1:
        raise InvalidInput(
            f"`candidates` must propose one estimator at a time; got {len(found)} at once."
        )
    if found[0].name:
        check_learns_target(found[0])
        return found[0]
    base = type(_last_step(found[0].estimator)).__name__
    named = Configuration(f"{base}-{number}", found[0].estimator)
    check_learns_target(named)
    return named


def _any_drawn(candidates: object) -> bool:
    """Whether any of the candidates is drawn from distributions."""
    items = [candidates] if _is_grid_pair(candidates) else candidates
    if not isinstance(items, Sequence):
        return False
    for item in items:
        match item:
            case (str(), _, grid) | (_, grid) if is_grid(grid):
                listed = grid if isinstance(grid, Sequence) else [grid]
                if isinstance(listed[0], Mapping) and has_distributions(listed):
                    return True
    return False


def _check_parameters(name: str, estimator: BaseEstimator, parameters: dict[str, Any]) -> None:
    known = estimator.get_params()
    for key in parameters:
        if key not in known:
            raise InvalidInput(f"`candidates`: {name} has no parameter {key!r}.")


def _uniquely_named(found: Sequence[Configuration]) -> list[Configuration]:
    """Refuse repeated names that users gave; number the ones we made."""
    repeated = [name for name, times in Counter(c.name for c in found).items() if times > 1]
    given = [name for name in repeated if name]
    if given:
        raise InvalidInput(f"`candidates` must have unique names; {given[0]!r} is repeated.")
    taken = {c.name for c in found}
    named = []
    for configuration in found:
        if not configuration.name:
            name = _numbered(_described(configuration.estimator), taken)
            configuration = Configuration(name, configuration.estimator)
        named.append(configuration)
    return named


def _numbered(base: str, taken: set[str]) -> str:
    """`base`, or "base #2" and so on where it is taken; takes the name it gives."""
    name, i = base, 1
    while name in taken:
        i += 1
        name = f"{base} #{i}"
    taken.add(name)
    return name


def _described(estimator: BaseEstimator) -> str:
    """A name that shows what differs from the defaults."""
    last = _last_step(estimator)
    defaults = type(last)().get_params(deep=False) if _has_defaults(last) else {}
    changed = {
        key: value
        for key, value in last.get_params(deep=False).items()
        if isinstance(value, str | int | float | bool) and defaults.get(key, value) != value
    }
    return f"{type(last).__name__}({as_written(changed)})" if changed else type(last).__name__


def _has_defaults(estimator: BaseEstimator) -> bool:
    try:
        type(estimator)()
    except TypeError:
        return False
    return True


def _last_step(estimator: Any) -> Any:
    return estimator.steps[-1][1] if hasattr(estimator, "steps") else estimator


def _is_grid_pair(candidates: object) -> bool:
    return (
        isinstance(candidates, tuple)
        and len(candidates) == 2
        and _is_estimator(candidates[0])
        and is_grid(candidates[1])
    )


def _is_estimator(item: object) -> bool:
    return not isinstance(item, type) and all(
        hasattr(item, method) for method in ("fit", "predict", "get_params")
    )


def _named(item: object) -> str:
    """What was given in place of a list or an estimator, in a word or a few."""
    if isinstance(item, type):
        return f"the class {item.__name__}, not an object such as {item.__name__}()"
    return "None" if item is None else type(item).__name__


def _checked(item: object) -> BaseEstimator:
    if not _is_estimator(item):
        raise InvalidType(
            "`candidates` must hold estimators with fit, predict and get_params; got "
            f"{_named(item) if isinstance(item, type) else repr(item)}."
        )
    return item
