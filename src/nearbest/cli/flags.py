"""Commands whose help shows flags without a type, as nothing is typed behind them."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


class PlainCommand(TyperCommand):
    """A command with plain flags."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, ``--help`` among them."""
        return without_types(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group of commands with plain flags."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, ``--help`` among them."""
        return without_types(super().get_params(ctx))


def without_types(parameters: list[Any]) -> list[Any]:
    """The same parameters, where flags have no word for what is typed behind them."""
    for each in parameters:
        if getattr(each, "is_flag", False) and each.metavar is None:
            each.metavar = ""
    return parameters
