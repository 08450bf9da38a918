"""Columns that are no features: the weights of rows, and the time they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nearbest.data.files.duck import Duck, literal, quoted
from nearbest.errors import InvalidInput

if TYPE_CHECKING:
    from nearbest.data.files.source import TableSource


def check_weights(duck: Duck, source: TableSource) -> None:
    """Raise unless weights are finite numbers from 0, not all of them 0."""
    weight = f"CAST({quoted(str(source.sample_weight))} AS DOUBLE)"
    is_good = f"{weight} IS NOT NULL AND isfinite({weight}) AND {weight} >= 0"
    [(n_odd, most)] = duck.rows(
        f"SELECT count(*) FILTER (NOT coalesce({is_good}, false)), max({weight}) "
        f"FROM {duck.scan()} WHERE {source.label} IS NOT NULL"
    )
    if n_odd or not most:
        got = f"others in {n_odd:,} rows" if n_odd else "0 in all of them"
        raise InvalidInput(
            f"`sample_weight` {source.sample_weight} must be finite numbers from 0, and not 0 "
            f"in all rows of {duck.files.shown}; got {got}."
        )


def last_rows(duck: Duck, source: TableSource, n_test: int) -> tuple[int, str]:
    """How many rows the test data has, and the SQL that is true for them.

    They are the last `n_test` by time, or some more: rows of one moment stay together.
    """
    time = quoted(str(source.time))
    labelled = f"FROM {duck.scan()} WHERE {source.label} IS NOT NULL"
    unknown = f"{time} IS NULL OR NOT isfinite({time})"
    [(n_missing,)] = duck.rows(f"SELECT count(*) {labelled} AND ({unknown})")
    if n_missing:
        raise InvalidInput(
            f"`time` {source.time} must not be missing; it is in {n_missing:,} rows of "
            f"{duck.files.shown}."
        )
    found = duck.rows(
        f"WITH moments AS (SELECT {time} AS moment, count(*) AS n {labelled} GROUP BY 1), "
        "running AS (SELECT moment, sum(n) OVER (ORDER BY moment DESC) AS upto, "
        "min(moment) OVER () AS first FROM moments) SELECT CAST(moment AS VARCHAR), upto "
        f"FROM running WHERE moment > first ORDER BY upto >= {n_test} DESC, "
        f"abs(upto - {n_test}) LIMIT 1"
    )
    if not found:
        raise InvalidInput(
            f"`time` {source.time} must hold at least two different times; all rows of "
            f"{duck.files.shown} have the same."
        )
    moment, n_taken = found[0]
    since = f"{time} >= CAST({literal(str(moment))} AS {_type(duck, str(source.time))})"
    return int(n_taken), since


def _type(duck: Duck, column: str) -> str:
    return duck.columns()[column]
