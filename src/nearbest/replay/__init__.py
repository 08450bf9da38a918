"""Recorded learning curves: making them, and running the real loop on them."""

from nearbest.replay.adding import add_recording
from nearbest.replay.curves import Curves
from nearbest.replay.outcome import Replay
from nearbest.replay.probe import RecordedProbe
from nearbest.replay.recording import record
from nearbest.replay.searching import replay_search

__all__ = ["Curves", "RecordedProbe", "Replay", "add_recording", "record", "replay_search"]
