"""Real data to try nearbest on."""

from nearbest.datasets.flights import flights

__all__ = ["flights"]
