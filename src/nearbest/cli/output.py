"""Lines that the command line prints without a layout."""

from __future__ import annotations

import os
import shlex

import typer

from nearbest.printable import one_line, printable


def say(text: str, err: bool = False) -> None:
    """Print a text that may quote others: no control character in it reaches the terminal."""
    typer.echo(printable(text), err=err)


def say_line(text: str, err: bool = False) -> None:
    """Print a sentence; one that quotes a line feed stays one line."""
    typer.echo(one_line(text), err=err)


def command(*words: str | os.PathLike[str]) -> str:
    """A command of nearbest as it can be typed, whatever signs its paths have.

    Examples
    --------
    >>> command("resume", "my run")
    "nearbest resume 'my run'"
    """
    return shlex.join(["nearbest", *map(str, words)])
