"""What a search learns from where its time is limited: rungs that share it.

Samples grow fourfold from one rung to the next, up to all rows. Everybody is probed on the
first rung, and the best go on. Each rung has its share of the time, full runs half of it,
and it is the turn of the one that is furthest behind. So the first full runs come early
enough to learn from, and whatever was trained on all rows can be delivered.

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
from nearbest.running.searching.learnt import Learnt
from nearbest.running.searching.lessons import Told
from nearbest.running.searching.pace import Pace
from nearbest.running.searching.rungs import FACTOR, rungs_of
from nearbest.running.time_limit import CAUTION, MOST_TO_TRAIN, NO_LIMIT, TimeLimit

#: Full runs get this part of the time.
SHARE_OF_FULL = 0.5
#: What all rungs take together, in full runs.
WHOLE_WAY = FACTOR / (FACTOR - 1)
#: Whoever is expected to be worse by no more than so many standard errors of a score on
#: D_search goes on; and is still trained when there is nothing better to do.
PROMISE, HOPE = 2, 4
#: Who should take longer on the first rung than this part of the longest training that is
#: within reach is passed over, also at the low end of what its smallest sample says.
MOST_TO_BEGIN = 0.25
#: From so many others on, it is their times that say who is.
FEWEST_OTHERS = 3


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
        self._sizes = arriving.sizes
        self._reach = MOST_TO_TRAIN * (arriving.seconds or math.inf)
        self._known: dict[str, Learnt] = {}
        self._spent = dict.fromkeys(self.rungs, 0.0)
        self._pace = Pace(self.rungs)
        self._noise = 0.0  # of scores on D_search
        self._told: dict[str, float | None] = {}

    def enter(self, name: str) -> None:
        """A candidate was proposed."""
        self._known[name] = Learnt(name)

    def note(self, race: Race, observation: Observation) -> bool:
        """Take note of a probe if the search asked for it; whether it did."""
        if observation.for_search:
            learnt, size = self._known[observation.configuration], observation.n_train
            if size in self._spent:
                self._spent[size] += observation.seconds
                self._pace.note(learnt, observation)
            learnt.note(observation, race.plan)
            if observation.search.is_measured and size in self._spent:
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
        """Whether a newcomer that takes as long as most could still be trained on all rows."""
        times = self._full_runs
        return not times or CAUTION * WHOLE_WAY * median(times) <= self._limit.left

    @property
    def _within_reach(self) -> list[Learnt]:
        return list(filter(self._is_within_reach, self._known.values()))

    @property
    def _full_runs(self) -> list[float]:
        """What training on all rows should take, for all within reach."""
        return [self._pace.seconds(each, self.rungs[-1]) for each in self._within_reach]

    def tasks(self, race: Race, busy: Collection[str]) -> list[Task]:
        """Probes that go before the next newcomer."""
        known = self._known.values()
        free = [each for each in known if each.name not in busy and not each.failed]
        begun = [each.name for each in free if self._is_to_begin(each)]
        if begun:
            return [race.task(name, self.rungs[0]) for name in begun]
        found = self._now_or_never(free) or self._next(free, busy)
        return [] if found is None else [race.task(*found)]

    def _now_or_never(self, free: Sequence[Learnt]) -> tuple[str, int] | None:
        """Who is trained now, if after another newcomer there were no time for the best."""
        within = list(filter(self._is_within_reach, free))
        needed, times = self._needed(within), self._full_runs
        if not needed or needed + median(times) / FACTOR**2 <= self._limit.left:
            return None
        return self._last(within)

    def _needed(self, among: Sequence[Learnt]) -> float:
        """Seconds that it takes to train the most promising on all rows, with caution.

        Who cannot be trained in time any more keeps nobody else waiting.
        """
        full = self.rungs[-1]
        best = self._most_promising([each for each in among if self._fits(each, full)])
        return 0.0 if best is None else CAUTION * self._pace.seconds(best, full)

    def _next(self, free: Sequence[Learnt], busy: Collection[str]) -> tuple[str, int] | None:
        """Who goes on to which rung; None where it is a newcomer's turn."""
        below = {above: rung for rung, above in self._steps}
        for rung in self._by_turn(busy):
            if rung == self.rungs[0]:
                if self.ready:
                    return None
                continue
            worthwhile = self._worthwhile(below[rung], rung)
            found = next((each for each in worthwhile if each in free), None)
            if found is not None:
                return found.name, rung
        return self._last(free)

    def _by_turn(self, busy: Collection[str]) -> list[int]:
        """All rungs, the one that is furthest behind its share of the time first."""
        spent = {rung: self._spent[rung] + self._under_way(rung, busy) for rung in self.rungs}
        n_samples, total = len(self.rungs) - 1, sum(spent.values())
        shares = dict.fromkeys(self.rungs, (1 - SHARE_OF_FULL) / max(n_samples, 1))
        shares[self.rungs[-1]] = SHARE_OF_FULL
        return sorted(self.rungs, key=lambda rung: spent[rung] - shares[rung] * total)

    def _worthwhile(self, below: int, above: int) -> list[Learnt]:
        """Who may go on from one rung to the next, the most promising first.

        To all rows goes whoever may be better than what was trained on them; before that
        the best half goes on, as far as it may be as good as the best.
        """
        within, drifts = self._within_reach, self._drifts()
        scores = {e.name: self._estimate(e, drifts) for e in within if below in e.estimates}
        ranked, least = sorted(scores, key=scores.__getitem__, reverse=True), self._least
        if above != self.rungs[-1]:
            ranked = ranked[: math.ceil(len(ranked) / 2)]
            least = max([least, *(score - self._noise for score in scores.values())])
        least -= (PROMISE - 1) * self._noise
        going = (self._known[name] for name in ranked if scores[name] >= least)
        return [e for e in going if max(e.tried) == below and self._is_affordable(e, above)]

    def _is_affordable(self, known: Learnt, rung: int) -> bool:
        """Whether there is time for a rung, and then to train it, and the best, on all rows."""
        full, seconds = self.rungs[-1], self._pace.seconds(known, rung)
        training = CAUTION * self._pace.seconds(known, full)
        if rung != full:
            training = seconds + max(training, self._needed(self._within_reach))
        return training <= self._limit.left

    def _last(self, free: Sequence[Learnt]) -> tuple[str, int] | None:
        """Who is trained where there is no time for newcomers any more, on how many rows.

        On all rows, or on as many as should end in time if that is better by more than
        noise: a training that is given up is lost. Estimates err, so that on all rows who
        seems somewhat worse than the best may be better.
        """
        drifts, options = self._drifts(), dict[tuple[str, int], float]()
        for each in filter(self._is_within_reach, free):
            fitting = (n for n in self._sizes if n > max(each.tried) and self._fits(each, n))
            size = max(fitting, default=None)
            if size is not None:
                options[each.name, size] = self._on(size, each, drifts)
        if not options:
            return None
        full, least = self.rungs[-1], max(options.values()) - self._noise
        hoped_for = self._least - (HOPE - 1) * self._noise
        good = {
            (name, size): score
            for (name, size), score in options.items()
            if score >= max(least, hoped_for if size == full else self._least)
        }
        return max(good, key=lambda option: (option[1] == full, good[option]), default=None)

    def _most_promising(self, among: Sequence[Learnt]) -> Learnt | None:
        """Who may be better on all rows than everybody who was trained on them."""
        full, drifts = self.rungs[-1], self._drifts()
        scores = {e.name: self._estimate(e, drifts) for e in among if full not in e.tried}
        best = max(scores, key=scores.__getitem__, default=None)
        return None if best is None or scores[best] < self._least else self._known[best]

    @property
    def _least(self) -> float:
        """What the best model of all rows, or of nearly all, reaches, but for noise."""
        most = max((size for size in self.rungs if size < self.rungs[-1]), default=0)
        trained = (e for e in self._known.values() if max(e.estimates, default=0) > most)
        return (
            max((e.score for e in trained if e.score is not None), default=-math.inf)
            - self._noise
        )

    def _under_way(self, rung: int, busy: Collection[str]) -> float:
        """Seconds that probes will take on a rung that has not got their times yet."""
        running = [self._known[name] for name in busy if name in self._known]
        return sum(
            self._pace.seconds(each, rung)
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
        if self._pace.n_known(self.rungs[0]) >= FEWEST_OTHERS:
            most = min(self._reach, self._limit.left)
            return self._pace.fitting(known, self.rungs[-1]) <= most
        return known.fitting(self.rungs[0]).low <= MOST_TO_BEGIN * self._reach

    def _is_within_reach(self, known: Learnt) -> bool:
        """Whether there is an estimate of it, and it can be trained in the whole time."""
        is_known = any(rung in known.estimates for rung in self.rungs)
        return is_known and self._pace.fitting(known, self.rungs[-1]) <= self._reach

    def _fits(self, known: Learnt, n_train: int) -> bool:
        """Whether it can be trained on so many rows in the time that is left."""
        return self._limit.fits(self._pace.seconds(known, n_train))

    def _on(self, n_train: int, known: Learnt, drifts: dict[int, float]) -> float:
        """What it should reach on so many rows: each doubling brings the same, at least."""
        estimate, last = self._estimate(known, drifts), known.probes[-1].n_train
        if known.score is None or n_train == self.rungs[-1]:
            return estimate
        part = math.log(n_train / last) / math.log(self.rungs[-1] / last)
        return known.score + part * (estimate - known.score)

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
