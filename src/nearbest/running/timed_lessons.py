"""What a search learns from where its time is limited: rungs that get the same time.

Samples grow fourfold from one rung to the next, up to all rows. Everybody is probed on the
first rung and the best go on, as long as no rung has had more time than the one below it.
So the first full runs come early enough to learn from, quick candidates are not kept
waiting by slow ones, and whatever was trained on all rows can be delivered.

Nothing here looks at test rows: what is proposed depends on scores on D_search and on how
long fits took (docs/decisions/015).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from statistics import fmean, median

from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Arriving
from nearbest.race.race import Race
from nearbest.running.learnt import Learnt
from nearbest.running.lessons import Told
from nearbest.running.time_limit import CAUTION, MOST_TO_TRAIN, NO_LIMIT, TimeLimit

#: Samples grow so many times from rung to rung, and one candidate in so many goes on.
FACTOR = 4
#: The first rung has this part of the rows: who is best on far fewer is often not the best
#: on all. It has at most so many times the smallest sample, on which fitting takes longer
#: than scoring.
FIRST_PART, MOST_TIMES = 1 / 16, 32
#: Sizes are rounded.
ROUNDED = 0.99
#: Who should take longer on the first rung than this part of the longest training that is
#: within reach is passed over, also at the low end of what its smallest sample says.
MOST_TO_BEGIN = 0.25


class TimedLessons:
    """The probes that a search under a time limit learns from, and what it has learnt.

    Parameters
    ----------
    arriving : Arriving
        Its `seconds` say how long a training may take.
    limit : TimeLimit, optional
        What is left of the time now.
    """

    def __init__(self, arriving: Arriving, limit: TimeLimit = NO_LIMIT) -> None:
        self.rungs, self._limit = rungs_of(arriving.sizes), limit
        self._reach = MOST_TO_TRAIN * (arriving.seconds or math.inf)
        self._known: dict[str, Learnt] = {}
        self._spent = dict.fromkeys(self.rungs, 0.0)
        self._noise = 0.0  # of scores on D_search
        self._told: dict[str, float | None] = {}

    def enter(self, name: str) -> None:
        """A candidate was proposed."""
        self._known[name] = Learnt(name)

    def note(self, race: Race, observation: Observation) -> bool:
        """Take note of a probe if the search asked for it; whether it did."""
        if observation.for_search:
            self._known[observation.configuration].note(observation, race.plan)
            if observation.n_train in self._spent:
                self._spent[observation.n_train] += observation.seconds
            if observation.search.is_measured:
                noise = race.plan.scale.standard_error(observation.search)
                self._noise = 0.0 if math.isnan(noise) else noise
        return observation.for_search

    def due(self, race: Race) -> Iterator[Told]:
        """What is known now and was not told like this before."""
        drifts = self._drifts()
        for name, learnt in self._known.items():
            if not (learnt.failed or self._is_within_reach(learnt)):
                continue
            score = None if learnt.failed else self._estimate(learnt, drifts)
            if name not in self._told or self._told[name] != score:
                self._told[name] = score
                yield Told(name, score, max(learnt.tried))

    @property
    def ready(self) -> bool:
        """Whether there is time for one more newcomer, and to train the best so far.

        A newcomer may turn out to be the best, and is to be trained then.
        """
        full = self.rungs[-1]
        within = [each for each in self._known.values() if self._is_within_reach(each)]
        best = self._most_promising(within)
        times = [each.seconds(full) for each in within]
        a_newcomer = FACTOR / (FACTOR - 1) * median(times) if times else 0.0
        the_best = best.seconds(full) + median(times) / FACTOR**2 if best else 0.0
        return CAUTION * max(a_newcomer, the_best) < self._limit.left

    def tasks(self, race: Race, busy: Collection[str]) -> list[Task]:
        """Probes that go before the next newcomer."""
        known = self._known.values()
        free = [each for each in known if each.name not in busy and not each.failed]
        begun = [each.name for each in free if self._is_to_begin(each)]
        if begun:
            return [race.task(name, self.rungs[0]) for name in begun]
        found = self._promoted(free, busy) if self.ready else self._last(free)
        return [] if found is None else [race.task(*found)]

    def _promoted(
        self, free: Sequence[Learnt], busy: Collection[str]
    ) -> tuple[str, int] | None:
        """Who goes on to the next rung, and which; higher rungs go first."""
        for below, above in reversed(list(self._steps)):
            spent = self._spent[above] + self._under_way(above, busy)
            for each in self._best_of(below):
                is_due = spent + each.seconds(above) <= self._spent[below]
                if each in free and above not in each.tried and is_due and self._fits(each):
                    return each.name, above
        return None

    def _last(self, free: Sequence[Learnt]) -> tuple[str, int] | None:
        """Who is trained on all rows where there is no time for newcomers any more.

        As long as nobody was, whoever should be in time is worth a try.
        """
        full = self.rungs[-1]
        is_first = not any(full in each.tried for each in self._known.values())
        caution = 1.0 if is_first else CAUTION
        best = self._most_promising([each for each in free if self._fits(each, caution)])
        return None if best is None else (best.name, full)

    def _most_promising(self, among: Sequence[Learnt]) -> Learnt | None:
        """Who may be better on all rows than everybody who was trained on them."""
        full, drifts = self.rungs[-1], self._drifts()
        scores = {e.name: self._estimate(e, drifts) for e in among if full not in e.tried}
        best = max(scores, key=scores.__getitem__, default=None)
        trained = [e.estimates[full] for e in self._known.values() if full in e.estimates]
        least = max(trained, default=-math.inf) - self._noise
        return None if best is None or scores[best] < least else self._known[best]

    def _best_of(self, rung: int) -> list[Learnt]:
        """The best quarter of those that were probed on a rung, and at least one."""
        there = [each for each in self._known.values() if rung in each.estimates]
        there.sort(key=lambda each: each.estimates[rung], reverse=True)
        return there[: max(1, len(there) // FACTOR)]

    def _under_way(self, rung: int, busy: Collection[str]) -> float:
        """Seconds that probes will take on a rung that has not got their times yet."""
        running = [self._known[name] for name in busy if name in self._known]
        return sum(
            each.seconds(rung)
            for each in running
            if each.probes and rung == self._next_rung(each)
        )

    def _next_rung(self, known: Learnt) -> int | None:
        return next((size for size in self.rungs if size > max(known.tried)), None)

    def _is_to_begin(self, known: Learnt) -> bool:
        """Whether a newcomer's first rung comes next, and is worth its time."""
        if not known.tried or max(known.tried) >= self.rungs[0]:
            return False
        if not known.probes:
            return True  # its smallest sample was too small
        return known.training(self.rungs[0]).low <= MOST_TO_BEGIN * self._reach

    def _is_within_reach(self, known: Learnt) -> bool:
        """Whether there is an estimate of it, and it can be trained in the whole time."""
        is_known = any(rung in known.estimates for rung in self.rungs)
        return is_known and known.seconds(self.rungs[-1]) <= self._reach

    def _fits(self, known: Learnt, caution: float = CAUTION) -> bool:
        """Whether it can be trained on all rows in the time that is left."""
        if not self._is_within_reach(known):
            return False
        return caution * known.seconds(self.rungs[-1]) <= self._limit.left

    def _estimate(self, known: Learnt, drifts: dict[int, float]) -> float:
        """What it should reach, in view of what became of others that looked like this."""
        size = max(known.estimates)
        ahead = (drift for rung, drift in drifts.items() if rung >= size)
        return known.estimates[size] + sum(ahead)

    def _drifts(self) -> dict[int, float]:
        """By rung, how much the estimates of those that went on changed on the next one.

        Past curves may promise too much on this table, and who looked best was lucky.
        Unless that is taken off, those that were never looked at again would seem best.
        """
        found = {}
        for below, above in self._steps:
            changes = [
                each.estimates[above] - each.estimates[below]
                for each in self._known.values()
                if below in each.estimates and above in each.estimates
            ]
            found[below] = fmean(changes) if changes else 0.0
        return found

    @property
    def _steps(self) -> Sequence[tuple[int, int]]:
        """Each rung with the next."""
        return list(zip(self.rungs, self.rungs[1:], strict=False))


def rungs_of(sizes: Sequence[int]) -> list[int]:
    """The sizes of all rungs; the last one is the full size.

    Examples
    --------
    >>> rungs_of([1_000 * 2**k for k in range(10)])
    [32000, 128000, 512000]
    >>> rungs_of([1_000, 2_000, 4_000, 8_000]), rungs_of([1_000])
    ([2000, 8000], [1000])
    """
    wanted = ROUNDED * min(FIRST_PART * sizes[-1], MOST_TIMES * sizes[0])
    found = [sizes[-1]]
    for size in sorted(sizes[1:], reverse=True):
        if wanted <= size <= found[0] / (ROUNDED * FACTOR):
            found.insert(0, size)
    return found
