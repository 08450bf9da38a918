"""The model at the end: train the winner, or keep the model that is better."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from nearbest.errors import CannotRead
from nearbest.probing.model_files import ModelFiles, load_model
from nearbest.probing.prober import Prober
from nearbest.race.certificate import Delivery, TrainedOn
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.running.ctrl_c import may_be_ctrl_c, noticing_ctrl_c
from nearbest.running.time_limit import NO_LIMIT, NoTime, Refit, TimeLimit

logger = logging.getLogger("nearbest")

#: Measuring a model that takes no longer than this is done even when time is up.
MOST_BEYOND = 1.0


class Train(Protocol):
    """Trains candidates for delivery; `NoTime` where that takes longer than there is time."""

    def __call__(self, name: str, n_train: int, /) -> tuple[Any, float | None]:
        """The model of so many rows, and its score on all test rows if known."""

    def every_row(self, name: str) -> Any:
        """The model of all rows, test rows included."""


def needed(race: Race) -> set[tuple[str, int]]:
    """The probes whose models the race may end with, as (configuration, size).

    Those of the incumbent and of the current winner: the full run, and the sample that
    attained the lower bound. The best full run of the others is kept too, in case the
    incumbent fails.
    """
    wanted: set[tuple[str, int]] = set()
    for name in _leaders(race):
        sizes = (race.tracks[name].estimate.attained_at, race.plan.full_size(name))
        wanted |= {(name, size) for size in sizes if size is not None}
    full_runs = [
        t for t in race.tracks.values() if t.failure is None and race.exhausted(t.name)
    ]
    if full_runs:
        best = max(full_runs, key=lambda track: track.interval.lower)
        wanted.add((best.name, race.plan.full_size(best.name)))
    return wanted


def _leaders(race: Race) -> set[str]:
    """The incumbent, and the current winner, which may be another."""
    return set() if race.incumbent is None else {race.incumbent, race.winner}


class Keeper:
    """Holds on, in memory, to the fitted models that may be delivered."""

    def __init__(self) -> None:
        self._models: dict[tuple[str, int], Any] = {}

    def offer(self, race: Race, observation: Observation, model: Any) -> None:
        """Keep `model` if the race may end with it; let go of those it cannot."""
        if model is None:
            return
        self._models[observation.configuration, observation.n_train] = model
        wanted = needed(race)
        self._models = {probe: m for probe, m in self._models.items() if probe in wanted}

    def get(self, name: str, n_train: int) -> Any:
        """The model of that probe, or None if it was not kept."""
        return self._models.get((name, n_train))


class SavedModels:
    """`Keeper` for models that probes save in a folder.

    Pickled models of an earlier process are not loaded, as a pickle can run code.
    They are trained anew. What an earlier process left is removed as soon as it cannot
    be delivered.
    """

    def __init__(self, files: ModelFiles) -> None:
        self.files = files
        self._own: set[Path] = set()
        self._earlier = {p: _version(p) for p in files.present()}

    def offer(self, race: Race, observation: Observation, model: Any) -> None:
        """Keep the file of the probe if it may be delivered; remove those that cannot."""
        saved = self.files.find(observation.configuration, observation.n_train)
        if saved is not None and not self._is_earlier(saved):
            self._own.add(saved)
        wanted = {self.files.find(name, size) for name, size in needed(race)}
        left = set(filter(self._is_earlier, self._earlier))
        for path in (self._own | left) - wanted:
            path.unlink(missing_ok=True)
        self._own &= wanted
        self._earlier = {p: self._earlier[p] for p in left & wanted}

    def _is_earlier(self, path: Path) -> bool:
        """Whether the file is as it was at the start; probes write over some."""
        return path in self._earlier and self._earlier[path] == _version(path)

    def get(self, name: str, n_train: int) -> Any:
        """The model of that probe, or None if it was not kept or cannot be read."""
        path = self.files.find(name, n_train)
        if path is None:
            return None
        try:
            return load_model(path, allow_pickle=path in self._own)
        except Exception as error:  # torn, of another version, not trusted, ...
            cause = error.__cause__ or error
            logger.warning("Training %s again: %s: %s", name, type(cause).__name__, cause)
            return None

    def take(self, name: str, n_train: int) -> Any:
        """The model that a worker of ours saved just now, for the user and nobody else."""
        path = self.files.find(name, n_train)
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


def deliver(
    race: Race,
    prober: Prober,
    keeper: Keeper | SavedModels,
    refit: Refit,
    train: Train | None = None,
    limit: TimeLimit = NO_LIMIT,
) -> tuple[Any, Delivery]:
    """Train the winner on all of D_tr, or keep the sample's model if it is better.

    This is the paper's scenario (ii) with its post-processing. Whichever model is
    delivered, its score on D_te is measured, so that the certificate's gap needs
    exploitativeness for no configuration. Where `train` finds no time, the sample's model
    is delivered; if there is none to measure it either, its lower bound stands.
    """
    delivering = _Delivering(race, prober, keeper, train or _Untimed(prober), limit)
    with noticing_ctrl_c() as pressed:
        pressed.check()
        model, delivery = (
            delivering.every_row() if refit == "all" else delivering.training_rows()
        )
        better = _better_of_another(race, prober, keeper, delivery)
        if better is not None:
            model, delivery = better
        if delivery.accuracy is not None and prober.others:
            others = prober.other_scores(model, race.plan.n_test)
            delivery = replace(delivery, others=others)
        pressed.check()
    return model, delivery


@dataclass(frozen=True)
class _Untimed:
    """Training in this process, however long it takes."""

    prober: Prober

    def __call__(self, name: str, n_train: int) -> tuple[Any, float | None]:
        return self.prober.fit(name, n_train), None

    def every_row(self, name: str) -> Any:
        return self.prober.fit_every_row(name)


@dataclass(frozen=True)
class _Delivering:
    """The winner of a race, and what is needed to train and to measure it."""

    race: Race
    prober: Prober
    keeper: Keeper | SavedModels
    train: Train
    limit: TimeLimit

    def every_row(self) -> tuple[Any, Delivery]:
        """The winner trained on the test rows too; on a sample if there is no time."""
        name, scale = self.race.winner, self.race.plan.scale
        try:
            model = self.train.every_row(name)
        except NoTime as error:
            return self._sample_instead(*self._sample(), str(error))
        reason = (
            f"asked for; its {scale.name} cannot be measured on rows it was trained "
            "on, so the gap is that of the winner trained on the training rows"
        )
        return model, Delivery("every row", self.prober.n_rows, None, reason)

    def training_rows(self) -> tuple[Any, Delivery]:
        """The winner trained on all training rows, or on a sample where that is better."""
        name, full = self.race.winner, self.race.plan.full_size(self.race.winner)
        rival, sample = self._sample()
        try:
            model, accuracy, reason = self._trained(name, full)
        except CannotRead:
            raise  # the rival could not be measured either
        except NoTime as error:
            return self._sample_instead(rival, sample, str(error))
        except (Exception, KeyboardInterrupt) as error:
            pressed = isinstance(error, KeyboardInterrupt) and may_be_ctrl_c()
            if rival is None or pressed:
                raise
            reason = (
                f"training on all {full:,} rows failed with {type(error).__name__}: {error}"
            )
            return self._sample_instead(rival, sample, reason)
        if rival is not None and self._has_time_to_measure(accuracy):
            rival_accuracy = self.prober.score(rival, self.race.plan.n_test).value
            if rival_accuracy > accuracy:
                reason = (
                    f"better than the model from all {full:,} training rows, which has "
                    f"{self.race.plan.scale.text(accuracy)}; exploitativeness failed for {name}"
                )
                return rival, Delivery("a sample", sample, rival_accuracy, reason, accuracy)
        return model, Delivery("all training rows", full, accuracy, reason, accuracy)

    def _trained(self, name: str, full: int) -> tuple[Any, float, str]:
        """The full model, its score on all test rows, and where it comes from."""
        model, accuracy = self.keeper.get(name, full), None
        reason = "the probe on all training rows, kept"
        if model is None:
            model, accuracy = self.train(name, full)
            reason = "trained after the race"
        if accuracy is None:
            accuracy = self.prober.score(model, self.race.plan.n_test).value
        return model, accuracy, reason

    def _sample(self) -> tuple[Any, int]:
        """The model that attained the lower bound, kept or trained again, and its rows."""
        name = self.race.winner
        n_train = self.race.tracks[name].estimate.attained_at
        if n_train is None or n_train == self.race.plan.full_size(name):
            return None, 0
        model = self.keeper.get(name, n_train)
        return (self.prober.fit(name, n_train) if model is None else model), n_train

    def _sample_instead(self, model: Any, n_train: int, why: str) -> tuple[Any, Delivery]:
        """The sample's model; what it reaches is measured if there is time for it."""
        if model is None:
            raise NoTime(why)
        accuracy = None
        if self._has_time_to_measure():
            accuracy = self.prober.score(model, self.race.plan.n_test).value
        return model, Delivery("a sample", n_train, accuracy, why)

    def _has_time_to_measure(self, reached: float = -math.inf) -> bool:
        """Whether a sample's model can be measured in time, or must be.

        It must where the full one reached less than the sample's is sure of.
        """
        name = self.race.winner
        if reached > -math.inf and reached < self.race.tracks[name].interval.lower:
            return True
        model = self.race.tracks[name].cost
        expected = 0.0 if model is None else model.scoring(self.race.plan.n_test)
        return expected <= max(self.limit.left, MOST_BEYOND)


def _better_of_another(
    race: Race, prober: Prober, keeper: Keeper | SavedModels, delivery: Delivery
) -> tuple[Any, Delivery] | None:
    """A model of the incumbent that exists and is better than the winner's; None if none is.

    Stopped early, the winner is a guess. Trained on all rows it may turn out worse than
    what another is sure of.
    """
    name, other, score = race.winner, race.incumbent, delivery.accuracy
    if score is None or other is None or other == name:
        return None
    track, is_full = race.tracks[other], race.exhausted(other)
    size = race.plan.full_size(other) if is_full else track.estimate.attained_at
    if size is None or track.interval.lower <= score:
        return None
    model = keeper.get(other, size)
    if model is None:
        return None
    accuracy = prober.score(model, race.plan.n_test).value
    if accuracy <= score:
        return None
    reason = (
        f"of two models that exist the better one; {name} was chosen first, and trained on "
        f"{delivery.trained_on} it has {race.plan.scale.text(score)}"
    )
    trained_on: TrainedOn = "all training rows" if is_full else "a sample"
    full_accuracy = accuracy if is_full else None
    return model, Delivery(trained_on, size, accuracy, reason, full_accuracy, candidate=other)
