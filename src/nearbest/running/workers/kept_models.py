"""The fitted models that a race may end with, in memory or in a folder."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, Protocol

from nearbest.candidates.configuration import Configuration
from nearbest.probing.model_files import WAY_OUT, ModelFiles, load_model
from nearbest.race.observation import Observation
from nearbest.race.race import Race

logger = logging.getLogger("nearbest")


def needed(race: Race) -> set[tuple[str, int]]:
    """The probes whose models the race may end with, as (configuration, size).

    Those of the incumbent and of the current winner: the full run, and the sample that
    attained the lower bound. The best full run of the others is kept too, in case the
    incumbent fails.
    """
    wanted: set[tuple[str, int]] = set()
    for name in {race.incumbent, race.winner} if race.incumbent is not None else ():
        sizes = (race.tracks[name].estimate.attained_at, race.plan.full_size(name))
        wanted |= {(name, size) for size in sizes if size is not None}
    full_runs = [
        t for t in race.tracks.values() if t.failure is None and race.exhausted(t.name)
    ]
    if full_runs:
        best = max(full_runs, key=lambda track: track.interval.lower)
        wanted.add((best.name, race.plan.full_size(best.name)))
    return wanted


class KeptModels(Protocol):
    """The fitted models that a race may end with, wherever they are kept."""

    @property
    def survives_processes(self) -> bool:
        """Whether a model of a worker process can be had in this one."""

    def admit(self, configuration: Configuration) -> None:
        """Be ready for models of a candidate that came just now."""

    def offer(
        self, race: Race, observation: Observation, model: Any, *, delivered: bool = False
    ) -> None:
        """Keep the model of a probe if the race may end with it; let go of those it cannot.

        `delivered` says that it is to be, whoever has won: in a search somebody else may
        be trained because the winner takes too long.
        """

    def get(self, name: str, n_train: int) -> Any:
        """The model of that probe, or None if it was not kept or cannot be read."""

    def take(self, name: str, n_train: int) -> Any:
        """The model that was made just now, for the user and nobody else."""


class Keeper:
    """`KeptModels` in the memory of this process."""

    survives_processes = False

    def __init__(self) -> None:
        self._models: dict[tuple[str, int], Any] = {}

    def admit(self, configuration: Configuration) -> None:
        """Nothing is to be made ready."""

    def offer(
        self, race: Race, observation: Observation, model: Any, *, delivered: bool = False
    ) -> None:
        """Keep `model` if the race may end with it; let go of those it cannot."""
        if model is None:
            return
        made = observation.configuration, observation.n_train
        self._models[made] = model
        wanted = needed(race) | ({made} if delivered else set())
        self._models = {probe: m for probe, m in self._models.items() if probe in wanted}

    def get(self, name: str, n_train: int) -> Any:
        """The model of that probe, or None if it was not kept."""
        return self._models.get((name, n_train))

    def take(self, name: str, n_train: int) -> Any:
        """The model of that probe, which is then let go of."""
        return self._models.pop((name, n_train))


class SavedModels:
    """`KeptModels` in a folder, where probes save them.

    Pickled models of an earlier process are not loaded, as a pickle can run code.
    They are trained anew. What an earlier process left is removed as soon as it cannot
    be delivered.
    """

    survives_processes = True

    def __init__(self, files: ModelFiles) -> None:
        self.files = files
        self._own: set[Path] = set()
        self._earlier = {p: _version(p) for p in files.present()}

    def admit(self, configuration: Configuration) -> None:
        """Know the file names of a candidate that came just now."""
        self.files.admit(configuration)

    def offer(
        self, race: Race, observation: Observation, model: Any, *, delivered: bool = False
    ) -> None:
        """Keep the file of the probe if it may be delivered; remove those that cannot."""
        made = observation.configuration, observation.n_train
        why = None if model is None else self.files.save(*made, model)
        if why is not None:
            logger.warning("%s: %s", made[0], why)
        saved = self.files.find(*made, but=self._is_earlier)
        if saved is not None:
            self._own.add(saved)
        wanted = {self._find(name, size) for name, size in needed(race)}
        wanted |= {saved} if delivered else set()
        left = set(filter(self._is_earlier, self._earlier))
        for path in (self._own | left) - wanted:
            path.unlink(missing_ok=True)
        self._own &= wanted
        self._earlier = {p: self._earlier[p] for p in left & wanted}

    def _is_earlier(self, path: Path) -> bool:
        """Whether the file is as it was at the start; probes write over some."""
        return path in self._earlier and self._earlier[path] == _version(path)

    def _find(self, name: str, n_train: int) -> Path | None:
        """The file of a probe of this process; else one that an earlier process left."""
        own = self.files.find(name, n_train, but=self._is_earlier)
        return own or self.files.find(name, n_train)

    def get(self, name: str, n_train: int) -> Any:
        """The model of that probe, or None if it was not kept or cannot be read."""
        path = self._find(name, n_train)
        if path is None:
            return None
        try:
            return load_model(path, allow_pickle=path in self._own)
        except Exception as error:  # torn, of another version, not trusted, ...
            cause = error.__cause__ or error
            why = str(cause).removesuffix(WAY_OUT)  # which nobody can go here
            logger.warning("Training %s again: %s: %s", name, type(cause).__name__, why)
            return None

    def take(self, name: str, n_train: int) -> Any:
        """The model that a worker of ours saved just now, for the user and nobody else."""
        # a file that was there before may be anybody's, and a pickle can run code
        path = self.files.find(name, n_train, but=self._is_earlier)
        if path is None:
            raise OSError(f"the model of {name} could not be saved")
        try:
            return load_model(path, allow_pickle=True)
        finally:
            path.unlink(missing_ok=True)


def _version(path: Path) -> tuple[int, int] | None:
    """Changes whenever the file is written anew; None if it is gone."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns
