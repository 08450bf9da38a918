"""What a probe will cost, from the candidate's own probes, as it ships."""

from __future__ import annotations

from nearbest.race.schedulers.growth import LOW, USUAL, exponent

__all__ = ["LOW", "USUAL", "exponent", "fit_time_at"]


def fit_time_at(rows, size, time, power):
    """Fitting time at more rows than were tried."""
    return time * (rows / size) ** power
