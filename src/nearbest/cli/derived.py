"""Options that are derived from settings, so that neither has to know of the other."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Annotated, Any, TypeVar

import typer

from nearbest.cli.option_groups import regrouped, ungrouped
from nearbest.cli.options import OUTPUT, WHERE, folder_named
from nearbest.cli.typed_values import n_bytes, score_names, seconds, tolerance
from nearbest.running.settings import ABOUT, DEFAULTS
from nearbest.running.settings.field import Option

Command = TypeVar("Command", bound=Callable[..., None])

OPTIONS: Mapping[str, Option] = {
    name: about.option for name, about in ABOUT.items() if about.option is not None
}
PANELS = {None: None, "where": WHERE, "output": OUTPUT}
TYPES: Mapping[str, Any] = {
    "text": str, "integer": int, "number": float, "flag": bool,
}  # fmt: skip
PARSERS: Mapping[str, Callable[[str], Any]] = {
    "duration": seconds, "bytes": n_bytes, "folder": folder_named, "tolerance": tolerance,
    "scores": score_names,
}  # fmt: skip
#: None as a value that was typed, such as no limit, where None means: not typed.
NONE = object()
METAVARS = {
    "duration": "DURATION", "bytes": "SIZE", "folder": "DIR", "tolerance": "NUMBER|SHARE%",
    "scores": "NAME[,NAME…]",
}  # fmt: skip


def takes_options(
    names: Collection[str] | None = None, *, but: Collection[str] = (), instead: bool = False
) -> Callable[[Command], Command]:
    """Let a command take the options of settings; they come as ``**settings``.

    Parameters of the command that are groups of options come as one value each.

    Parameters
    ----------
    names : collection of str, optional
        The settings; all that have an option if not given.
    but : collection of str
        Settings to leave out.
    instead : bool
        Whether an option that is left out is None and means: as before.
    """
    wanted = [n for n in OPTIONS if (names is None or n in names) and n not in but]

    def decorate(command: Command) -> Command:
        signature = inspect.signature(command, eval_str=True)
        taken = {n: p for n, p in signature.parameters.items() if p.kind is not p.VAR_KEYWORD}
        own = [each for p in taken.values() for each in ungrouped(p)]
        derived = [parameter(name, instead) for name in wanted]

        @wraps(command)
        def called(**given: Any) -> None:
            command(**regrouped(taken, given))

        called.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=[*own, *derived]
        )
        return called  # type: ignore[return-value]

    return decorate


def only_given(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings whose options the user typed, of a command that takes them instead."""
    given = {name: value for name, value in settings.items() if value is not None}
    return {name: None if value is NONE else value for name, value in given.items()}


def parameter(name: str, instead: bool = False) -> inspect.Parameter:
    """The option of a setting as typer wants it."""
    option = OPTIONS[name]
    default = None if instead else _as_text(option, DEFAULTS[name])
    read: dict[str, Any] = {"metavar": option.metavar or METAVARS.get(option.kind)}
    kind = TYPES.get(option.kind, str)
    if option.words or option.kind in PARSERS:
        kind = str
        read["parser"] = reader(option, NONE if instead else None)
        read["metavar"] = read["metavar"] or _choices(option)
    kept = instead and ABOUT[name].kept
    left_out = " As before if left out." if kept else option.usual
    info = typer.Option(
        *filter(None, (option.name, option.short)),
        help=option.help + left_out,
        rich_help_panel=PANELS[option.panel],
        **read,
    )
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind if default is not None else kind | None, info],
    )


def reader(option: Option, none: Any = None) -> Callable[[str], Any]:
    """What turns the text of an option into a value; its words come first.

    `none` is what a word for None is read as.
    """

    def read(text: str) -> Any:
        known = {**option.former, **option.words}
        if text in known:
            value = known[text]
            return none if value is None else value
        try:
            if option.kind == "choice":
                raise ValueError
            return PARSERS.get(option.kind, TYPES.get(option.kind, str))(text)
        except ValueError:
            what = {"integer": "an integer", "number": "a number"}.get(option.kind)
            choices = [*([what] if what else []), *option.words]
            raise typer.BadParameter(
                f"must be one of {', '.join(choices)}; got {text!r}."
            ) from None

    return read


def _choices(option: Option) -> str:
    what = [] if option.kind == "choice" else [option.kind.upper()]
    return "|".join([*what, *option.words])


def _as_text(option: Option, value: Any) -> Any:
    """A default the way a user would type it, where words are read."""
    if not option.words:
        return value
    return next((t for t, v in option.words.items() if v is value or v == value), str(value))
