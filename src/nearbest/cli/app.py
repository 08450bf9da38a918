"""The commands, and what `nearbest --help` says."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

from nearbest.cli.lazy import LazyCommands

EXIT_CODES = """
[bold]Exit codes[/]

0  every rival is excluded, by proof or by past curves, or the command did what it was asked
\n1  an error; one sentence on standard error says which
\n2  the command line could not be understood
\n3  stopped before that (a timeout, Ctrl-C); the answer so far is printed
\n130  interrupted before there was any answer
"""

app = typer.Typer(
    name="nearbest",
    cls=LazyCommands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
    epilog=EXIT_CODES,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"nearbest {version('nearbest')}")
        raise typer.Exit


@app.callback()
def nearbest(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Show the version and exit.",
        ),
    ] = False,
) -> None:
    """Pick a machine-learning configuration within ε of the best, with confidence 1 − δ."""
