"""Recorded learning curves: making them, and running the real loop on them."""

from nearbest.replay.curves import Curves, RecordedProbe
from nearbest.replay.outcome import Replay
from nearbest.replay.recording import record

__all__ = ["Curves", "RecordedProbe", "Replay", "record"]
