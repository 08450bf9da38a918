"""What must be known of a table before its rows are shuffled.

Reads the target, the groups and the categories only: a small part of a columnar file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from nearbest.data.files.duck import Duck, quoted
from nearbest.data.files.order import group_key
from nearbest.data.files.schema import dictionary_order
from nearbest.data.files.special_columns import check_weights, last_rows
from nearbest.data.shuffle import test_rows
from nearbest.data.target import Classes, check_classes, check_exact, check_numbers
from nearbest.errors import InvalidInput, NotSupported

if TYPE_CHECKING:
    from nearbest.data.files.source import TableSource

#: More different values than this are no classes.
MOST_CLASSES = 10_000
#: A categorical column with more values than this is read as text.
MOST_CATEGORIES = 100_000
#: DuckDB types of numbers that may have fractions.
FRACTIONS = ("FLOAT", "DOUBLE", "DECIMAL")


@dataclass(frozen=True)
class Survey:
    """Counts of a table.

    Attributes
    ----------
    n_rows : int
        Rows with a label.
    target : Classes or Range
        The classes with their counts; of numbers, their range.
    n_left_out : int
        Rows without a label.
    n_test : int
        Rows of D_te.
    last_group : int or None
        The largest group key on the test side.
    since : str or None
        The SQL that is true for rows of the test side, where they are the last by time.
    categories : mapping of str to Arrow array
        The values of each categorical column.
    n_groups : tuple of int
        How many groups the training and the test side have; empty without groups.
    """

    n_rows: int
    target: Classes | Range
    n_left_out: int
    n_test: int
    last_group: int | None
    categories: Mapping[str, pa.Array]
    since: str | None = None
    n_groups: tuple[int, ...] = ()


@dataclass(frozen=True)
class Range:
    """Lowest and highest number of a target, the one nearest to 0, and their variance."""

    low: float
    high: float
    nearest_zero: float
    spread: float


def survey(duck: Duck, source: TableSource, seed: int, test_size: float | int) -> Survey:
    """Count classes, groups and categories, and settle the size of the test data."""
    target, n_rows, n_left_out = (_range if source.of_numbers else _classes)(duck, source)
    n_test = test_rows(n_rows, test_size)
    if source.sample_weight is not None:
        check_weights(duck, source)
    last_group = since = None
    n_groups: tuple[int, ...] = ()
    if source.time is not None:
        n_test, since = last_rows(duck, source, n_test)
    if source.groups is not None:
        n_test, last_group, n_groups = _test_groups(duck, source, seed, n_test, n_rows)
    categories = {
        f.name: values
        for f in source.features
        if f.kind == "category" and (values := _categories(duck, source, f.name)) is not None
    }
    return Survey(n_rows, target, n_left_out, n_test, last_group, categories, since, n_groups)


def _range(duck: Duck, source: TableSource) -> tuple[Range, int, int]:
    """The range of a target of numbers, the rows that have one, and those that have none."""
    y = f"CAST({source.label} AS DOUBLE)"
    [(n_all, n_rows, n_infinite, *ends)] = duck.rows(
        f"SELECT count(*), count({y}), count(*) FILTER (isinf({y})), min({y}), max({y}), "
        f"min(abs({y})), var_pop(CASE WHEN isinf({y}) THEN NULL ELSE {y} END) "
        f"FROM {duck.scan()}"
    )
    where, target = duck.files.shown, f"target {source.target}"
    if not n_all:
        raise InvalidInput(f"`path` {where} has no rows; name a file with rows.")
    if not n_rows:
        raise InvalidInput(f"`{target}` must have a value in some rows of {where}; got none.")
    if n_infinite:
        raise InvalidInput(
            f"`{target}` must not be infinite (inf) anywhere; it is in {n_infinite:,} of "
            f"{n_all:,} rows of {where}."
        )
    found = Range(*map(float, ends))
    check_numbers(found.low, found.high, target)
    return found, int(n_rows), int(n_all - n_rows)


def _classes(duck: Duck, source: TableSource) -> tuple[Classes, int, int]:
    found = duck.rows(
        f"SELECT {source.label}, count(*) FROM {duck.scan()} GROUP BY 1 "
        f"LIMIT {MOST_CLASSES + 2}"
    )
    where, target = duck.files.shown, source.target
    if not found:
        raise InvalidInput(f"`path` {where} has no rows; name a file with rows.")
    n_left_out = sum(int(n) for label, n in found if label is None)
    labelled = sorted((label, int(n)) for label, n in found if label is not None)
    if not labelled:
        raise InvalidInput(
            f"`target` {target} must have a value in some rows of {where}; got none."
        )
    if len(labelled) > MOST_CLASSES and isinstance(labelled[0][0], str):
        raise NotSupported(
            f"`target` {target} of {where} must hold class labels; got texts of which more "
            f"than {MOST_CLASSES:,} differ. Name a column of fewer classes."
        )
    if len(labelled) > MOST_CLASSES or any(_is_fraction(label) for label, _ in labelled):
        raise NotSupported(
            f"Unknown label type: `target` {target} of {where} must hold class labels, as the "
            "candidates are classifiers; got continuous or too many values. Pass regressors "
            "to predict numbers."
        )
    classes = np.array([label for label, _ in labelled])
    counts = tuple(n for _, n in labelled)
    check_exact(classes, "target")
    check_classes(classes, counts, "target")
    return Classes(classes, counts), sum(counts), n_left_out


def has_fractions(source: TableSource) -> bool:
    """Whether the target holds numbers with fractions, which are no labels."""
    if source.target_type.split("(")[0] not in FRACTIONS:
        return False
    y = f"CAST({source.label} AS DOUBLE)"
    with Duck(source.files, source.types or {}, source.memory) as duck:
        query = f"FROM {duck.scan()} WHERE isfinite({y}) AND {y} <> floor({y}) LIMIT 1"
        return bool(duck.rows(f"SELECT 1 {query}"))


def _is_fraction(label: Any) -> bool:
    return isinstance(label, float) and not label.is_integer()


def _test_groups(
    duck: Duck, source: TableSource, seed: int, n_test: int, n_rows: int
) -> tuple[int, int, tuple[int, int]]:
    """How many rows the test groups have, the last of their keys, and the groups of each part.

    Groups are taken in the order of their keys until they have `n_test` rows.
    """
    group = quoted(str(source.groups))
    labelled = f"FROM {duck.scan()} WHERE {source.label} IS NOT NULL"
    [(n_missing,)] = duck.rows(f"SELECT count(*) {labelled} AND {group} IS NULL")
    if n_missing:
        raise InvalidInput(
            f"`groups` {source.groups} must not be missing; it is in {n_missing:,} rows of "
            f"{duck.files.shown}."
        )
    [(n_taken, last, n_tested, n_all)] = duck.rows(
        f"WITH sizes AS (SELECT {group_key(group, seed)} AS key, count(*) AS n {labelled} "
        "GROUP BY 1), running AS (SELECT key, n, sum(n) OVER (ORDER BY key) AS upto "
        "FROM sizes) SELECT max(upto), max(key), count(*), (SELECT count(*) FROM sizes) "
        f"FROM running WHERE upto - n < {n_test} "
        f"AND upto < {n_rows}"
    )
    if last is None:
        raise InvalidInput(
            f"`groups` {source.groups} must leave groups for both sides of the split; the "
            f"rows of {duck.files.shown} cannot be split by it."
        )
    return int(n_taken), int(last), (int(n_all - n_tested), int(n_tested))


def _categories(duck: Duck, source: TableSource, name: str) -> pa.Array | None:
    column = f"CAST({quoted(name)} AS VARCHAR)"
    found = duck.rows(
        f"SELECT DISTINCT {column} FROM {duck.scan()} WHERE {column} IS NOT NULL "
        f"LIMIT {MOST_CATEGORIES + 1}"
    )
    if len(found) > MOST_CATEGORIES:
        return None
    first = dictionary_order(source.files, name)
    later = sorted({value for (value,) in found} - set(first))
    return pa.array([*first, *later], pa.string())
