"""Candidates and spaces in TOML files."""

from nearbest.candidates.toml.files import is_candidates_file, read_candidates

__all__ = ["is_candidates_file", "read_candidates"]
