"""Boosted trees as arrays: what a forecast needs of them, without the library they came from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


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

    def predict(self, data: np.ndarray) -> np.ndarray:
        """The sum over all trees for each row of `data`."""
        n_trees = len(self.feature)
        rows, trees = np.arange(len(data))[:, None], np.arange(n_trees)[None, :]
        node = np.zeros((len(data), n_trees), np.int32)
        for _ in range(self.depth):
            feature = self.feature[trees, node]
            value = data[rows, np.maximum(feature, 0)]
            missing = np.isnan(value)
            members = self.members[trees, node]
            code = np.where(missing | (members < 0), 0, value).astype(np.int64)
            goes = np.where(members >= 0, (members >> code) & 1 == 1, value <= self.threshold[trees, node])
            goes = np.where(missing, self.missing_left[trees, node], goes)
            child = np.where(goes, self.left[trees, node], self.right[trees, node])
            node = np.where(feature < 0, node, child)
        return self.threshold[trees, node].sum(axis=1)

    @classmethod
    def of_lightgbm(cls, booster) -> Trees:
        """From a trained booster."""
        roots = [t["tree_structure"] for t in booster.dump_model()["tree_info"]]
        tables = [_flat(root) for root in roots]
        width = max(len(t) for t in tables)
        blank = (-1, 0.0, 0, 0, False, -1)
        columns = list(zip(*([(*t, *([blank] * (width - len(t))))] for t in tables), strict=True))[0]
        arrays = [np.array([[node[k] for node in tree] for tree in columns]) for k in range(6)]
        depth = max(_depth(root) for root in roots)
        kinds = (np.int8, np.float64, np.int16, np.int16, bool, np.int32)
        return cls(*(a.astype(kind) for a, kind in zip(arrays, kinds, strict=True)), depth)


def _flat(root) -> list[tuple]:
    """Nodes of one tree as tuples, the root first."""
    nodes: list[tuple] = []

    def visit(node) -> int:
        here = len(nodes)
        if "leaf_value" in node:
            nodes.append((-1, node["leaf_value"], 0, 0, False, -1))
            return here
        nodes.append(())
        left, right = visit(node["left_child"]), visit(node["right_child"])
        category = node["decision_type"] == "=="
        members = sum(1 << int(k) for k in node["threshold"].split("||")) if category else -1
        threshold = 0.0 if category else node["threshold"]
        missing = bool(node["default_left"]) if node["missing_type"] == "NaN" else not category and 0.0 <= threshold
        nodes[here] = (node["split_feature"], threshold, left, right, missing, members)
        return here

    visit(root)
    return nodes


def _depth(node) -> int:
    return 0 if "leaf_value" in node else 1 + max(_depth(node["left_child"]), _depth(node["right_child"]))
