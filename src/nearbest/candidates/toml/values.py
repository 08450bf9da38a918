"""Parameters, and the domains they are drawn from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from scipy.stats import loguniform, randint, uniform

from nearbest.candidates.space import LogInteger
from nearbest.candidates.toml.classes import (
    check_no_places,
    check_no_settings_inside,
    default_of,
    named_class,
    parameters_of,
    takes_any_parameter,
)
from nearbest.candidates.toml.node import Node
from nearbest.printable import clause

#: TOML has no null.
NONE = "None"

#: How many numbers each kind of distribution takes is two: its ends, both included.
DISTRIBUTIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "uniform": lambda low, high: uniform(low, high - low),
    "loguniform": loguniform,
    "integers": lambda low, high: randint(low, high + 1),
    "logintegers": LogInteger,
}
CHOICES = "choices"


def build(node: Node, key: str, allow: Collection[str], method: str = "fit") -> Any:
    """The object that a table describes: its class under `key`, and its `parameters`."""
    kind = named_class(node.child(key), allow, method)
    given = node.get("parameters")
    values = {}
    if given is not None:
        check_parameters(given, kind)
        values = {name: value(child, kind, name, allow) for name, child in given.children()}
    try:
        return kind(**values)
    except (TypeError, ValueError) as error:
        why = f"{kind.__name__} cannot be made: {clause(error)}."
        raise (given or node).error(why) from error


def check_parameters(node: Node, kind: type[Any], known: Collection[str] = ()) -> None:
    """Raise unless every key of the table is a parameter of the class, and harmless."""
    check_no_places(node)
    check_no_settings_inside(node, kind)
    if not takes_any_parameter(kind):
        node.check_keys(known or parameters_of(kind), kind.__name__)


def value(node: Node, kind: type[Any], parameter: str, allow: Collection[str]) -> Any:
    """A parameter's value: plain, "None", or an estimator of its own."""
    found = node.value
    if found == NONE:
        return None
    if isinstance(found, dict):
        node.check_keys({"estimator", "parameters"})
        return build(node, "estimator", allow)
    if isinstance(found, list):
        values = [value(item, kind, parameter, allow) for item in node.items()]
        # TOML has no tuples, and scikit-learn insists on them where one is the default.
        return tuple(values) if isinstance(default_of(kind, parameter), tuple) else values
    return found


def choices(node: Node, kind: type[Any], parameter: str, allow: Collection[str]) -> list[Any]:
    """The values of one axis of a grid."""
    values = [value(item, kind, parameter, allow) for item in node.items()]
    if not values:
        raise node.error("must hold at least one value.")
    return values


def domain(node: Node, kind: type[Any], parameter: str, allow: Collection[str]) -> Any:
    """A list of choices, or a distribution such as ``{ loguniform = [0.01, 10] }``."""
    if isinstance(node.value, list):
        return choices(node, kind, parameter, allow)
    node.check_keys({*DISTRIBUTIONS, CHOICES})
    if len(node.table()) != 1:
        raise node.error("must hold one distribution.")
    ((name, inner),) = node.children()
    if name == CHOICES:
        return choices(inner, kind, parameter, allow)
    low, high = _ends(inner)
    if name != "uniform" and name != "integers" and low <= 0:
        raise inner.error(f"must begin above 0 on a logarithmic scale; got {low!r}.")
    return DISTRIBUTIONS[name](low, high)


def _ends(node: Node) -> tuple[Any, Any]:
    match [item.value for item in node.items()]:
        case [int() | float() as low, int() | float() as high] if low < high:
            if node.key.endswith("integers") and not (
                isinstance(low, int) and isinstance(high, int)
            ):
                raise node.error(f"must hold integers; got {node.value!r}.")
            return low, high
    raise node.error(f"must be [lowest, highest]; got {node.value!r}.")
