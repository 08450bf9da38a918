"""``nearbest space``."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Column, Table
from rich.text import Text

from nearbest.candidates.configuration import Configuration, as_written, by_short_names
from nearbest.candidates.space import NAMED, LogInteger, Space
from nearbest.candidates.toml import read_candidates
from nearbest.cli import options
from nearbest.cli.failures import guarded
from nearbest.json_values import json_text
from nearbest.printable import one_line
from nearbest.progress.console import Console


@guarded
def space(
    source: Annotated[
        str,
        typer.Argument(
            metavar="[SPACE]",
            help="[bold]paper[/], [bold]modern[/], [bold]modern-regression[/] or a TOML file.",
        ),
    ] = "paper",
    n: Annotated[
        int | None, typer.Option("--n", "-n", help="Draw so many and list those instead.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the draws.")] = 0,
    allow: options.Allow = [],  # noqa: B006  # typer copies it
    as_json: options.AsJson = False,
    debug: options.Debug = False,
) -> None:
    """List a space, or check and list a file of candidates or of a space.

    [bold]Examples[/]

    nearbest space

    nearbest space modern --n 8

    nearbest space mine.toml --n 10
    """
    found = NAMED[source]() if source in NAMED else read_candidates(source, allow=allow)
    if isinstance(found, Space) and n is None:
        _print(["learner", "hyperparameter", "values"], _domains(found), as_json)
        return
    listed = found.draw(n or 0, seed) if isinstance(found, Space) else found[:n]
    _print(["configuration", "parameters"], [_written(c) for c in listed], as_json)


def _domains(found: Space) -> list[list[str]]:
    rows = []
    for learner in found.learners:
        for key, domain in learner.domains.items():
            rows.append([learner.name, key.rpartition("__")[2], described(domain)])
        if not learner.domains:
            rows.append([learner.name, "", ""])
    return rows


def _written(configuration: Configuration) -> list[str]:
    return [configuration.name, as_written(by_short_names(configuration.parameters))]


def described(domain: Any) -> str:
    """The values of a domain, in words.

    Examples
    --------
    >>> from scipy.stats import loguniform
    >>> described(["relu", "tanh"]), described(loguniform(0.001, 10.0))
    ("'relu', 'tanh'", '0.001 to 10, logarithmic')
    """
    if isinstance(domain, LogInteger):
        return f"{domain.low} to {domain.high}, integers, logarithmic"
    if not hasattr(domain, "support"):
        return ", ".join(map(repr, dict.fromkeys(map(_hashable, domain))))
    low, high = domain.support()
    kind = domain.dist.name
    note = {"loguniform": "logarithmic", "reciprocal": "logarithmic", "randint": "integers"}
    return f"{low:g} to {high:g}" + (f", {note[kind]}" if kind in note else "")


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _print(header: list[str], rows: list[list[str]], as_json: bool) -> None:
    if as_json:
        typer.echo(json_text([dict(zip(header, row, strict=True)) for row in rows]))
        return
    table = Table(*(Column(name, overflow="fold") for name in header), box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(Text(one_line(cell)) for cell in row))
    Console().print(table)
