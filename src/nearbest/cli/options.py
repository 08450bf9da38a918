"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nearbest.cli.durations import seconds
from nearbest.race.stopping import STOP_AT, StopAt

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
        raise typer.BadParameter("must name a folder; got ''.")
    return Path(text)


RunDir = Annotated[
    Path,
    typer.Argument(
        metavar="RUN_DIR", help="The folder given as --run-dir.", parser=folder_named
    ),
]
Target = Annotated[str, typer.Option("--target", "-t", help="The column to predict.")]
Drop = Annotated[
    list[str],
    typer.Option("--drop", metavar="COLUMN", help="A column to leave out. May be repeated."),
]
Keep = Annotated[
    list[str],
    typer.Option("--keep", metavar="COLUMN", help="Use only such columns. May be repeated."),
]
Epsilon = Annotated[
    float, typer.Option("--epsilon", "-e", help="Loss of accuracy that is tolerated.")
]
Delta = Annotated[
    float, typer.Option("--delta", "-d", help="Probability with which the promise may fail.")
]


def stopping_rule(text: str) -> StopAt:
    """The rule of that name."""
    for rule in STOP_AT:
        if text == rule:
            return rule
    raise typer.BadParameter(f"must be one of {', '.join(STOP_AT)}; got {text!r}.")


StopWhen = Annotated[
    StopAt,
    typer.Option(
        "--stop-at",
        parser=stopping_rule,
        metavar="|".join(STOP_AT),
        help="Stop when ε is proved, or already when past learning curves predict it with "
        "probability 1 − δ.",
    ),
]
StopWhenInstead = Annotated[
    StopAt | None,
    typer.Option(
        "--stop-at",
        parser=stopping_rule,
        metavar="|".join(STOP_AT),
        help="Stop by this rule instead of the run's own.",
    ),
]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Seed of split, draws and fits; drawn if left out.")
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
Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        parser=seconds,
        metavar="DURATION",
        help="Stop after so long with the answer so far: 90s, 10m, 1h30m.",
        rich_help_panel=WHERE,
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", help="Probes at once; -1 for one a core.", rich_help_panel=WHERE
    ),
]
Dask = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        help="Run on the Dask cluster whose scheduler is there.",
        rich_help_panel=WHERE,
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="ADDRESS", help="Run on this Ray cluster.", rich_help_panel=WHERE
    ),
]
Store = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="DIR",
        help="A folder that all machines see, for the shuffled data.",
        rich_help_panel=WHERE,
    ),
]
Report = Annotated[
    Path | None,
    typer.Option(
        "--report", metavar="FILE.html", help="Write a report.", rich_help_panel=OUTPUT
    ),
]
Save = Annotated[
    Path | None,
    typer.Option(
        "--save",
        metavar="MODEL.skops",
        help="Save the model delivered.",
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
        help="All candidates, and what stands behind the answer.",
        rich_help_panel=OUTPUT,
    ),
]
Debug = Annotated[
    bool,
    typer.Option("--debug", help="Show the traceback of an error.", rich_help_panel=OUTPUT),
]
