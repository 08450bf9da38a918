"""Commands that are imported when they are called.

What ``nearbest --help`` shows of a command is its name and one sentence; importing all of
them for it would load scikit-learn.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand

from nearbest.cli.flags import PlainCommand, PlainGroup

#: The commands in the order of ``--help``, with the first sentence of each one's own help.
#: A command's function, or its group, has the name of its module in `commands/`.
SUMMARIES = {
    "select": "Choose a candidate within ε of the best, and say how sure that is.",
    "plan": "Probe for a minute at most, and say how long a selection should take.",
    "resume": "Go on with a run that was stopped or crashed; no finished probe is repeated.",
    "report": "Write the report of a run: one HTML file that needs no network.",
    "show": "Show how a run stands or ended: the answer, with all behind it on request.",
    "compare": "Is the altered configuration better, worse, or equal within ε?",
    "predict": "Predict with a saved model, one line per row, as CSV unless a file is named.",
    "space": "List a space, or check and list a file of candidates or of a space.",
    "demo": "Select among configurations of the paper's space on a million US flights.",
    "library": "Past learning curves, from which forecasts are made: those that ship and your "
    "own.",
}


class LazyCommand(TyperCommand):
    """Stands for a command in the overview, and imports it to parse its arguments."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """The context of the command itself."""
        return load(str(self.name)).make_context(*args, **kwargs)


class LazyCommands(PlainGroup):
    """A group of all commands, none of which is imported yet."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, summary in SUMMARIES.items():
            self.add_command(LazyCommand(name, help=summary))


def load(name: str) -> Any:
    """Import a command.

    Examples
    --------
    >>> load("report").name
    'report'
    """
    command = getattr(import_module(f"nearbest.cli.commands.{name}"), name)
    if not isinstance(command, typer.Typer):
        group = typer.Typer(add_completion=False)
        group.command(name, cls=PlainCommand)(command)
        command = group
    return typer.main.get_command(command)
