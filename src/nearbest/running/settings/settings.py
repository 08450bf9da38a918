"""All settings as one value, and what each list of arguments takes from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from nearbest.running.settings.checks import check_together
from nearbest.running.settings.field import About
from nearbest.running.settings.promise import PromiseArguments, PromiseSettings
from nearbest.running.settings.record import RecordArguments, RecordSettings
from nearbest.running.settings.resources import ResourceArguments, ResourceSettings
from nearbest.running.settings.sampling import SamplingArguments, SamplingSettings


@dataclass(frozen=True, kw_only=True)
class Settings(RecordSettings, ResourceSettings, SamplingSettings, PromiseSettings):
    """All that a user may set, checked; see `nearbest.select` for what each means.

    Examples
    --------
    >>> Settings(epsilon=0.02).epsilon
    0.02
    >>> Settings(timeout=-1)
    Traceback (most recent call last):
    ...
    nearbest.errors.InvalidInput: `timeout` must be a positive number of seconds; got -1.
    """

    def __post_init__(self) -> None:
        from nearbest.race.stop_at import present_name

        object.__setattr__(self, "stop_at", present_name(self.stop_at))
        for name, about in ABOUT.items():
            if about.check is not None:
                about.check(name, getattr(self, name))
        check_together(self)


class Arguments(
    PromiseArguments,
    SamplingArguments,
    ResourceArguments,
    RecordArguments,
    total=False,
):
    """The fields of `Settings` as keyword arguments, for type checkers and editors."""


#: What there is to know of each setting, by its name.
ABOUT: Mapping[str, About] = {f.name: f.metadata["about"] for f in fields(Settings)}
DEFAULTS: Mapping[str, Any] = {f.name: f.default for f in fields(Settings)}
KEPT = tuple(name for name, about in ABOUT.items() if about.kept)
FIXED = tuple(name for name, about in ABOUT.items() if about.fixed)
SHOWN = tuple(name for name, about in ABOUT.items() if about.shown)

#: What a report tells of the call that finished a run: the next may have other values.
OF_A_CALL = tuple(name for name in SHOWN if name not in KEPT)
