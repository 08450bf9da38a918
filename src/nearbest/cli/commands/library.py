"""``nearbest library``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Column, Table
from rich.text import Text

from nearbest.cli import options
from nearbest.cli.failures import guarded
from nearbest.cli.flags import PlainCommand, PlainGroup
from nearbest.cli.lines import say_line
from nearbest.forecast import Library, own_folder
from nearbest.forecast.own_levels import levels_at_hand
from nearbest.forecast.pasts import PASTS
from nearbest.json_values import json_text
from nearbest.printable import in_words, one_line
from nearbest.progress.console import Console
from nearbest.replay import add_recording
from nearbest.running.own_curves import add_run

#: Datasets of the Learning Curve Database have names that begin so.
DATABASE = "LCDB "

library = typer.Typer(
    cls=PlainGroup,
    no_args_is_help=True,
    add_completion=False,  # the whole command line has it
    help="Past learning curves, from which forecasts are made: those that ship and your own.",
)


@library.command(cls=PlainCommand)
@guarded
def add(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="SOURCE",
            help="A run directory, or a Parquet file that `nearbest.replay.record` made.",
            parser=options.source_named,
        ),
    ],
    name: Annotated[
        str | None,
        typer.Option(
            "--name",
            help="What to call the dataset; the file's name, or a digest of the data, if left "
            "out.",
        ),
    ] = None,
    as_json: options.AsJson = False,
    debug: options.Debug = False,
) -> None:
    """Add the curves of a run to your own, or a recording, which counts as a dataset.

    `--stop-at stated` forecasts from all curves. A recording has every candidate trained at
    every size, so races on it are run to see how often they would have ended wrongly:
    `--stop-at calibrated` then counts it among the datasets that its level comes from.

    Adding a run again replaces its curves. Curves of another run under the same name
    stay: name runs on the same data alike.

    [bold]Examples[/]

    nearbest library add run

    nearbest library add run --name flights-2024

    nearbest library add recorded.parquet
    """
    is_recording = source.is_file()
    added = (add_recording if is_recording else add_run)(source, name).summary()
    dataset, row = str(added.index[0]), added.iloc[0]
    if as_json:
        found = {"dataset": dataset, **row.to_dict(), "folder": str(own_folder())}
        typer.echo(json_text(found))
        return
    curves = "1 curve" if row["curves"] == 1 else f"{row['curves']:,} curves"
    say_line(
        f"Added {curves} of {row['smallest']:,} to {row['largest']:,} rows as {dataset!r}."
    )
    if is_recording:
        say_line("It counts in the levels of `--stop-at calibrated` from now on.")


@library.command(cls=PlainCommand)
@guarded
def show(
    all_: Annotated[
        bool, typer.Option("--all", help="List every dataset of the Learning Curve Database.")
    ] = False,
    as_json: options.AsJson = False,
    debug: options.Debug = False,
) -> None:
    """List the datasets whose learning curves forecasts are made from.

    [bold]Examples[/]

    nearbest library show

    nearbest library show --all
    """
    shipped, own = Library.shipped(), Library.own()
    if not (all_ or as_json):
        shipped = _folded(shipped)
    rows = [*_rows(shipped, "shipped"), *_rows(own, "own")]
    if as_json:
        content = {
            "folder": str(own_folder()),
            "left_out": own.left_out,
            "datasets": rows,
            "levels": _units(),
        }
        typer.echo(json_text(content))
        return
    console = Console()
    console.print(_table(rows))
    console.print(Text(f"\n{_behind_levels(_units())}"), soft_wrap=True)
    console.print(Text(f"\nYour own are kept in {own_folder()}."), soft_wrap=True)
    for sentence in own.left_out:
        console.print(Text(one_line(sentence)), soft_wrap=True)


def _units() -> dict[str, list[str]]:
    """The datasets whose races set the levels of the default rule, by score."""
    found = {past.name: levels_at_hand(past).datasets for past in PASTS}
    return {name: sorted(datasets) for name, datasets in found.items()}


def _behind_levels(units: Mapping[str, Collection[str]]) -> str:
    """How the datasets that answers count relate to those that are listed."""
    counted = in_words(
        [
            f"{len(names)} datasets by {score} ({_of_database(names)} of LCDB)"
            for score, names in units.items()
        ]
    )
    return (
        "These curves are what `--stop-at stated` forecasts from. The default, `--stop-at "
        f"calibrated`, ships with a forecast and a level made from races on {counted}, which "
        "answers count; most of their curves do not ship."
    )


def _of_database(names: Iterable[str]) -> int:
    """How many datasets are of the Learning Curve Database."""
    return sum(name.startswith(DATABASE) for name in names)


def _rows(found: Library, origin: str) -> list[dict[str, object]]:
    """One row per dataset."""
    return [
        {
            "dataset": dataset,
            **{str(key): int(value) for key, value in row.items()},
            "origin": origin,
        }
        for dataset, row in found.summary().iterrows()
    ]


def _folded(found: Library) -> Library:
    """The datasets of the database as one."""
    dataset = found.points["dataset"].astype(str)
    of_database = dataset.str.startswith(DATABASE)
    name = f"{DATABASE}({dataset[of_database].nunique()} datasets)"
    runs = dataset + " " + found.points["run"].astype(str)
    return Library(found.points.assign(dataset=dataset.mask(of_database, name), run=runs))


def _table(rows: list[dict[str, object]]) -> Table:
    table = Table(
        Column("dataset", overflow="fold"),
        *(
            Column(name, justify="right", no_wrap=True)
            for name in ("curves", "configurations", "smallest", "largest")
        ),
        Column("", no_wrap=True),
        box=None,
        padding=(0, 2, 0, 0),
        pad_edge=False,
    )
    for row in rows:
        name, *numbers, origin = row.values()
        counts = (f"{number:,}" for number in numbers)
        table.add_row(Text(one_line(str(name))), *counts, str(origin))
    return table
