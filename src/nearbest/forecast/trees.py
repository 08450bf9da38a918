"""Boosted trees as arrays: what a forecast needs of them, and no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

#: A node: feature, threshold, left, right, whether what is missing goes left, members.
Node = tuple[int, float, int, int, bool, int]
DTYPES = (np.int8, np.float64, np.int16, np.int16, np.bool_, np.int32)
PADDING: Node = (-1, 0.0, 0, 0, False, -1)
COLUMNS = ("feature", "threshold", "left", "right", "missing_left", "members")


@dataclass(frozen=True)
class Trees:
    """Trees of one model, a row each, padded to the same number of nodes.

    A leaf has `feature` −1 and its value in `threshold`. Numbers go left where they are at
    most the threshold; kinds (categories) where their bit is set in `members`; what is
    missing goes left where `missing_left` says so.
    """

    feature: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    right: np.ndarray
    missing_left: np.ndarray
    members: np.ndarray
    depth: int

    def leaves(self, data: np.ndarray) -> np.ndarray:
        """What each tree says of each row of `data`: rows down, trees across.

        Their sum over the trees is what the model predicts.
        """
        rows, trees = np.arange(len(data))[:, None], np.arange(len(self.feature))[None, :]
        node = np.zeros((len(data), len(self.feature)), np.int32)
        for _ in range(self.depth):
            feature = self.feature[trees, node]
            if (feature < 0).all():
                break
            value = data[rows, np.maximum(feature, 0)]
            goes_left = self._goes_left(trees, node, value)
            child = np.where(goes_left, self.left[trees, node], self.right[trees, node])
            node = np.where(feature < 0, node, child)
        said: np.ndarray = self.threshold[trees, node]
        return said

    @classmethod
    def side_by_side(cls, models: Sequence[Trees]) -> Trees:
        """The trees of several models as those of one."""
        width = max(model.feature.shape[1] for model in models)
        columns = [
            np.concatenate([_padded(getattr(model, name), width, pad) for model in models])
            for name, pad in zip(COLUMNS, PADDING, strict=True)
        ]
        feature, threshold, left, right, missing_left, members = columns
        depth = max(model.depth for model in models)
        return cls(feature, threshold, left, right, missing_left, members, depth)

    def _goes_left(self, trees: np.ndarray, node: np.ndarray, value: np.ndarray) -> np.ndarray:
        missing = np.isnan(value)
        members = self.members[trees, node]
        is_number = members < 0
        code = np.where(missing | is_number, 0, value).astype(np.int64)
        is_member = (members >> code) & 1 == 1
        below = value <= self.threshold[trees, node]
        goes_left = np.where(is_number, below, is_member)
        found: np.ndarray = np.where(missing, self.missing_left[trees, node], goes_left)
        return found

    @classmethod
    def of_lightgbm(cls, booster: Any) -> Trees:
        """From a trained booster of LightGBM."""
        roots = [tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]
        tables = [_flat(root) for root in roots]
        width = max(map(len, tables))
        padded = [[*nodes, *[PADDING] * (width - len(nodes))] for nodes in tables]
        columns: list[np.ndarray] = [
            np.array([[node[k] for node in nodes] for nodes in padded], dtype)
            for k, dtype in enumerate(DTYPES)
        ]
        feature, threshold, left, right, missing_left, members = columns
        depth = max(map(_depth, roots))
        return cls(feature, threshold, left, right, missing_left, members, depth)


def _padded(column: np.ndarray, width: int, pad: float) -> np.ndarray:
    """A column of nodes with so many for each tree."""
    missing = width - column.shape[1]
    return np.pad(column, ((0, 0), (0, missing)), constant_values=column.dtype.type(pad))


def _flat(root: Mapping[str, Any]) -> list[Node]:
    """Nodes of one tree, the root first."""
    nodes: list[Node] = []

    def visit(node: Mapping[str, Any]) -> int:
        here = len(nodes)
        nodes.append(PADDING)
        if "leaf_value" in node:
            nodes[here] = (-1, node["leaf_value"], 0, 0, False, -1)
            return here
        left, right = visit(node["left_child"]), visit(node["right_child"])
        is_category = node["decision_type"] == "=="
        members = sum(1 << int(k) for k in node["threshold"].split("||")) if is_category else -1
        threshold = 0.0 if is_category else node["threshold"]
        # without a way of their own, missing numbers count as 0
        as_zero = not is_category and threshold >= 0.0
        missing = bool(node["default_left"]) if node["missing_type"] == "NaN" else as_zero
        nodes[here] = (node["split_feature"], threshold, left, right, missing, members)
        return here

    visit(root)
    return nodes


def _depth(node: Mapping[str, Any]) -> int:
    if "leaf_value" in node:
        return 0
    return 1 + max(_depth(node["left_child"]), _depth(node["right_child"]))
