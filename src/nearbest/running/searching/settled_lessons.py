"""What a search without a time limit is told, and when: both are settled by D_search.

Which candidates the race probes further depends on their scores on test rows. A sampler
that heard of each probe as it comes would learn from that who did well there, and its
proposals would depend on the rows that the certificate is about. So it is told of probes
that are settled by scores on D_search alone, in an order that is settled too:

- the smallest sample of every candidate and a second one that is large enough to tell,
  before the candidate that comes `lag` places later is proposed;
- a larger sample of each that is among the best quarter of those told of so far, and so
  on for the best quarter of these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from nearbest.forecast.expected import expected_score
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Arriving
from nearbest.race.race import Race
from nearbest.race.sizes import ROUNDED
from nearbest.running.searching.lessons import Told

#: One in so many goes on to a sample that is so many times as large.
PROMOTED = 4
#: Who is best on fewer than this part of the rows is often not the best on all: learners
#: that predict the same for everybody win there. But no more than so many times the
#: smallest sample is spent on each newcomer.
FIRST_PART, MOST_TIMES = 1 / 64, 8
#: Larger samples take longer: they may be waited for so many times as long.
PATIENCE = 4


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is to be told of a candidate before the `due`-th proposal, counted from 0."""

    due: int
    name: str
    stage: int


class SettledLessons:
    """The probes that a search learns from, and what it has learnt.

    Parameters
    ----------
    arriving : Arriving
    """

    def __init__(self, arriving: Arriving) -> None:
        self.stages = _stages(arriving.sizes)
        self.first, self.lag = (arriving.sizes[0], self.stages[0]), arriving.lag
        self._open: list[Lesson] = []
        self._n_entered = 0
        self._learnt: list[dict[str, float]] = [{} for _ in self.stages]
        self._promoted: list[set[str]] = [set() for _ in self.stages]

    def enter(self, name: str) -> None:
        """A candidate was proposed."""
        self._open.append(Lesson(self._n_entered + self.lag, name, 0))
        self._n_entered += 1

    def due(self, race: Race) -> Iterator[Told]:
        """What must be told before the next proposal, as far as it is known."""
        while self._open and self._next.due <= self._n_entered:
            lesson = self._next
            if self._missing(race, lesson):
                return
            self._open.remove(lesson)
            yield self._learn(race, lesson)

    @property
    def ready(self) -> bool:
        """Whether all is told that must be before the next proposal."""
        return not self._open or self._next.due > self._n_entered

    def tasks(self, race: Race, busy: Collection[str]) -> list[Task]:
        """Probes that lessons wait for, the most urgent first, one per candidate."""
        found: dict[str, Task] = {}
        for lesson in sorted(self._open, key=_urgency):
            missing = self._missing(race, lesson)
            if missing and lesson.name not in busy and lesson.name not in found:
                found[lesson.name] = race.task(lesson.name, missing[0])
        return list(found.values())

    def note(self, race: Race, observation: Observation) -> bool:
        """Whether a probe is one that the search learns from."""
        name, n_train = observation.configuration, observation.n_train
        return n_train in self.first or any(
            n_train == size and name in promoted
            for size, promoted in zip(self.stages, self._promoted, strict=True)
        )

    @property
    def _next(self) -> Lesson:
        return min(self._open, key=_urgency)

    def _sizes(self, lesson: Lesson) -> list[int]:
        """All sizes that a lesson is about."""
        return sorted({*self.first, *self.stages[: lesson.stage + 1]})

    def _missing(self, race: Race, lesson: Lesson) -> list[int]:
        """Sizes that are still to be probed for a lesson; none after a failure."""
        track, sizes = race.tracks[lesson.name], self._sizes(lesson)
        if any(size in track.failures for size in sizes):
            return []
        return [size for size in sizes if size not in track.sizes]

    def _learn(self, race: Race, lesson: Lesson) -> Told:
        track, sizes = race.tracks[lesson.name], self._sizes(lesson)
        failed = any(size in track.failures for size in sizes)
        probes = [probe for probe in track.probes if probe.n_train in sizes]
        score = None if failed else expected_score(probes, race.plan)
        if score is not None:
            self._learnt[lesson.stage][lesson.name] = score
            self._promote(lesson.stage)
        return Told(lesson.name, score, sizes[-1])

    def _promote(self, stage: int) -> None:
        """Let the best of a stage go on to the next."""
        if stage + 1 == len(self.stages):
            return
        scores = self._learnt[stage]
        best = sorted(scores, key=scores.__getitem__, reverse=True)[: len(scores) // PROMOTED]
        for name in best:
            if name not in self._promoted[stage + 1]:
                self._promoted[stage + 1].add(name)
                due = self._n_entered + PATIENCE * self.lag
                self._open.append(Lesson(due, name, stage + 1))


def _urgency(lesson: Lesson) -> tuple[int, int]:
    """Lessons that are due first go first; of these, those on smaller samples."""
    return lesson.due, lesson.stage


def _stages(sizes: Sequence[int]) -> list[int]:
    """The sizes that a search hears of: the second sample of all, then ever larger ones."""
    wanted = min(FIRST_PART * sizes[-1], MOST_TIMES * sizes[0])
    found = [next(size for size in (*sizes[1:], sizes[-1]) if size * ROUNDED >= wanted)]
    for size in sizes:
        if size * ROUNDED >= PROMOTED * found[-1]:
            found.append(size)
    return found
