"""Options that commands take together, as values."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, get_type_hints

import typer

from nearbest import places
from nearbest.arguments import did_you_mean
from nearbest.candidates.space import NAMED
from nearbest.cli import options
from nearbest.errors import InvalidInput
from nearbest.places import as_path

#: The space to draw from unless the user names another.
PAPER = "paper"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Which columns of DATA are features, and which rows are tested on."""

    drop: options.Drop = field(default_factory=list)
    keep: options.Keep = field(default_factory=list)
    groups: options.Groups = None
    sample_weight: options.SampleWeight = None
    time: options.Time = None
    test_file: options.TestFile = None

    @property
    def aside(self) -> dict[str, str | None]:
        """Columns that are no features, by their arguments."""
        return {
            "groups": self.groups,
            "sample_weight": self.sample_weight,
            "time": self.time,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Who takes part: a space to draw from, or a file that lists candidates."""

    space: options.Space = None
    candidates: options.Candidates = None

    @property
    def source(self) -> str:
        """The name of a space or a file."""
        if self.space is not None and self.candidates is not None:
            raise typer.BadParameter("--space and --candidates cannot be given together.")
        if self.candidates is not None:
            return str(self.candidates)
        if self.space is None or self.space in NAMED:
            return self.space or PAPER
        file = as_path(self.space)
        if not file.exists():
            raise InvalidInput(
                f"`--space` must be {', '.join(NAMED)} or a TOML file; {self.space} does not "
                f"exist.{did_you_mean(self.space, NAMED)}"
            )
        return str(file)


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """The cluster to run on, if any, and the packages that candidates may come from."""

    allow: options.Allow = field(default_factory=list)
    dask: options.Dask = None
    ray: options.Ray = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How the answer is printed."""

    as_json: options.AsJson = False
    quiet: options.Quiet = False
    debug: options.Debug = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Output(Answer):
    """What else comes of a selection."""

    report: options.Report = None
    save: options.Save = None
    verbose: options.Verbose = False

    @property
    def files(self) -> list[places.Output]:
        """The files to write."""
        named = (
            ("--save", self.save, places.MODELS),
            ("--report", self.report, places.REPORTS),
        )
        return [places.Output(option, path, ends) for option, path, ends in named if path]


def ungrouped(parameter: inspect.Parameter) -> list[inspect.Parameter]:
    """The options that a parameter stands for: those of its group, or itself."""
    group = parameter.annotation
    if not is_dataclass(group):
        return [parameter]
    types = get_type_hints(group, include_extras=True)
    default = group()  # type: ignore[operator]
    return [
        inspect.Parameter(
            each.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=getattr(default, each.name),
            annotation=types[each.name],
        )
        for each in fields(group)
    ]


def regrouped(
    parameters: Mapping[str, inspect.Parameter], given: Mapping[str, Any]
) -> dict[str, Any]:
    """What was typed, with the options of each group in one value."""
    values = dict(given)
    for name, parameter in parameters.items():
        if is_dataclass(parameter.annotation):
            own = {each.name: values.pop(each.name) for each in fields(parameter.annotation)}
            values[name] = parameter.annotation(**own)  # type: ignore[operator]
    return values
