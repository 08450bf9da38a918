"""The kinds of learners that past learning curves tell apart."""

from __future__ import annotations

from typing import Literal

LearnerKind = Literal[
    "linear",
    "online",
    "kernel",
    "network",
    "boosting",
    "forest",
    "tree",
    "bayes",
    "neighbours",
    "constant",
    "unknown",
]
