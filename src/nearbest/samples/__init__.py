"""Seeded, nested samples of the training and test data."""

from nearbest.samples.base import Samples
from nearbest.samples.memory import InMemory
from nearbest.samples.rows import Table, first, len_of, take
from nearbest.samples.shuffle import Shuffle, stratified, test_rows, uniform

__all__ = [
    "InMemory",
    "Samples",
    "Shuffle",
    "Table",
    "first",
    "len_of",
    "stratified",
    "take",
    "test_rows",
    "uniform",
]
