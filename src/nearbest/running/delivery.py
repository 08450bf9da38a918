"""The model at the end: train the winner, or keep the model that is better."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any, Protocol

from nearbest.errors import CannotRead
from nearbest.probing.prober import Prober
from nearbest.race.certificate import Delivery, TrainedOn
from nearbest.race.measured import ranked_by_measured, rows_of
from nearbest.race.race import Race
from nearbest.running.ctrl_c import may_be_ctrl_c, noticing_ctrl_c
from nearbest.running.time_limit import (
    NO_LIMIT,
    QUICK,
    FailedInWorker,
    NoModel,
    Refit,
    TimeLimit,
    hoped_for,
)
from nearbest.running.workers.kept_models import KeptModels

logger = logging.getLogger("nearbest")


class Train(Protocol):
    """Trains candidates for delivery; `NoModel` where there is no time, or no way, to do it."""

    def __call__(self, name: str, n_train: int, /) -> tuple[Any, float | None]:
        """The model of so many rows, and its score on all test rows if known."""

    def part(self, name: str, more_than: int) -> tuple[Any, int, float] | None:
        """The model of as many rows as there is time for, these rows, and its score.

        None where that would be no more than so many.
        """

    def every_row(self, name: str) -> Any:
        """The model of all rows, test rows included."""


def deliver(
    race: Race,
    prober: Prober,
    keeper: KeptModels,
    refit: Refit,
    train: Train | None = None,
    limit: TimeLimit = NO_LIMIT,
) -> tuple[Any, Delivery]:
    """Train the winner on all of D_tr, or keep the sample's model if it is better.

    This is the paper's scenario (ii) with its post-processing. Whichever model is
    delivered, its score on D_te is measured, so that the certificate's gap needs
    exploitativeness for no configuration. Where the winner cannot be trained in time, who
    was measured best of those that can be is trained instead. Where `train` finds no time
    all the same, the sample's model is delivered; if there is none to measure it either,
    its lower bound stands.
    """
    trained = limit.to_train(race) if refit else race.winner
    delivering = _Delivering(race, prober, keeper, train or _Untimed(prober), limit, trained)
    with noticing_ctrl_c() as pressed:
        pressed.check()
        model, delivery = (
            delivering.every_row() if refit == "all" else delivering.training_rows()
        )
        for other in dict.fromkeys((race.winner, race.incumbent)):
            better = _better_of_another(race, prober, keeper, delivery, other)
            if better is not None:
                model, delivery = better
        if delivery.score is not None and prober.others:
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

    def part(self, name: str, more_than: int) -> None:
        """There is time for all."""

    def every_row(self, name: str) -> Any:
        return self.prober.fit_every_row(name)


@dataclass(frozen=True)
class _Delivering:
    """The winner of a race, and what is needed to train and to measure it.

    `name` is trained: the winner, or who is best of those that can be in time.
    """

    race: Race
    prober: Prober
    keeper: KeptModels
    train: Train
    limit: TimeLimit
    name: str

    def every_row(self) -> tuple[Any, Delivery]:
        """The winner trained on the test rows too; on a sample if there is no time."""
        name, scale = self.name, self.race.plan.scale
        try:
            model = self.train.every_row(name)
        except NoModel as error:
            return self._sample_instead(*self._sample(), str(error))
        reason = (
            f"asked for; its {scale.name} cannot be measured on rows it was trained "
            "on, so the gap is that of the winner trained on the training rows"
        )
        n_rows = self.prober.n_rows
        return model, Delivery("every row", n_rows, None, reason, candidate=self._other)

    def training_rows(self) -> tuple[Any, Delivery]:
        """The winner trained on all training rows, or on a sample where that is better."""
        name, full = self.name, self.race.plan.full_size(self.name)
        # Time that is limited is not for training a rival of a full run again.
        rival, sample = self._sample(
            again=not (self.limit.is_set and self.race.exhausted(name))
        )
        try:
            model, score, reason = self._trained(name, full)
        except CannotRead:
            raise  # the rival could not be measured either
        except NoModel as error:
            if rival is None:
                rival, sample = self._sample()
            part = self._part(sample, str(error))
            return part or self._sample_instead(rival, sample, str(error))
        except (Exception, KeyboardInterrupt) as error:
            pressed = isinstance(error, KeyboardInterrupt) and may_be_ctrl_c()
            if rival is None or pressed:
                raise
            said = "" if isinstance(error, FailedInWorker) else f"{type(error).__name__}: "
            reason = f"training on all {full:,} rows failed with {said}{error}"
            logger.warning("%s: %s", name, reason)
            return self._sample_instead(rival, sample, reason)
        if rival is not None and self._has_time_to_measure():
            rival_score = self.prober.score(rival, self.race.plan.n_test).value
            if rival_score > score:
                return rival, self._better_sample(sample, rival_score, full, score)
        elif rival is not None and self.race.tracks[self.race.winner].interval.lower > score:
            # its probe is sure of more than that, so that it need not be measured to be taken
            return rival, self._better_sample(sample, None, full, score)
        return model, Delivery(
            "all training rows", full, score, reason, score, candidate=self._other
        )

    @property
    def _other(self) -> str | None:
        """Who is trained, where that is not the winner."""
        return None if self.name == self.race.winner else self.name

    def _better_sample(
        self, n_train: int, reached: float | None, full: int, in_full: float
    ) -> Delivery:
        """The winner's sample beats the model that was trained on all rows."""
        text = self.race.plan.scale.text(in_full)
        if self._other is not None:
            reason = (
                f"better than {self.name} on all {full:,} training rows, which has {text}; "
                "there was no time to train the winner on them"
            )
            return Delivery("a sample", n_train, reached, reason)
        reason = (
            f"better than the model from all {full:,} training rows, which has {text}; "
            f"more rows made {self.name} worse (exploitativeness failed)"
        )
        return Delivery("a sample", n_train, reached, reason, in_full)

    def _trained(self, name: str, full: int) -> tuple[Any, float, str]:
        """The full model, its score on all test rows, and where it comes from."""
        model, score = self.keeper.get(name, full), self._measured(name, full)
        reason = "the probe on all training rows, kept"
        if model is None:
            model, score = self.train(name, full)
            reason = "trained after the race"
            if self._other is not None:
                reason += f", as training {self.race.winner} would have taken too long"
        if score is None:
            score = self.prober.score(model, self.race.plan.n_test).value
        return model, score, reason

    def _measured(self, name: str, full: int) -> float | None:
        """What the full run reached on all test rows, if there was one."""
        probes, n_test = self.race.tracks[name].probes, self.race.plan.n_test
        found = (p for p in probes if (p.n_train, p.n_test) == (full, n_test))
        return next((p.test_score for p in found), None)

    def _sample(self, again: bool = True) -> tuple[Any, int]:
        """The model that attained the lower bound, kept or trained again, and its rows."""
        name = self.race.winner
        n_train = self.race.tracks[name].estimate.attained_at
        if n_train is None or n_train == self.race.plan.full_size(name):
            return None, 0
        model = self.keeper.get(name, n_train)
        if model is None and again:
            model = self.prober.fit(name, n_train)
        return model, n_train

    def _part(self, sample: int, why: str) -> tuple[Any, Delivery] | None:
        """The model of as many rows as there is time for, unless the sample's is better.

        While time is left, of others too who may be better than it.
        """
        race, best = self.race, None
        least = race.tracks[race.winner].interval.lower
        for name in dict.fromkeys((self.name, *ranked_by_measured(race))):
            if name != self.name and hoped_for(race, name) <= least:
                continue
            more_than = sample if name == race.winner else rows_of(race, name)
            found = self.train.part(name, more_than)
            if found is None or found[2] < least:
                continue
            model, n_train, least = found
            best = model, self._of_part(name, n_train, least, why)
            if n_train == race.plan.full_size(name):
                break  # the race may go on
        return best

    def _of_part(self, name: str, n_train: int, score: float, why: str) -> Delivery:
        """What is delivered of a candidate trained on as many rows as there was time for."""
        candidate = None if name == self.race.winner else name
        if n_train == self.race.plan.full_size(name):
            why = "trained after a part of the rows had shown that there was time"
            told: TrainedOn = "all training rows"
            return Delivery(told, n_train, score, why, score, candidate=candidate)
        why = f"{why}; for these there was time"
        return Delivery("a sample", n_train, score, why, candidate=candidate)

    def _sample_instead(self, model: Any, n_train: int, why: str) -> tuple[Any, Delivery]:
        """The sample's model; what it reaches is measured if there is time for it."""
        if model is None:
            raise NoModel(why)
        score = None
        if self._has_time_to_measure():
            score = self.prober.score(model, self.race.plan.n_test).value
        return model, Delivery("a sample", n_train, score, why)

    def _has_time_to_measure(self) -> bool:
        """Whether the winner's sample can be measured on all test rows in time."""
        winner = self.race.tracks[self.race.winner]
        expected = winner.scoring_seconds(self.race.plan.n_test)
        return expected <= max(self.limit.left, QUICK)


def _better_of_another(
    race: Race,
    prober: Prober,
    keeper: KeptModels,
    delivery: Delivery,
    other: str | None,
) -> tuple[Any, Delivery] | None:
    """A model of another that exists and is better than the one chosen; None if none is.

    Stopped early, the winner is a guess. Trained on all rows it may turn out worse than
    what another is sure of.
    """
    name, score = delivery.candidate or race.winner, delivery.score
    if score is None or other is None or other == name:
        return None
    track, is_full = race.tracks[other], race.exhausted(other)
    size = race.plan.full_size(other) if is_full else track.estimate.attained_at
    if size is None or track.interval.lower <= score:
        return None
    model = keeper.get(other, size)
    if model is None:
        return None
    reached = prober.score(model, race.plan.n_test).value
    if reached <= score:
        return None
    reason = (
        f"of two models that exist the better one; {name} was chosen first, and trained on "
        f"{delivery.trained_on} it has {race.plan.scale.text(score)}"
    )
    trained_on: TrainedOn = "all training rows" if is_full else "a sample"
    full_score = reached if is_full else None
    return model, Delivery(trained_on, size, reached, reason, full_score, candidate=other)
