"""The kinds of learners that past learning curves tell apart.

"late" are those of which small samples say nothing, so that they are trained on all rows:
trees whose leaves must hold thousands of rows, for one. "unknown" is what nobody recognised.
"""

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
    "late",
    "unknown",
]
