"""Classes that a file names by their import path."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Collection
from typing import Any

from nearbest.candidates.toml.node import Node

#: Packages that a file may name without being allowed to.
TRUSTED = frozenset({"sklearn", "lightgbm", "xgboost", "catboost", "nearbest"})


def named_class(node: Node, allow: Collection[str], method: str) -> type[Any]:
    """The class at the import path that `node` holds.

    Only classes with `method`, of trusted packages or those in `allow`: a file that
    someone sent must not be able to run whatever is installed.
    """
    path = node.text()
    parts = path.split(".")
    if len(parts) < 2 or not all(part.isidentifier() for part in parts):
        raise node.error(
            f"must be an import path such as 'sklearn.svm.LinearSVC'; got {path!r}."
        )
    _check_package(node, parts[0], allow)
    try:
        module = importlib.import_module(".".join(parts[:-1]))
    except ModuleNotFoundError as error:
        if error.name == parts[0]:
            raise node.error(f"the package {parts[0]!r} is not installed.") from error
        raise node.error(f"there is no module {error.name!r}.") from error
    found = getattr(module, parts[-1], None)
    if not inspect.isclass(found):
        raise node.error(f"{module.__name__} has no class {parts[-1]!r}.")
    # A module also holds what it imports: the class itself must come from the package.
    _check_package(node, found.__module__.split(".")[0], allow)
    if not (hasattr(found, method) and hasattr(found, "set_params")):
        raise node.error(f"{path} cannot serve here: it has no `{method}` and `set_params`.")
    return found


def _check_package(node: Node, package: str, allow: Collection[str]) -> None:
    if package not in TRUSTED and package not in allow:
        raise node.error(
            f"the package {package!r} may not be named; allow it with `--allow {package}` "
            f"or `allow=[{package!r}]` if you trust it."
        )


def takes_any_parameter(kind: type[Any]) -> bool:
    """Whether the class takes keywords beyond those it names, as LightGBM's do."""
    parameters = inspect.signature(kind).parameters.values()
    return any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters)


def default_of(kind: type[Any], parameter: str) -> object:
    """The default of a constructor's parameter; None where it has none."""
    found = inspect.signature(kind).parameters.get(parameter)
    return None if found is None else found.default
