"""Joint draws of final scores, as they ship."""

from nearbest.forecast.beliefs import Beliefs

__all__ = ["Beliefs"]
