"""The random order, as SQL.

A row's place is decided by MD5 of the seed and the row's number in the files, a
group's side by MD5 of the seed and the group's value: the same on every machine, for
every number of threads and every version of DuckDB. decisions/010 says why prefixes
of this order are uniform random samples.
"""

from __future__ import annotations

from nearbest.data.files.duck import quoted

ROW = quoted("row number of nearbest")
KEY = quoted("key of nearbest")
SIDE = quoted("side of nearbest")
WEIGHT = quoted("weight of nearbest")


def row_key(seed: int) -> str:
    """The key by which rows are sorted."""
    return f"md5_number_lower(concat('{seed}:row:', {ROW}))"


def group_key(group: str, seed: int) -> str:
    """The key by which groups are put on one side."""
    return f"md5_number_lower(concat('{seed}:group:', CAST({group} AS VARCHAR)))"


def shuffled_rows(
    table: str, features: str, label: str, seed: int, side: str | None = None
) -> str:
    """A query for features and label in random order, test rows first.

    `side` is true for rows of the test data. Without it the first rows, as many as are
    wanted, are the test data.
    """
    sides = f", {side} AS {SIDE}" if side else ""
    numbered = f"SELECT *, row_number() OVER () AS {ROW} FROM {table}"
    labelled = (
        f"SELECT {features}, {label} AS label_of_nearbest, {ROW}, {row_key(seed)} AS {KEY}"
        f"{sides} FROM ({numbered}) WHERE {label} IS NOT NULL"
    )
    first = f"{SIDE} DESC, " if side else ""
    helpers = ", ".join((ROW, KEY, *((SIDE,) if side else ())))
    return f"SELECT * EXCLUDE ({helpers}) FROM ({labelled}) ORDER BY {first}{KEY}, {ROW}"
