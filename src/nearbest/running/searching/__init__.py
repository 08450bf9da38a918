"""Candidates that are proposed while the race runs, and what their stream learns from."""
