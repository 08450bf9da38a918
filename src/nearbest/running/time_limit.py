"""The time in which the user is to have a model, and what of it probes may take."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Literal

from nearbest.race.cost import NO_TIME, Seconds
from nearbest.race.durations import about, duration
from nearbest.race.measured import ranked_by_measured
from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.sizes import ROUNDED

Refit = bool | Literal["all"]

#: Training gets this multiple of the time that is expected of it, or less where its range
#: ends sooner: probes that stop too late leave no model of all rows.
CAUTION = 1.3
#: A worker whose probe was given up is replaced, and has to import its libraries again,
#: which takes so long, or as long as it took at first; models are written and read.
SECONDS_TO_START = 2.0
#: Whoever takes longer to train than this part of the whole time does not cut a race short,
#: however good: others could be looked at meanwhile.
MOST_TO_TRAIN = 1 / 3
#: Until everybody was probed no more than this part of the time is kept for a training.
FIRST_PROBES = 1 / 2
#: What a training takes is known well enough, and that it is worth it, after a sample of
#: this part of the rows.
CONFIRMED = 1 / 16
#: Such a sample is due when no more than so many times its cost is left for probes.
TIMES_AHEAD = 2.0
#: Where nobody worth it can be trained on all rows, this part of the time is for training the
#: winner on more rows than its samples had.
PART_TO_TRAIN = 1 / 2
#: Measuring a sample's model may take this part of the whole time; else it is left out.
PART_TO_MEASURE = 0.25
#: A training, or measuring a model, that should take no more seconds than this is done even
#: when time is up.
QUICK = 1.0


class NoModel(Exception):
    """There is no model of the winner on all rows; the text says why."""


class FailedInWorker(RuntimeError):
    """A training failed in another process; the text has the error's kind and words."""


class NoTime(NoModel):
    """Training the winner on all rows takes longer than there is time."""


@dataclass(frozen=True)
class TimeLimit:
    """Until when the user is to have a model.

    Attributes
    ----------
    seconds : float
        How long from `begun`; infinite where there is no limit.
    begun : float
        When the user began to wait, by `clock`.
    refit : bool or "all"
        Whether the winner is trained when the race is over, which takes its time too.
    clock : callable
    waited : float
        Seconds spent waiting for workers. The first probe is granted them: an answer a
        little late is better than none. A worker that has to start anew takes as long.

    Examples
    --------
    >>> TimeLimit(60.0, begun=0.0, clock=lambda: 20.0).left
    40.0
    """

    seconds: float = math.inf
    begun: float = 0.0
    refit: Refit = False
    clock: Callable[[], float] = time.perf_counter
    waited: float = 0.0

    @classmethod
    def starting(
        cls,
        timeout: float | None,
        refit: Refit = False,
        clock: Callable[[], float] = time.perf_counter,
    ) -> TimeLimit:
        """A limit of so many seconds from now; none where `timeout` is None."""
        return cls(math.inf if timeout is None else timeout, clock(), refit, clock)

    def after_waiting(self, seconds: float) -> TimeLimit:
        """The same limit, where so much of the time was spent waiting for workers."""
        return replace(self, waited=seconds)

    @property
    def is_set(self) -> bool:
        """Whether there is a limit at all."""
        return math.isfinite(self.seconds)

    @property
    def left(self) -> float:
        """Seconds until the user is to have a model; negative once it is too late."""
        return self.begun + self.seconds - self.clock() if self.is_set else math.inf

    def fits(self, seconds: float) -> bool:
        """Whether what should take so long will, with caution, end in time."""
        return CAUTION * seconds <= self.left

    def allows(self, training: Seconds) -> bool:
        """Whether a training is begun: it fits, or takes next to nothing."""
        return is_quick(training) or self.fits(training.seconds)

    def for_probes(self, race: Race, running: Collection[Task]) -> float:
        """Seconds that probes may still take, so that training the winner fits after them.

        While somebody was never probed, half of the time at least is for that. Where the
        winner cannot be trained in time any more, time is kept to train it on a part of the
        rows, and to measure the model.
        """
        left = self.left
        if race.incumbent is None:
            return left + self.waited
        if not (self.is_set and self.refit):
            return left
        if race.more_to_come and is_hurried(race):
            return left  # rungs end with full runs, which are measured
        name = self.within_reach(race)
        if name is None:
            return left - self.to_measure(race, race.winner)
        training = training_time(race, name, self.refit)
        is_begun = any(
            task.configuration == name and race.plan.is_full(task) for task in running
        )
        is_made = self.refit != "all" and (is_begun or race.exhausted(name))
        if is_made:
            return left - self.to_measure(race, name)
        if not self.allows(training):
            part = self._to_train_a_part(race, name)
            return left - self.to_measure(race, name) - part
        kept = min(training.high, CAUTION * training.seconds) + self._to_start
        return left - (kept if race.all_probed else min(kept, FIRST_PROBES * self.seconds))

    @property
    def _to_start(self) -> float:
        return max(SECONDS_TO_START, self.waited)

    def _to_train_a_part(self, race: Race, name: str) -> float:
        """Seconds to train a candidate on as many rows as a part of the time is enough for.

        Nothing if those are no more than it was probed on.
        """
        if race.tracks[name].cost is None:
            return 0.0
        for n_train in reversed(race.next_sizes(name)[:-1]):
            seconds = CAUTION * training_time(race, name, n_train=n_train).seconds
            if seconds <= PART_TO_TRAIN * self.seconds:
                return seconds + self._to_start
        return 0.0

    def trains_after(self, race: Race) -> bool:
        """Whether somebody is to be trained when the race is over, in a worker."""
        if not (self.is_set and self.refit):
            return False
        is_made = race.incumbent is not None and race.exhausted(race.winner)
        return self.refit == "all" or not is_made

    def to_train(self, race: Race) -> str:
        """Who is to be trained in the end: the winner, or the best of those that can be."""
        most = self._most_to_train if race.plan.is_open else self.left
        return self._best_within(race, most) or race.winner

    def within_reach(self, race: Race) -> str | None:
        """Who would be trained, were the race cut short now; None if a search is to go on.

        Some candidates take far longer to train than others of about the same score. One of
        those must not end a race that has hardly begun.
        """
        found = self._best_within(race, self._most_to_train)
        return found if race.plan.is_open else found or race.winner

    @property
    def _most_to_train(self) -> float:
        return min(self.left, MOST_TO_TRAIN * self.seconds)

    def _best_within(self, race: Race, most: float) -> str | None:
        """The winner, or who was measured best of those that can be trained in so long.

        Nobody who is not expected to reach on all rows what the winner's sample is sure of.
        """
        winner = race.winner
        if not self.is_set or (self.refit != "all" and race.exhausted(winner)):
            return winner
        for name in (winner, *ranked_by_measured(race)):
            is_made = self.refit != "all" and race.exhausted(name)
            if is_made or training_time(race, name, self.refit).seconds <= most:
                is_worth_it = hoped_for(race, name) >= race.tracks[winner].interval.lower
                return name if name == winner or is_worth_it else None
        return None

    def to_confirm(self, race: Race, running: Collection[Task]) -> Task | None:
        """The probe that is needed of whoever would be trained, now or never.

        What a training takes is so uncertain by small samples alone that much time would be
        left unused, or too little.
        """
        if not (self.is_set and self.refit) or race.incumbent is None:
            return None
        if is_hurried(race) or not race.all_probed:
            return None  # rungs see to it, and the search must not learn from test rows
        name = self.within_reach(race)
        if name is None or any(task.configuration == name for task in running):
            return None
        enough = CONFIRMED * race.plan.full_size(name) / ROUNDED
        size = next((s for s in race.next_sizes(name) if s >= enough), None)
        if size is None or max(race.tracks[name].sizes) >= enough:
            return None
        task = race.task(name, size)
        cost = race.tracks[name].expected_seconds(task)
        return task if self.for_probes(race, running) <= TIMES_AHEAD * cost else None

    def to_measure(self, race: Race, name: str) -> float:
        """Expected seconds of measuring a sample's model; 0 where that takes too long.

        Where there is a full run nothing is left to measure.
        """
        if race.exhausted(name):
            return 0.0
        seconds = race.tracks[name].scoring_seconds(race.plan.n_test)
        return seconds if seconds <= PART_TO_MEASURE * self.seconds else 0.0


NO_LIMIT = TimeLimit()


def hoped_for(race: Race, name: str) -> float:
    """What a candidate should reach on all rows, if each doubling brings half of the last."""
    *before, last = race.tracks[name].probes
    gain = 0.0
    if before:
        doublings = math.log2(last.n_train / before[-1].n_train)
        gain = max(last.test_score - before[-1].test_score, 0.0) / doublings
    return last.test_score + gain


def is_hurried(race: Race) -> bool:
    """Whether a search learns from rungs of samples, the last of which are full runs."""
    arriving = race.plan.arriving
    return arriving is not None and arriving.hurries


def check_time(
    race: Race, name: str, limit: TimeLimit, n_rows: int, refit: Refit = True
) -> None:
    """Raise `NoTime` if training a candidate on so many rows may take too long."""
    expected, left = training_time(race, name, refit), limit.left
    if not limit.allows(expected):
        raise NoTime(
            f"training it on all {n_rows:,} rows was expected to take {about(expected)}, too "
            f"long for the {duration(max(left, 0.0))} that were left of the timeout"
        )


def is_quick(expected: Seconds) -> bool:
    """Whether something takes so little time that it is done even when time is up."""
    return expected.high <= QUICK


def training_time(
    race: Race, name: str, refit: Refit = True, n_train: int | None = None
) -> Seconds:
    """What training a candidate for delivery should take, and comparing it with a sample's.

    On all training rows, or on `n_train` of them; where `refit` is "all", on the test rows too.
    """
    model, plan = race.tracks[name].cost, race.plan
    if model is None:
        return NO_TIME
    if refit == "all":
        return model.full_run(plan.full_size(name) + plan.n_test, 0)
    return model.full_run(n_train or plan.full_size(name), 2 * plan.n_test)
