"""Functions that take all settings, with a signature and documentation that list them."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from nearbest.arguments import did_you_mean
from nearbest.errors import InvalidType
from nearbest.running.settings import ABOUT, Settings

F = TypeVar("F", bound=Callable[..., Any])

#: The line of a docstring in whose place the settings are listed.
PLACE = "**arguments"


def takes_settings(function: F) -> F:
    """List the settings in the signature and in the docstring of `function`.

    It must end in ``**arguments``, and so must its parameters in the docstring; a
    sentence below says where to look for those who read the source.
    """
    signature = inspect.signature(function)
    own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    listed = [
        inspect.Parameter(f.name, inspect.Parameter.KEYWORD_ONLY, default=f.default)
        for f in fields(Settings)
    ]
    function.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*own, *listed]
    )
    function.__doc__ = _with_settings(inspect.getdoc(function) or "")
    return function


def check_known(arguments: Mapping[str, object]) -> None:
    """Raise if there is no such setting, and name the one that may be meant."""
    unknown = [name for name in arguments if name not in ABOUT]
    if unknown:
        raise InvalidType(
            f"`select` has no argument {unknown[0]!r}.{did_you_mean(unknown[0], ABOUT)}"
        )


def _with_settings(doc: str) -> str:
    before, _, after = doc.partition(f"\n{PLACE}")
    rest = after.partition("\n\n")[2]
    return f"{before}\n{described_settings()}\n\n{rest}"


def described_settings() -> str:
    """All settings, as numpydoc lists parameters."""
    lines = []
    for f in fields(Settings):
        text = textwrap.fill(
            ABOUT[f.name].doc, 88, initial_indent="    ", subsequent_indent="    "
        )
        lines.append(f"{f.name} : {f.type}, default={f.default!r}\n{text}")
    return "\n".join(lines)
