"""What a probe will cost, from the candidate's own probes."""

from __future__ import annotations

import numpy as np

#: Exponents of fitting time are kept within these.
FLATTEST, STEEPEST = 0.7, 1.8
USUAL = 1.05
#: Fitting times below this (seconds) say little about how they grow.
TELLING = 0.3
#: Exponent of a low estimate: what is saved must not be overestimated.
LOW = 0.95


def exponent(size, before_size, time, before_time):
    """How fitting time grows with rows, pulled towards the usual where times are tiny."""
    with np.errstate(all="ignore"):
        seen = np.log(np.maximum(time, 1e-6) / np.maximum(before_time, 1e-6)) / np.log(size / before_size)
    weight = before_time / (before_time + TELLING)
    own = np.clip(np.nan_to_num(seen, nan=USUAL), FLATTEST, STEEPEST)
    return weight * own + (1 - weight) * USUAL


def fit_time_at(rows, size, time, power):
    """Fitting time at more rows than were tried."""
    return time * (rows / size) ** power
