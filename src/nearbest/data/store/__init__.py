"""Shuffled rows on disk."""
