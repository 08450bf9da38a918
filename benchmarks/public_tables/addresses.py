"""Blocks of internet addresses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from public_tables.downloads import find_one, from_debian
from public_tables.frames import most_frequent

#: Children from here on are countries; those below are nodes.
LEAF = 0xFFFF00


def address_countries(scratch: Path) -> pd.DataFrame:
    """Country of a block of internet addresses; all but eight countries are one class."""
    data = find_one(from_debian("geoip-database", scratch), "GeoIP.dat").read_bytes()
    raw = pd.DataFrame(blocks(data), columns=["start", "prefix", "country"])
    raw = raw[raw["country"] > 0]
    frame = pd.DataFrame({"label": most_frequent(raw["country"], 8), "prefix": raw["prefix"]})
    for k in range(4):
        frame[f"octet_{k + 1}"] = raw["start"] // 256 ** (3 - k) % 256
    return frame


def blocks(data: bytes) -> Iterator[tuple[int, int, int]]:
    """First address, length of the prefix and country of the blocks in a binary tree."""
    waiting = [(0, 0, 0)]
    while waiting:
        node, start, depth = waiting.pop()
        for bit in (0, 1):
            at = node * 6 + bit * 3
            child = int.from_bytes(data[at : at + 3], "little")
            first = start | bit << (31 - depth)
            if child >= LEAF:
                yield first, depth + 1, child - LEAF
            else:
                waiting.append((child, first, depth + 1))
