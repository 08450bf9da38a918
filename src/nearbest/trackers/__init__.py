"""Experiment trackers, as callbacks."""
