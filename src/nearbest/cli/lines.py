"""Lines that the command line prints without a layout."""

from __future__ import annotations

import os
import shlex

import typer

from nearbest.printable import one_line


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
