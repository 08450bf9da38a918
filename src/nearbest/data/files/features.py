"""Columns of a table: which are features, and how each is read."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from nearbest.arguments import did_you_mean
from nearbest.data.store.columns import Kind
from nearbest.errors import InvalidInput, NotSupported

FeatureKind = Literal["number", "boolean", "text", "category", "time"]

#: What samples come as, by the name that users give, and their form on disk.
FORMS: Mapping[str, Kind] = {
    "pandas": "frame",
    "polars": "polars",
    "numpy": "array",
    "csr": "sparse",
    "text": "text",
}
WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT")
NUMBERS = (*WHOLE, *(f"U{kind}" for kind in WHOLE), "FLOAT", "DOUBLE")
WIDE_NUMBERS = ("HUGEINT", "UHUGEINT", "DECIMAL")
LENGTHS_OF_TIME = ("TIME", "INTERVAL")


@dataclass(frozen=True)
class Feature:
    """A column, what it holds, and the DuckDB type that it is read as."""

    name: str
    kind: FeatureKind
    read_as: str
    type: str


def holds_numbers(type_: str) -> bool:
    """Whether a column of this DuckDB type holds numbers; yes and no are 1 and 0."""
    return type_.split("(")[0] in (*NUMBERS, *WIDE_NUMBERS, "BOOLEAN")


def feature_of(name: str, type_: str, is_category: bool) -> Feature:
    """How a column of this DuckDB type is read; an error where it cannot be.

    Numbers wider than 64 bits become floats, times of day and intervals seconds.
    """
    base = type_.split("(")[0]
    if is_category or base == "ENUM":
        return Feature(name, "category", "VARCHAR", type_)
    if base in NUMBERS:
        return Feature(name, "number", base, type_)
    if base in WIDE_NUMBERS:
        return Feature(name, "number", "DOUBLE", type_)
    if base == "BOOLEAN":
        return Feature(name, "boolean", base, type_)
    if base in ("VARCHAR", "UUID", "JSON"):
        return Feature(name, "text", "VARCHAR", type_)
    if base == "DATE" or base.startswith("TIMESTAMP"):
        return Feature(name, "time", type_, type_)
    if base in LENGTHS_OF_TIME:
        return Feature(name, "number", "SECONDS", type_)
    raise NotSupported(
        f"Column {name!r} holds {type_}, which samples cannot hold; leave it out with "
        f"`drop=[{name!r}]`."
    )


def chosen_features(
    columns: Mapping[str, str],
    target: str,
    groups: str | None,
    drop: Collection[str],
    keep: Collection[str] | None,
    categories: Collection[str],
    where: str,
) -> tuple[Feature, ...]:
    """The features: every column but target, groups and `drop`, or those in `keep`."""
    if drop and keep is not None:
        raise InvalidInput("`drop` and `keep` cannot be given together; got both.")
    asked = {"target": [target], "groups": [groups] if groups else [], "drop": drop}
    for argument, names in {**asked, "keep": keep or []}.items():
        check_columns(argument, list(names), columns, where)
    for argument, names in (("drop", drop), ("keep", keep or ())):
        if target in names:
            raise InvalidInput(f"`{argument}` must not hold the target; got {target!r}.")
    wanted = [c for c in columns if c not in (target, groups, *drop)] if keep is None else keep
    if not wanted:
        raise InvalidInput(f"`path` {where} must have features; all its columns are left out.")
    return tuple(feature_of(c, columns[c], c in categories) for c in wanted)


def check_columns(
    argument: str, names: Sequence[str], columns: Mapping[str, str], where: str
) -> None:
    """Raise unless all `names` are columns."""
    missing = [name for name in names if name not in columns]
    if missing:
        shown = list(columns)[:10]
        more = f" and {len(columns) - 10} more" if len(columns) > 10 else ""
        if missing[0] in _unsplit(columns):
            raise InvalidInput(
                f"{where} cannot be split into columns: not all of its lines have as many "
                f"fields as the first, {next(iter(columns))!r}. Repair it."
            )
        raise InvalidInput(
            f"`{argument}` must name a column of {where}; got {missing[0]!r}."
            f"{did_you_mean(missing[0], columns)} Its columns are {shown}{more}."
        )


def _unsplit(columns: Mapping[str, str]) -> list[str]:
    """The names in the only column there is, where no separator was found."""
    return re.split("[,;|\t]", next(iter(columns))) if len(columns) == 1 else []


def check_aside_type(argument: str, name: str, type_: str) -> None:
    """Raise unless a column of this DuckDB type can be weights or, if it is that, a time."""
    base = type_.split("(")[0]
    is_number = base in (*NUMBERS, *WIDE_NUMBERS)
    if argument == "time":
        if not is_number and base != "DATE" and not base.startswith("TIMESTAMP"):
            raise InvalidInput(
                f"`time` must be a column of dates or numbers; {name!r} holds {type_}."
            )
    elif not is_number:
        raise InvalidInput(f"`{argument}` must be a column of numbers; {name!r} holds {type_}.")


def form_named(as_: str, features: Sequence[Feature]) -> Kind:
    """The form of samples that `as_` names, if these features can take it."""
    if as_ not in FORMS:
        raise InvalidInput(f"`as_` must be one of {list(FORMS)}; got {as_!r}.")
    if as_ in ("numpy", "csr"):
        others = [f.name for f in features if f.kind not in ("number", "boolean")]
        if others:
            raise InvalidInput(
                f'`as_="{as_}"` needs columns of numbers only; got {others[:5]}. Leave them '
                'out with `drop`, or use `as_="pandas"`.'
            )
    if as_ == "text" and [f.kind for f in features] != ["text"]:
        raise InvalidInput(
            f'`as_="text"` needs one column of text; got {[f.name for f in features][:5]}. '
            "Choose it with `keep`."
        )
    return FORMS[as_]
