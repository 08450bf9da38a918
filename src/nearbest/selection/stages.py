"""What one step of a selection hands to the next."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from nearbest.race.bounds import Bounds
from nearbest.race.certificate import Delivery
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.race.schedulers import Scheduler
from nearbest.running.callbacks import Announcer
from nearbest.running.ctrl_c import Pressed
from nearbest.running.executors import Processes
from nearbest.running.loop import Watcher
from nearbest.running.run_dir.journal_line import Event
from nearbest.running.run_dir.run_dir import RunDir
from nearbest.running.settings import SHOWN, Settings
from nearbest.running.time_limit import TimeLimit
from nearbest.running.training import Trainer
from nearbest.running.workers.resources import Resources


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRun:
    """What holds from the first step to the last; `stack` closes what they open.

    `pressed` knows of a Ctrl-C, wherever it came.
    """

    settings: Settings
    bounds: Bounds
    scheduler: Scheduler
    resources: Resources
    folder: RunDir | None
    workers: Processes | None
    watch: Watcher | None
    told: Announcer | None
    limit: TimeLimit
    pressed: Pressed
    stack: ExitStack

    @property
    def journal(self) -> Callable[[Event], None] | None:
        """What writes an event down, where there is a run directory."""
        return None if self.folder is None else self.folder.journal.append

    @property
    def shown(self) -> dict[str, Any]:
        """The settings that a report tells; names as the objects that they stand for."""
        given = {name: getattr(self.settings, name) for name in SHOWN}
        objects = {"bounds": self.bounds, "scheduler": self.scheduler}
        return {**given, **objects}


@dataclass(frozen=True, slots=True, kw_only=True)
class Raced:
    """A race that has ended, the time it took, and what trains its winner.

    `training` makes the model to deliver, and knows where and until when. A race is
    `cut_short` where the rest of the time is kept for a training, which may turn out to
    need less. Where a search ended by itself, `note` says why.
    """

    race: Race
    seconds: float
    training: Trainer
    interrupted: bool = False
    cut_short: bool = False
    note: str | None = None

    @property
    def trained(self) -> tuple[Observation, ...]:
        """Full runs that were made to deliver a model, and that the race was not told of."""
        return tuple(
            replace(observation, elapsed=self.seconds + observation.seconds)
            for name, (observation, _) in self.training.made.items()
            if observation.status == "ok" and not self.race.exhausted(name)
        )


@dataclass(frozen=True, slots=True)
class Delivered:
    """A model, what was measured of it, and the race that it won.

    There is neither model nor delivery where nothing was trained.
    """

    raced: Raced
    model: Any = None
    delivery: Delivery | None = None

    @property
    def fit_time(self) -> float | None:
        """How long its training took, in the race or after it; None where nobody knows."""
        if self.delivery is None:
            return None
        race, training = self.raced.race, self.raced.training
        made = (self.delivery.candidate or race.winner, self.delivery.n_train)
        probes = {(o.configuration, o.n_train): o.fit_time for o, _ in race.history}
        return training.fit_times.get(made, probes.get(made))
