"""Stop levels by conformal risk control over datasets.

For every dataset d the share L_d(τ) of its races that would be wrong if they stopped at
some level of at least τ falls in τ. The smallest τ with (1 + Σ_d L_d(τ)) / (D + 1) ≤ δ is
wrong on the next dataset with probability at most δ, if datasets are exchangeable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np


def wrong_from(p: np.ndarray, wrong: np.ndarray) -> float:
    """The highest level at which this race would stop and be wrong; −1 if there is none.

    A race stops at the first moment with p ≥ τ, so only moments at which p is higher
    than ever before can be stops.
    """
    before = np.concatenate([[-1.0], np.maximum.accumulate(p)[:-1]])
    stops = (p > before) & wrong
    return float(p[stops].max()) if stops.any() else -1.0


def level(wrong_levels: Mapping[str, Sequence[float]], delta: float, highest: float = 2.0) -> float:
    """The smallest τ that keeps the risk at δ.

    Parameters
    ----------
    wrong_levels : mapping of dataset to the `wrong_from` of each of its races
    """
    units = [np.sort(np.asarray(v)) for v in wrong_levels.values()]
    candidates = np.unique(np.concatenate([[0.5], *units]))
    candidates = candidates[candidates > 0]
    chosen = highest
    for tau in candidates[::-1]:
        # stopping needs p ≥ τ' for some τ' > tau, just above this candidate
        risk = sum(float(np.mean(u > tau)) for u in units)
        if (1 + risk) / (len(units) + 1) > delta:
            break
        chosen = np.nextafter(tau, 2)
    return float(chosen)


def stop(p: np.ndarray, tau: float) -> int:
    """The moment at which a race stops; the last if it never does."""
    reached = np.flatnonzero(p >= tau)
    return int(reached[0]) if len(reached) else len(p) - 1
