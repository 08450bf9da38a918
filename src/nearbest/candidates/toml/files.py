"""Reading a file of candidates or of a space."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sklearn.model_selection import ParameterGrid
from sklearn.pipeline import Pipeline

from nearbest.candidates.configuration import Configuration, as_written
from nearbest.candidates.grids import check_no_more_than_most, n_points
from nearbest.candidates.space import Learner, Space
from nearbest.candidates.toml.classes import parameters_of
from nearbest.candidates.toml.node import Node
from nearbest.candidates.toml.preprocessing import preprocessing
from nearbest.candidates.toml.values import build, check_parameters, choices, domain
from nearbest.errors import InvalidInput
from nearbest.places import as_path
from nearbest.printable import clause

#: A candidate's or learner's keys that say which estimator it is.
ESTIMATOR = frozenset({"name", "estimator", "parameters", "preprocessing"})
LEARNER = "learn"


def is_candidates_file(candidates: object) -> bool:
    """Whether `candidates` is a path to a TOML file."""
    return isinstance(candidates, str | os.PathLike) and str(candidates).endswith(".toml")


def read_candidates(
    path: str | os.PathLike[str], *, allow: Collection[str] = ()
) -> list[Configuration] | Space:
    """The candidates, or the space of learners, that a TOML file describes.

    Parameters
    ----------
    path : path
    allow : collection of str
        Packages besides scikit-learn, LightGBM, XGBoost, CatBoost and nearbest that
        the file may name. Importing a package runs its code: allow what you trust.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from nearbest import read_candidates
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "trees.toml"
    ...     _ = file.write_text('''
    ...     [[candidates]]
    ...     name = "tree"
    ...     estimator = "sklearn.tree.DecisionTreeClassifier"
    ...     grid.max_depth = [2, 8]
    ...     ''')
    ...     [c.name for c in read_candidates(file)]
    ['tree(max_depth=2)', 'tree(max_depth=8)']
    """
    root = _parsed(as_path(path))
    root.check_keys({"candidates", "learners", "preprocessing"})
    listed, learners = root.get("candidates"), root.get("learners")
    if (listed is None) == (learners is None):
        raise root.error("must hold either [[candidates]] or [[learners]].")
    shared = root.get("preprocessing")
    if learners is not None:
        return Space([_learner(node, shared, allow) for node in _some(learners)])
    grids = [_grid(node, shared, allow) for node in _some(listed)]  # type: ignore[arg-type]
    _check_number(root, grids)
    found: dict[str, Configuration] = {}
    for grid in grids:
        for configuration in grid.points():
            if configuration.name in found:
                raise grid.node.error(f"the name {configuration.name!r} is taken already.")
            found[configuration.name] = configuration
    return list(found.values())


def _parsed(path: Path) -> Node:
    try:
        with path.open("rb") as file:
            return Node(path, "", tomllib.load(file))
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} is not valid TOML: {clause(error)}.") from error
    except RecursionError as error:
        raise InvalidInput(f"{path} cannot be read: it is nested too deeply.") from error


def _some(node: Node) -> list[Node]:
    items = node.items()
    if not items:
        raise node.error("must hold at least one entry.")
    return items


@dataclass(frozen=True, slots=True)
class _Grid:
    """One entry of the list of candidates, of which none is made yet; `axes` if it has any."""

    node: Node
    name: str
    estimator: Pipeline
    fixed: dict[str, Any]
    axes: dict[str, list[Any]] | None

    def points(self) -> Iterator[Configuration]:
        """One configuration, or one for each point of the grid."""
        if self.axes is None:
            yield Configuration(self.name, self.estimator, self.fixed)
            return
        for point in ParameterGrid(self.axes):
            name = f"{self.name}({as_written(point)})"
            yield Configuration(name, self.estimator, {**self.fixed, **_prefixed(point)})


def _grid(node: Node, shared: Node | None, allow: Collection[str]) -> _Grid:
    node.check_keys(ESTIMATOR | {"grid"})
    name, estimator, fixed = _pipeline(node, shared, allow)
    grid = node.get("grid")
    axes = None if grid is None else _axes(grid, estimator, choices, allow)
    return _Grid(node, name, estimator, fixed, axes)


def _check_number(root: Node, grids: Sequence[_Grid]) -> None:
    """Raise if there would be too many, before any is made."""
    try:
        check_no_more_than_most(n_points(grid.axes or {} for grid in grids))
    except InvalidInput as error:
        raise root.error(str(error)) from error


def _learner(node: Node, shared: Node | None, allow: Collection[str]) -> Learner:
    """A learner whose hyperparameters are drawn."""
    node.check_keys(ESTIMATOR | {"distributions"})
    name, estimator, _ = _pipeline(node, shared, allow)
    drawn = node.get("distributions")
    domains = {} if drawn is None else _axes(drawn, estimator, domain, allow)
    return Learner(name, estimator, None, _prefixed(domains))


def _pipeline(
    node: Node, shared: Node | None, allow: Collection[str]
) -> tuple[str, Pipeline, dict[str, Any]]:
    """The name, the steps with the learner last, and the parameters that were given."""
    learner = build(node, "estimator", allow, "predict")
    given = node.get("name")
    name = type(learner).__name__ if given is None else given.text()
    before = node.get("preprocessing")
    steps = [] if before is None else preprocessing(before, shared, allow)
    numbered = [(f"prepare{i}", step) for i, step in enumerate(steps, start=1)]
    parameters = node.get("parameters")
    chosen = {} if parameters is None else parameters.table()
    fixed = {key: getattr(learner, key, chosen[key]) for key in chosen}
    return name, Pipeline([*numbered, (LEARNER, learner)]), _prefixed(fixed)


def _axes(
    node: Node,
    estimator: Pipeline,
    read: Callable[[Node, type[Any], str, Collection[str]], Any],
    allow: Collection[str],
) -> dict[str, Any]:
    """The values or the domain of each hyperparameter of the learner."""
    learner = estimator.steps[-1][1]
    kind = type(learner)
    check_parameters(node, kind, {*parameters_of(kind), *learner.get_params()})
    return {key: read(child, kind, key, allow) for key, child in node.children()}


def _prefixed(parameters: dict[str, Any]) -> dict[str, Any]:
    return {f"{LEARNER}__{key}": value for key, value in parameters.items()}
