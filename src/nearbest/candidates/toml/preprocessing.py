"""Preprocessing steps by the type of the columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, get_args

from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.pipeline import make_pipeline

from nearbest.candidates.encoder import Encoder, Form
from nearbest.candidates.toml.node import Node
from nearbest.candidates.toml.values import build

DATES = ("datetime", "datetimetz")
NUMBERS = ("number", "bool")

#: Which columns of a frame each type stands for.
TYPES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "numbers": {"dtype_include": NUMBERS},
    "dates": {"dtype_include": DATES},
    "categories": {"dtype_exclude": (*NUMBERS, *DATES)},
}
KEYS = frozenset({*TYPES, "columns", "all"})


def preprocessing(node: Node, shared: Node | None, allow: Collection[str]) -> list[Any]:
    """Steps that come before the learner.

    `node` is a table of steps, the name of one under `shared`, or one of the forms of
    `nearbest.Encoder`.
    """
    forms, others = get_args(Form), {} if shared is None else shared.table()
    if isinstance(node.value, str) and shared is not None and node.value in others:
        return preprocessing(shared.child(node.value), None, allow)
    if isinstance(node.value, str) and node.value in forms:
        return [Encoder(node.value)]  # type: ignore[arg-type]
    if not isinstance(node.value, dict):
        known = [*forms, *others]
        raise node.error(f"must be a table of steps or one of {known}; got {node.value!r}.")
    node.check_keys(KEYS)
    branches, named = _named_columns(node.get("columns"), allow)
    for kind, dtypes in TYPES.items():
        listed = node.get(kind)
        if listed is not None:
            selector = make_column_selector(pattern=_all_but(named), **dtypes)
            branches.append((kind, _chain(listed, allow), selector))
    steps = [ColumnTransformer(branches)] if branches else []
    last = node.get("all")
    return steps + ([] if last is None else [_step(item, allow) for item in last.items()])


def _named_columns(
    node: Node | None, allow: Collection[str]
) -> tuple[list[tuple[str, Any, Any]], list[str]]:
    """Steps for single columns: such a column is given as a list of texts."""
    if node is None:
        return [], []
    names = list(node.table())
    branches: list[tuple[str, Any, Any]] = [
        (f"column {number}", _chain(node.child(name), allow), name)
        for number, name in enumerate(names, start=1)
    ]
    return branches, names


def _chain(node: Node, allow: Collection[str]) -> Any:
    steps = [_step(item, allow) for item in node.items()]
    return make_pipeline(*steps) if steps else "passthrough"


def _step(node: Node, allow: Collection[str]) -> Any:
    """A transformer: its import path alone, or a table with its parameters."""
    if isinstance(node.value, str):
        node = Node(node.file, node.key, {"step": node.value})
    node.check_keys({"step", "parameters"})
    return build(node, "step", allow)


def _all_but(names: Collection[str]) -> str | None:
    """A pattern that matches every column except those named."""
    if not names:
        return None
    return f"^(?!(?:{'|'.join(map(re.escape, names))})$)"
