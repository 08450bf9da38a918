"""Modules that are found under the names they had in earlier versions.

Saved models and people's scripts name them. The old name stands for the very module that
took its place, so that a class has one identity, whichever way it was imported.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType

MOVED = {
    "nearbest.bounds": "nearbest.race.bounds",
    "nearbest.certificate": "nearbest.race.certificate",
    "nearbest.configuration": "nearbest.candidates.configuration",
    "nearbest.data.split": "nearbest.data.shuffle",  # of 0.2.0, named in saved searches
    "nearbest.dates": "nearbest.candidates.dates",
    "nearbest.encoding": "nearbest.candidates.encoder",
    "nearbest.executors": "nearbest.running.executors",
    "nearbest.executors.ray": "nearbest.running.executors.ray",
    "nearbest.interval": "nearbest.race.interval",
    "nearbest.models": "nearbest.probing.model_files",
    "nearbest.past": "nearbest.running.own_curves",
    "nearbest.resume": "nearbest.running.resume",
    "nearbest.schedulers": "nearbest.race.schedulers",
    "nearbest.sources": "nearbest.data.files",
    "nearbest.space": "nearbest.candidates.space",
    "nearbest.specification": "nearbest.candidates.toml",
}


class OldNames(MetaPathFinder, Loader):
    """Imports the module that took the place of an old name.

    Examples
    --------
    >>> from nearbest.candidates.encoder import Encoder
    >>> import nearbest.encoding
    >>> nearbest.encoding.Encoder is Encoder
    True
    """

    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec | None] = {}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """A spec for an old name; None for all others."""
        return spec_from_loader(fullname, self) if fullname in MOVED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module under its new name."""
        module = importlib.import_module(MOVED[spec.name])
        self._specs[spec.name] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module back its own spec; it has run under its new name."""
        if module.__spec__ is not None:
            module.__spec__ = self._specs.pop(module.__spec__.name)


def install() -> None:
    """Let old names be imported, once in a process."""
    if not any(isinstance(finder, OldNames) for finder in sys.meta_path):
        sys.meta_path.append(OldNames())
