"""Scheduling by what a probe is worth, at little more than the cost of full runs."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nearbest.race.measured import is_confirmed, largest_sample, rows_of
from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers.base import ROUNDED, expected_cost, spent_below
from nearbest.race.schedulers.prover import Prover
from nearbest.race.schedulers.worth import allowed, worth
from nearbest.race.track import Track
from nearbest.race.verdict import Verdict

#: The first probe is made on this part of the rows, or on the fewest that are planned.
START = 256
#: A first probe on more than one row in so many is not worth its time: full runs are.
WORTH_A_PROBE = 12
#: Everybody is probed twice at the start where the second size is at most this part of all.
SMALL_PART = 16
#: A winner that is not confirmed is probed once it is this sure.
WORTH_CONFIRMING = 0.9
#: Steps that are weighed while the full size is far, and near it.
FAR, NEAR = (4.0,), (2.0, 4.0)
N_WEIGHED = 3
#: Kinds of learners by how quick they usually are; others come after these.
QUICK = ("bayes", "linear", "tree", "online", "neighbours", "boosting", "forest")


class Frugal:
    """Probe where the risk of choosing wrongly falls most for its cost.

    Probes below the full size may cost a part of all full runs, more once forecasts
    exclude candidates; after that, full runs follow, the winner's first. Where there is
    no forecast, `Prover` goes on towards a proof.

    Parameters
    ----------
    hurried : bool, default=False
        Time is limited, so that there must soon be an answer, whatever it costs besides:
        quick kinds of learners come first, the very first probe is the smallest, and
        nobody begins with a full run.
    """

    asks_forecast = True

    def __init__(self, hurried: bool = False) -> None:
        self.hurried = hurried

    def __repr__(self) -> str:
        return "Frugal(hurried=True)" if self.hurried else "Frugal()"

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """At most `free` probes of candidates that are not running."""
        busy = {task.configuration for task in running}
        if free < 1:
            return []
        opening = _opening(race, busy, self.hurried)
        if opening or not race.all_probed:
            return opening[:free]
        verdict = race.forecast.verdict
        if verdict is None:
            return Prover().ask(race, running, free)
        winner = race.plan.names[verdict.winner]
        if race.forecast.prediction(winner).suffices and _confirmed(race, winner):
            done = winner in busy or race.exhausted(winner)
            return [] if done else [_full_run(race, winner)]
        board = Board.of(race, verdict)
        found: list[Task] = []
        while len(found) < free:
            task = board.best(busy | {task.configuration for task in found})
            if task is None:
                break
            found.append(task)
        return found


@dataclass(frozen=True)
class Board:
    """Candidates and the probes that are weighed: names down, at most three across."""

    race: Race
    verdict: Verdict
    sizes: list[list[int]]
    cost: np.ndarray
    gain: np.ndarray
    is_full: np.ndarray
    budget: float

    @classmethod
    def of(cls, race: Race, verdict: Verdict) -> Board:
        """All that is weighed of a race whose candidates are all forecast."""
        names, tuning = race.plan.names, race.forecast.tuning
        sizes = [_weighed(race, name) for name in names]
        is_full = np.array([_is_out(race, name) for name in names])
        cost, left = np.full((2, len(names), N_WEIGHED), np.inf)
        low_full = np.zeros(len(names))
        for i, name in enumerate(names):
            model, full = race.cost_model(name), race.plan.full_size(name)
            if race.tracks[name].failure is not None or model is None:
                continue
            low_full[i] = model.low_full_run(full, race.plan.n_test)
            now = math.log2(full / model.largest)
            for j, size in enumerate(sizes[i]):
                cost[i, j] = expected_cost(race, race.task(name, size))
                left[i, j] = math.log2(full / size) / now
        gain = worth(verdict, np.where(np.isfinite(left), left, 1.0), tuning)
        budget = allowed(verdict, low_full, is_full, spent_below(race), tuning)
        return cls(race, verdict, sizes, cost, gain, is_full, budget)

    def best(self, busy: Collection[str]) -> Task | None:
        """The probe that is worth most for its cost, or the full run that comes next."""
        names = self.race.plan.names
        out = self.is_full | np.array([name in busy for name in names])
        if out.all():
            return None
        w = self.verdict.winner
        is_worth_it = not out[w] and self.verdict.probability > WORTH_CONFIRMING
        if is_worth_it and not _confirmed(self.race, names[w]):
            return self._confirmation(w)
        rate = self.gain / self.cost
        rate[out] = -1.0
        rate[(self.cost > self.budget) & ~self._to_full] = -1.0
        if rate.max() <= 0:
            return self._full_run_next(out)
        i, j = np.unravel_index(int(np.argmax(rate)), rate.shape)
        return _task(self.race, names[i], self.sizes[i][j])

    @property
    def _to_full(self) -> np.ndarray:
        full = np.zeros(self.cost.shape, bool)
        for i, name in enumerate(self.race.plan.names):
            for j, size in enumerate(self.sizes[i]):
                full[i, j] = size == self.race.plan.full_size(name)
        return full

    def _confirmation(self, w: int) -> Task:
        """The smallest probe that confirms the winner, or its full run if that is dear."""
        race, name = self.race, self.race.plan.names[w]
        needed = race.forecast.tuning.confirm * largest_sample(race)
        size = next(size for size in race.next_sizes(name) if size >= needed)
        if self.cost[w, 0] > self.budget:
            size = race.plan.full_size(name)
        return _task(race, name, size)

    def _full_run_next(self, out: np.ndarray) -> Task:
        """Where no smaller probe helps: the winner's full run, then those of its threats."""
        w, threat = self.verdict.winner, self.verdict.threat
        i = int(np.argmax(np.where(out, -1.0, threat + 1e-6 * self.verdict.mean)))
        return _full_run(self.race, self.race.plan.names[w if not out[w] else i])


def _opening(race: Race, busy: Collection[str], hurried: bool) -> list[Task]:
    """Probes that everybody gets: one, and a second one where that is cheap."""
    tracks = [t for t in race.tracks.values() if t.failure is None and t.name not in busy]
    first = _hurried_first(race, tracks) if hurried else _first(race, tracks)
    if first:
        return first
    second = []
    for track in tracks:
        ahead = race.next_sizes(track.name)
        full = race.plan.full_size(track.name)
        if len(track.probes) == 1 and ahead and ahead[0] * SMALL_PART <= full:
            second.append(_task(race, track.name, ahead[0]))
    return second


def _first(race: Race, tracks: Sequence[Track]) -> list[Task]:
    """First probes; on all rows where smaller ones could save nothing.

    They come on top of all full runs that turn out to be needed.
    """
    found = []
    for track in tracks:
        if track.probes or race.exhausted(track.name):
            continue
        full, ahead = race.plan.full_size(track.name), race.next_sizes(track.name)
        is_worth_it = ahead[0] * WORTH_A_PROBE <= full
        size = _first_size(ahead, full) if is_worth_it else full
        found.append(_task(race, track.name, size))
    return found


def _hurried_first(race: Race, tracks: Sequence[Track]) -> list[Task]:
    """First probes, quick kinds first; the smallest until there is an answer."""
    found = []
    for track in sorted(tracks, key=lambda track: _slowness(race, track.name)):
        sizes, ahead = race.plan.sizes[track.name], race.next_sizes(track.name)
        size = ahead[0] if race.incumbent is None and ahead else _first_size(sizes, sizes[-1])
        if size in ahead and (not track.probes or track.probes[-1].n_train < size):
            found.append(_task(race, track.name, size))
    return found


def _slowness(race: Race, name: str) -> int:
    kind = race.plan.kinds.get(name, "unknown")
    return QUICK.index(kind) if kind in QUICK else len(QUICK)


def _first_size(sizes: Sequence[int], full: int) -> int:
    """The largest size of at most a small part of the rows; the smallest if there is none."""
    few = [size for size in sizes if size * START <= full * ROUNDED]
    return few[-1] if few else sizes[0]


def _weighed(race: Race, name: str) -> list[int]:
    """Sizes to weigh next: a fourfold step, near the end a double one too, and the full."""
    ahead, now = race.next_sizes(name), rows_of(race, name)
    if not ahead or not now:
        return []
    full = race.plan.full_size(name)
    far = math.log2(full / now) > race.forecast.tuning.far
    steps = [
        max((s for s in ahead if s <= factor * now * ROUNDED), default=ahead[0])
        for factor in (FAR if far else NEAR)
    ]
    return sorted({*steps, full})


def _is_out(race: Race, name: str) -> bool:
    """Whether nothing is left to probe."""
    return race.exhausted(name) or race.tracks[name].failure is not None


def _confirmed(race: Race, name: str) -> bool:
    return is_confirmed(race, name, race.forecast.tuning.confirm)


def _task(race: Race, name: str, n_train: int) -> Task:
    """A probe; the model of a full run may be delivered whoever is the incumbent."""
    task = race.task(name, n_train)
    is_full = n_train == race.plan.full_size(name)
    return replace(task, keep_from=-math.inf) if is_full else task


def _full_run(race: Race, name: str) -> Task:
    return _task(race, name, race.plan.full_size(name))
