"""All that is tuned: what ships, under the name that the laboratory has for it."""

from nearbest.race.tuning import Tuning as Settings

__all__ = ["Settings"]
