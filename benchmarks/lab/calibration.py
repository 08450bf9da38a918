"""Stop levels by conformal risk control over datasets, as they ship, and when races stop."""

from __future__ import annotations

import numpy as np

from nearbest.forecast.calibration import level, wrong_from

__all__ = ["level", "stop", "wrong_from"]


def stop(p: np.ndarray, tau: float) -> int:
    """The moment at which a race stops; the last if it never does."""
    reached = np.flatnonzero(p >= tau)
    return int(reached[0]) if len(reached) else len(p) - 1
