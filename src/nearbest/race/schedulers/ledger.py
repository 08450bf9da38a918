"""What a scheduler weighs of each candidate, brought up to date by what was told."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import numpy as np

from nearbest.race.measured import rows_of
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.race.schedulers.base import expected_cost
from nearbest.race.sizes import ROUNDED

#: The first probe is made on this part of the rows, or on the fewest that are planned.
START = 256
#: Everybody is probed twice at the start where the second size is at most this part of all.
SMALL_PART = 16
#: Steps that are weighed while the full size is far, and near it.
FAR, NEAR = (4.0,), (2.0, 4.0)
N_WEIGHED = 3


class Ledger:
    """Sizes and costs of the next probes of each candidate, and what was spent.

    One probe changes one candidate's, so that all others are kept as they are: with
    thousands of them that is what a scheduler's time would go into.

    Attributes
    ----------
    race : Race
    sizes : list of list of int
        For each candidate, the sizes to weigh next.
    cost, left : ndarray of shape (n_candidates, 3)
        What each of those probes should cost, and the doublings left after it as a share
        of those left now; infinite where there is none.
    is_full : ndarray of bool, of that shape
        Which of them are full runs.
    low_full : ndarray
        Low estimates of what full runs cost.
    is_out, is_new, is_second : ndarray of bool
        Who cannot be probed any more; who was not probed yet; and who was once, where a
        second probe is cheap.
    first_rows, rows : ndarray of int
        Rows of the usual first probe, and of the largest probe so far.
    spent_below : float
        What probes below the full size have cost.
    largest_sample : int
        Rows of the largest of them.
    """

    def __init__(self, race: Race) -> None:
        n = race.plan.n_configurations
        self.race, self.plan = race, race.plan
        self.sizes: list[list[int]] = [[] for _ in range(n)]
        self.cost, self.left = np.full((2, n, N_WEIGHED), np.inf)
        self.is_full = np.zeros((n, N_WEIGHED), bool)
        self.low_full = np.zeros(n)
        self.is_out, self.is_second = np.zeros((2, n), bool)
        self.is_new = np.ones(n, bool)
        each = (race.plan.sizes[name] for name in race.plan.names)
        self.first_rows = np.array([first_size(sizes, sizes[-1]) for sizes in each])
        self.rows = np.zeros(n, int)
        self.spent_below, self.largest_sample = 0.0, 0
        self._n_told, self._stale = 0, set[int]()

    def is_of(self, race: Race) -> bool:
        """Whether this is the ledger of a race as it is planned now."""
        return (
            self.race is race and self.plan is race.plan and len(race.history) >= self._n_told
        )

    def take_in(self) -> None:
        """Take in what was told since the last time."""
        told = [observation for observation, _ in self.race.history[self._n_told :]]
        self._n_told = len(self.race.history)
        for observation in told:
            self._spend(observation)
        for name in dict.fromkeys(observation.configuration for observation in told):
            self._note(name)

    def weigh(self) -> None:
        """Bring costs up to date, as far as they are not."""
        for i in self._stale:
            self._weigh(i, self.plan.names[i])
        self._stale.clear()

    def waiting(self, who: np.ndarray, busy: Collection[str]) -> list[str]:
        """Names of those in a mask that are not busy."""
        names = (self.plan.names[i] for i in np.flatnonzero(who))
        return [name for name in names if name not in busy]

    def _spend(self, observation: Observation) -> None:
        if self.plan.is_full(observation):
            return
        self.spent_below += self.race.cost(observation)
        if observation.status == "ok":
            self.largest_sample = max(self.largest_sample, observation.n_train)

    def _note(self, name: str) -> None:
        race, track, i = self.race, self.race.tracks[name], self.plan.index[name]
        full, ahead, n_probes = (
            self.plan.full_size(name),
            race.next_sizes(name),
            len(track.probes),
        )
        self.is_out[i] = race.exhausted(name) or track.failure is not None
        self.is_new[i] = not n_probes and not self.is_out[i]
        is_cheap = bool(ahead) and ahead[0] * SMALL_PART <= full
        self.is_second[i] = n_probes == 1 and is_cheap and not self.is_out[i]
        self.rows[i] = rows_of(race, name)
        self._stale.add(i)

    def _weigh(self, i: int, name: str) -> None:
        race, full = self.race, self.plan.full_size(name)
        self.sizes[i] = sizes = self._steps(name)
        self.cost[i], self.left[i], self.is_full[i] = np.inf, np.inf, False
        self.low_full[i] = 0.0
        model = race.cost_model(name)
        if race.tracks[name].failure is not None or model is None:
            return
        self.low_full[i] = model.low_full_run(full, self.plan.n_test)
        now = math.log2(full / model.largest)
        for j, size in enumerate(sizes):
            self.cost[i, j] = expected_cost(race, race.task(name, size))
            self.left[i, j] = math.log2(full / size) / now
            self.is_full[i, j] = size == full

    def _steps(self, name: str) -> list[int]:
        """A fourfold step, near the end a double one too, and the full size."""
        race, full = self.race, self.plan.full_size(name)
        ahead, now = race.next_sizes(name), rows_of(race, name)
        if not ahead or not now:
            return []
        far = math.log2(full / now) > race.forecast.tuning.far
        steps = [
            max((s for s in ahead if s <= factor * now * ROUNDED), default=ahead[0])
            for factor in (FAR if far else NEAR)
        ]
        return sorted({*steps, full})


def first_size(sizes: Sequence[int], full: int) -> int:
    """The largest size of at most a small part of the rows; the smallest if there is none.

    Examples
    --------
    >>> first_size((1_000, 2_000, 4_000, 512_000), 512_000), first_size((1_000, 8_000), 8_000)
    (2000, 1000)
    """
    few = [size for size in sizes if size * START <= full * ROUNDED]
    return few[-1] if few else sizes[0]
