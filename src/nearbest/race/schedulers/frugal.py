"""Scheduling by what a probe is worth, at little more than the cost of full runs."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers.ledger import Ledger
from nearbest.race.schedulers.opening import hurried_opening, opening
from nearbest.race.schedulers.prover import Prover
from nearbest.race.schedulers.worth import WORTH_CONFIRMING, allowed, worth
from nearbest.race.verdict import Verdict

#: Judging all takes its time where there are many, and one probe among so many changes
#: little: one probe for each so many is chosen at a time, as for so many workers.
MANY = 200


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
        self._ledger: Ledger | None = None
        self._prover = Prover()
        self._ahead: list[Task] = []

    def __repr__(self) -> str:
        return "Frugal(hurried=True)" if self.hurried else "Frugal()"

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """At most `free` probes of candidates that are not running."""
        busy = {task.configuration for task in running}
        if free < 1:
            return []
        ledger = self._kept(race)
        opened = hurried_opening if self.hurried else opening
        first = opened(ledger, busy, free)
        if first or not race.all_probed:
            return [_task(race, name, n_train) for name, n_train in first]
        ahead = self._chosen_ahead(ledger, busy)
        if len(ahead) >= free:
            self._ahead = ahead[free:]
            return ahead[:free]
        verdict = race.forecast.verdict
        if verdict is None:
            return self._prover.ask(race, running, free)
        winner = race.plan.names[verdict.winner]
        if race.forecast.prediction(winner).suffices and is_confirmed(ledger, winner):
            done = winner in busy or race.exhausted(winner)
            return [] if done else [_full_run(race, winner)]
        found = _best_tasks(
            Board.of(ledger, verdict), busy, max(free, len(ledger.sizes) // MANY)
        )
        self._ahead = [task for task in found[free:] if not race.plan.is_full(task)]
        return found[:free]

    def _chosen_ahead(self, ledger: Ledger, busy: Collection[str]) -> list[Task]:
        """Those of the probes chosen ahead that are still to be made."""
        index = ledger.plan.index
        return [
            task
            for task in self._ahead
            if task.configuration not in busy
            and not ledger.is_out[index[task.configuration]]
            and task.n_train > ledger.rows[index[task.configuration]]
        ]

    def _kept(self, race: Race) -> Ledger:
        """The ledger of this race, up to date."""
        if self._ledger is None or not self._ledger.is_of(race):
            self._ledger, self._ahead = Ledger(race), []
        self._ledger.take_in()
        return self._ledger


@dataclass(frozen=True)
class Board:
    """Candidates and the probes that are weighed: names down, at most three across."""

    ledger: Ledger
    verdict: Verdict
    gain: np.ndarray
    budget: float

    @classmethod
    def of(cls, ledger: Ledger, verdict: Verdict) -> Board:
        """All that is weighed of a race whose candidates are all forecast."""
        ledger.weigh()
        tuning = ledger.race.forecast.tuning
        left = np.where(np.isfinite(ledger.left), ledger.left, 1.0)
        gain = worth(verdict, left, tuning)
        spent = ledger.spent_below
        budget = allowed(verdict, ledger.low_full, ledger.is_out, spent, tuning)
        return cls(ledger, verdict, gain, budget)

    def best(self, busy: Collection[str]) -> Task | None:
        """The probe that is worth most for its cost, or the full run that comes next."""
        ledger, race, w = self.ledger, self.ledger.race, self.verdict.winner
        names, cost, out = race.plan.names, ledger.cost, ledger.is_out.copy()
        out[[race.plan.index[name] for name in busy]] = True
        if out.all():
            return None
        is_worth_it = not out[w] and self.verdict.probability > WORTH_CONFIRMING
        if is_worth_it and not is_confirmed(ledger, names[w]):
            return self._confirmation(w)
        rate = self.gain / cost
        rate[out] = -1.0
        rate[(cost > self.budget) & ~ledger.is_full] = -1.0
        if rate.max() <= 0:
            return self._full_run_next(out)
        i, j = np.unravel_index(int(np.argmax(rate)), rate.shape)
        return _task(race, names[i], ledger.sizes[i][j])

    def _confirmation(self, w: int) -> Task:
        """The smallest probe that confirms the winner, or its full run if that is dear."""
        race, name = self.ledger.race, self.ledger.race.plan.names[w]
        needed = race.forecast.tuning.confirm * self.ledger.largest_sample
        size = next(size for size in race.next_sizes(name) if size >= needed)
        if self.ledger.cost[w, 0] > self.budget:
            size = race.plan.full_size(name)
        return _task(race, name, size)

    def _full_run_next(self, out: np.ndarray) -> Task:
        """Where no smaller probe helps: the winner's full run, then those of its threats."""
        w, threat, race = self.verdict.winner, self.verdict.threat, self.ledger.race
        i = int(np.argmax(np.where(out, -1.0, threat + 1e-6 * self.verdict.mean)))
        return _full_run(race, race.plan.names[w if not out[w] else i])


def _best_tasks(board: Board, busy: Collection[str], n: int) -> list[Task]:
    """At most `n` probes, the best first, each of another candidate."""
    found: list[Task] = []
    while len(found) < n:
        task = board.best({*busy, *(task.configuration for task in found)})
        if task is None:
            break
        found.append(task)
    return found


def is_confirmed(ledger: Ledger, name: str) -> bool:
    """Whether a candidate was probed on a good part of the largest sample's rows, or on all."""
    race = ledger.race
    needed = race.forecast.tuning.confirm * ledger.largest_sample
    return race.exhausted(name) or int(ledger.rows[race.plan.index[name]]) >= needed


def _task(race: Race, name: str, n_train: int) -> Task:
    """A probe; the model of a full run may be delivered whoever is the incumbent."""
    task = race.task(name, n_train)
    return replace(task, keep_from=-math.inf) if race.plan.is_full(task) else task


def _full_run(race: Race, name: str) -> Task:
    return _task(race, name, race.plan.full_size(name))
