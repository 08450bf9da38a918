"""What there is to know of a setting besides its value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

#: What a text on the command line stands for.
Kind = Literal[
    "text", "scores", "integer", "number", "tolerance", "duration", "bytes", "folder", "flag",
    "choice",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Option:
    """How a setting is given on the command line.

    `words` are texts that stand for values of their own; they are all there is to
    choose from where `kind` is "choice". `former` are words of earlier versions, which are
    read and not listed. `panel` is the heading in ``--help``. `usual` ends the help: what
    holds where the option is left out, but for a run that goes on as it was.
    """

    name: str
    kind: Kind
    help: str
    short: str | None = field(default=None, kw_only=True)
    metavar: str | None = field(default=None, kw_only=True)
    panel: Literal["where", "output"] | None = field(default=None, kw_only=True)
    words: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    former: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    usual: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What becomes of a setting.

    Attributes
    ----------
    doc : str
        What it means, for the documentation of `nearbest.select`.
    check : callable or None
        Called with the name and the value; raises `InvalidInput` in one sentence.
    kept : bool
        Whether a run directory remembers it.
    fixed : bool
        Whether a run that goes on must have the same value.
    shown : bool
        Whether reports, and the code in them that repeats a run, tell it.
    option : Option or None
    """

    doc: str
    check: Callable[[str, Any], None] | None = None
    kept: bool = False
    fixed: bool = False
    shown: bool = True
    option: Option | None = None


def setting(
    default: Any,
    doc: str,
    *,
    check: Callable[[str, Any], None] | None = None,
    remembered: Literal["fixed", "kept"] | None = None,
    shown: bool = True,
    option: Option | None = None,
) -> Any:
    """A field of `Settings`; what is fixed is kept, too."""
    about = About(
        doc=" ".join(doc.split()),
        check=check,
        kept=remembered is not None,
        fixed=remembered == "fixed",
        shown=shown,
        option=option,
    )
    return field(default=default, metadata={"about": about})
