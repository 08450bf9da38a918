"""Errors as one sentence, and exit codes."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import NoReturn, ParamSpec

import typer

from nearbest.cli.lines import command, say_line
from nearbest.errors import AllFailed, NearBestError
from nearbest.running.ctrl_c import ending_like_ctrl_c
from nearbest.running.run_dir.names import COMMAND
from nearbest.running.settings import ABOUT

FAILED = 1
NOT_CERTIFIED = 3
INTERRUPTED = 130

#: What arguments of the library are called on the command line. Not so `run_dir`, which is
#: an option of one command and the argument of most.
OPTIONS = {
    **{
        name: about.option.name
        for name, about in ABOUT.items()
        if about.option is not None and name != "run_dir"
    },
    "drop": "--drop",
    "keep": "--keep",
    "groups": "--groups",
    "sample_weight": "--sample-weight",
    "time": "--time",
    "target": "--target",
    "name": "--name",
    "X_test": "--test-file",
    "y_test": "--test-file",
    "cache_dir": "NEARBEST_CACHE",
    "path": "DATA",
}
#: What the library advises, in words of the command line.
ADVICE = {
    "Pass regressors to predict numbers.": "Take `--space modern-regression`, or a file of "
    "regressors, to predict numbers.",
    'Repair it, or tell `open_table` what its columns hold: `types={"column": "VARCHAR"}`.': (
        "Repair it, or convert it to Parquet."
    ),
}

P = ParamSpec("P")


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Let `command` end with one sentence and an exit code instead of a traceback.

    With ``--debug`` the error goes on its way, and Python shows where it arose.
    """

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            with ending_like_ctrl_c(), warnings.catch_warnings():
                # Answers list who failed, and why.
                warnings.filterwarnings("ignore", r"\d+ of \d+ candidates failed")
                warnings.showwarning = _say_warning  # which leaving the context undoes
                command(*args, **kwargs)
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except KeyboardInterrupt:
            typer.echo(_stopped(kwargs.get("run_dir")), err=True)
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:  # the reader, such as `head`, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit from None
        except Exception as error:
            if kwargs.get("debug"):
                raise
            told = sentence(error, _name_of_run_dir(kwargs))
            as_json = bool(kwargs.get("as_json"))
            _give_up(told, as_json, in_lines=isinstance(error, AllFailed))

    return run


def _stopped(run_dir: object) -> str:
    """What to say where nothing was found yet; a run that began to be kept can go on."""
    if isinstance(run_dir, Path) and (run_dir / COMMAND).exists():
        return f"Stopped. Go on with: {command('resume', run_dir)}"
    return "Stopped. There was no answer yet."


def _name_of_run_dir(given: Mapping[str, object]) -> str:
    """What a run directory is called in the help of the command that was given this."""
    if "source" in given:
        return "SOURCE"
    return "--run-dir" if {"data", "run_dir"} <= given.keys() else "RUN_DIR"


def sentence(error: Exception, run_dir: str = "RUN_DIR") -> str:
    """What went wrong, in a sentence; `run_dir` is what that is called here.

    Examples
    --------
    >>> from nearbest.errors import InvalidInput
    >>> sentence(FileNotFoundError(2, "No such file or directory", "flights.csv"))
    'flights.csv: No such file or directory.'
    >>> sentence(InvalidInput("`n_jobs` must not be 0."))
    '`--jobs` must not be 0.'
    """
    if isinstance(error, NearBestError):
        return _as_typed(str(error), run_dir)
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}."
    return f"{type(error).__name__}: {error} (`--debug` shows the traceback)"


def _as_typed(text: str, run_dir: str = "--run-dir") -> str:
    """A sentence of the library, with arguments under the names of their options."""
    for said, typed in ADVICE.items():
        text = text.replace(said, typed)
    text = re.sub(r"`drop=\['(.+?)'\]`", lambda found: _typed("--drop", found[1]), text)
    names = {**OPTIONS, "run_dir": run_dir}
    return re.sub("`(.+?)`", lambda name: f"`{names.get(name[1], name[1])}`", text)


def _typed(option: str, value: str) -> str:
    return f"`{option} {shlex.quote(value)}`"


def _say_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning as a sentence; in which line of which file it arose is of no use here."""
    say_line(f"Warning: {_as_typed(str(message))}", err=True)


def _give_up(message: str, as_json: bool, in_lines: bool) -> NoReturn:
    """Say what went wrong in one line, or in as many as there are causes."""
    if as_json:
        typer.echo(json.dumps({"error": message}, allow_nan=False))
    first, *causes = message.split("\n") if in_lines else [message]
    for line in (f"Error: {first}", *(f"  {cause}" for cause in causes)):
        say_line(line, err=True)
    raise typer.Exit(FAILED)


def exit_unless(settled: bool) -> None:
    """End with its own exit code where ε was not certified, nor predicted if that was asked."""
    if not settled:
        raise typer.Exit(NOT_CERTIFIED)
