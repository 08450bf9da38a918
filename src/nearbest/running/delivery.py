"""The model at the end: train the winner, or keep the model that is better."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from nearbest.errors import CannotRead
from nearbest.probing.model_files import ModelFiles, load_model
from nearbest.probing.prober import Prober
from nearbest.race.certificate import Delivery
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.running.ctrl_c import may_be_ctrl_c, noticing_ctrl_c

logger = logging.getLogger("nearbest")

Refit = bool | Literal["all"]


def needed(race: Race) -> set[tuple[str, int]]:
    """The probes whose models the race may end with, as (configuration, size).

    Only the incumbent's can be delivered: its full run, and the sample that attained
    its lower bound. Where a forecast is to decide, its best guess may be another. The
    best full run of the others is kept too, in case the incumbent fails.
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
    """The incumbent, and the best guess where it may be another in the end."""
    if race.incumbent is None:
        return set()
    return {race.incumbent, race.winner} if race.forecaster is not None else {race.incumbent}


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


def _version(path: Path) -> tuple[int, int] | None:
    """Changes whenever the file is written anew; None if it is gone."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def deliver(
    race: Race, prober: Prober, keeper: Keeper | SavedModels, refit: Refit
) -> tuple[Any, Delivery]:
    """Train the best guess on all of D_tr, or keep the sample's model if it is better.

    This is the paper's scenario (ii) with its post-processing. Whichever model is
    delivered, its accuracy on D_te is measured, so that the certificate's gap needs
    exploitativeness for no configuration.
    """
    with noticing_ctrl_c() as pressed:
        pressed.check()
        model, delivery = _delivered(race, prober, keeper, refit)
        if delivery.accuracy is not None and prober.others:
            others = prober.other_scores(model, race.plan.n_test)
            delivery = replace(delivery, others=others)
        pressed.check()
    return model, delivery


def _delivered(
    race: Race, prober: Prober, keeper: Keeper | SavedModels, refit: Refit
) -> tuple[Any, Delivery]:
    name = race.winner
    if refit == "all":
        X, y = prober.samples.everything()
        model = prober.fit_rows(name, X, y, prober.samples.all_weights())
        reason = (
            f"asked for; its {race.plan.scale.name} cannot be measured on rows it was trained "
            "on, so the gap is that of the choice trained on the training rows"
        )
        return model, Delivery("every row", len(y), None, reason)
    full, n_test = race.plan.full_size(name), race.plan.n_test
    sample = race.tracks[name].estimate.attained_at
    rival = _sample_model(prober, keeper, name, sample) if sample not in (None, full) else None
    model, reason = keeper.get(name, full), "the probe on all training rows, kept"
    if model is None:
        try:
            model, reason = prober.fit(name, full), "trained when the race was over"
        except CannotRead:
            raise  # the rival could not be measured either
        except (Exception, KeyboardInterrupt) as error:
            pressed = isinstance(error, KeyboardInterrupt) and may_be_ctrl_c()
            if rival is None or pressed:
                raise
            accuracy = prober.score(rival, n_test).value
            reason = (
                f"training on all {full:,} rows failed with {type(error).__name__}: {error}"
            )
            return rival, Delivery("a sample", sample or 0, accuracy, reason)
    accuracy = prober.score(model, n_test).value
    if rival is not None:
        rival_accuracy = prober.score(rival, n_test).value
        if rival_accuracy > accuracy:
            reason = (
                f"better than the model from all {full:,} training rows, which has "
                f"{race.plan.scale.shown(accuracy):.4f}; exploitativeness failed for {name}"
            )
            return rival, Delivery("a sample", sample or 0, rival_accuracy, reason, accuracy)
    return model, Delivery("all training rows", full, accuracy, reason, accuracy)


def _sample_model(
    prober: Prober, keeper: Keeper | SavedModels, name: str, n_train: int | None
) -> Any:
    """The model that attained the lower bound, kept or trained again."""
    if n_train is None:
        return None
    model = keeper.get(name, n_train)
    return prober.fit(name, n_train) if model is None else model
