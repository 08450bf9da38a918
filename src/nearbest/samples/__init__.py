"""Seeded, nested samples of the training and test data."""

from nearbest.samples.base import Samples
from nearbest.samples.memory import InMemory
from nearbest.samples.rows import Table, first, len_of, take
from nearbest.samples.shuffle import Shuffle, grouped, stratified, test_rows, uniform
from nearbest.samples.store import Store, write_store

__all__ = [
    "InMemory",
    "Samples",
    "Shuffle",
    "Store",
    "Table",
    "first",
    "grouped",
    "len_of",
    "stratified",
    "take",
    "test_rows",
    "uniform",
    "write_store",
]
