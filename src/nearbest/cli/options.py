"""Options that several commands share, besides those of settings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nearbest.places import as_path

WHERE = "Where it runs"
OUTPUT = "What comes out"

Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="A table: Parquet, CSV or Arrow files, a folder, a glob or a URL of them.",
    ),
]


def folder_named(text: str) -> Path:
    """A folder as the user names it. An empty name would mean the current folder."""
    if not text:
        raise typer.BadParameter("must name a directory; got ''.")
    return as_path(text)


def source_named(text: str) -> Path:
    """A folder or a file as the user names it."""
    if not text:
        raise typer.BadParameter("must name a run directory or a Parquet file; got ''.")
    return as_path(text)


RunDir = Annotated[
    Path,
    typer.Argument(
        metavar="RUN_DIR", help="The run directory, as given to --run-dir.", parser=folder_named
    ),
]
Target = Annotated[str, typer.Option("--target", "-t", help="The column to predict.")]
Drop = Annotated[
    list[str],
    typer.Option("--drop", metavar="COLUMN", help="A column to leave out. May be repeated."),
]
Keep = Annotated[
    list[str],
    typer.Option("--keep", metavar="COLUMN", help="Use only these columns. May be repeated."),
]
Groups = Annotated[
    str | None,
    typer.Option(
        "--groups",
        metavar="COLUMN",
        help="Rows of equal values in this column, such as a customer, stay on one side of "
        "the split. It is not a feature.",
    ),
]
SampleWeight = Annotated[
    str | None,
    typer.Option(
        "--sample-weight",
        metavar="COLUMN",
        help="Rows count by the numbers in this column, in training where a candidate takes "
        "weights and in scores that are means over rows. It is not a feature.",
    ),
]
Time = Annotated[
    str | None,
    typer.Option(
        "--time",
        metavar="COLUMN",
        help="Train on the past and test on the last rows by this column of dates or numbers. "
        "It is not a feature, and the certificate is an estimate.",
    ),
]
TestFile = Annotated[
    str | None,
    typer.Option(
        "--test-file",
        metavar="DATA",
        help="Test on these rows, such as a later month, instead of a part of DATA. Both are "
        "read into memory, and the certificate is an estimate.",
    ),
]
Space = Annotated[
    str | None,
    typer.Option(
        "--space",
        help="A space to draw from: [bold]paper[/] (the default), [bold]modern[/], "
        "[bold]modern-regression[/] or a TOML file.",
    ),
]
Candidates = Annotated[
    Path | None,
    typer.Option(
        "--candidates",
        metavar="FILE.toml",
        help="A file that lists candidates.",
        parser=as_path,
    ),
]
Allow = Annotated[
    list[str],
    typer.Option(
        "--allow",
        metavar="PACKAGE",
        help="A package that files of candidates may name, besides scikit-learn, LightGBM, "
        "XGBoost, CatBoost and nearbest. May be repeated.",
    ),
]
Dask = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        help="Run on the Dask cluster with its scheduler at this address.",
        rich_help_panel=WHERE,
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="ADDRESS", help="Run on this Ray cluster.", rich_help_panel=WHERE
    ),
]
Report = Annotated[
    Path | None,
    typer.Option(
        "--report",
        metavar="FILE.html",
        help="Write a report.",
        parser=as_path,
        rich_help_panel=OUTPUT,
    ),
]
Save = Annotated[
    Path | None,
    typer.Option(
        "--save",
        metavar="MODEL.skops",
        help="Save the model delivered.",
        parser=as_path,
        rich_help_panel=OUTPUT,
    ),
]
AsJson = Annotated[
    bool,
    typer.Option("--json", help="Print the answer as JSON.", rich_help_panel=OUTPUT),
]
Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet",
        "-q",
        help="One sentence, and one log line per minute.",
        rich_help_panel=OUTPUT,
    ),
]
Verbose = Annotated[
    bool,
    typer.Option(
        "--verbose",
        "-v",
        help="All candidates, and everything behind the answer.",
        rich_help_panel=OUTPUT,
    ),
]
Debug = Annotated[
    bool,
    typer.Option("--debug", help="Show the traceback of an error.", rich_help_panel=OUTPUT),
]
