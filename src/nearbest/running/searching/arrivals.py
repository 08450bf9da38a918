"""Candidates that a stream proposes while the race runs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from nearbest.candidates.configuration import Configuration, as_written, by_short_names
from nearbest.candidates.streams import CandidateStream
from nearbest.errors import DifferentRun, InvalidInput
from nearbest.forecast.expected import expected_score
from nearbest.race.answer.standings import standings
from nearbest.race.observation import Observation, Task, latest
from nearbest.race.plan import Arriving
from nearbest.race.race import Race
from nearbest.running.run_dir.journal_line import Event
from nearbest.running.run_dir.proposal import Proposal
from nearbest.running.searching.lessons import Lessons
from nearbest.running.searching.settled_lessons import SettledLessons
from nearbest.running.searching.timed_lessons import TimedLessons
from nearbest.running.time_limit import NO_LIMIT, TimeLimit

if TYPE_CHECKING:
    from nearbest.running.workers.execution import Execution

logger = logging.getLogger("nearbest")

#: So many come as fast as workers are free; a sampler needs some to learn from.
STARTERS = 10
#: A search without a number of candidates ends when so many in a row were no better.
CONVERGED = 50


class Arrivals:
    """Lets the candidates of a stream join a race.

    By the calibrated rule the race begins when nobody is to come any more: forecasts are of
    all candidates together. By others, half of the time goes to what the stream learns from,
    newcomers' first samples above all, half to the race among those that are there; a worker
    with nothing else to do gets a newcomer. With a time limit, in which little could be
    proved, all of it goes to what an adaptive stream learns from.

    Parameters
    ----------
    stream : CandidateStream
    arriving : Arriving
    n_candidates : int or None
        After so many no more are asked for. None goes on until the search has converged:
        of the last 50 none is expected to be better by more than ε than the best before.
    admit : callable
        Told of every newcomer, so that it can be probed and reported.
    journal : callable, optional
        Writes down who came, before anything is known of them.
    limit : TimeLimit, optional
        Until when there is to be a model.
    """

    def __init__(
        self,
        stream: CandidateStream,
        arriving: Arriving,
        n_candidates: int | None,
        admit: Callable[[Configuration], None],
        journal: Callable[[Proposal], None] | None = None,
        limit: TimeLimit = NO_LIMIT,
    ) -> None:
        self.stream, self.arriving, self.n_candidates = stream, arriving, n_candidates
        self._admit, self._journal = admit, journal
        self._lessons: Lessons = (
            TimedLessons(arriving, limit) if arriving.hurries else SettledLessons(arriving)
        )
        self._on_lessons, self._on_others = 0.0, 0.0  # what probes have cost
        self._best, self._n_since = float("-inf"), 0

    def go_first(self, race: Race) -> bool:
        """Whether the search is to have the next free worker, rather than the race."""
        is_behind = self._on_lessons <= self._on_others
        is_alone = self.arriving.hurries or self.go_alone(race)
        return is_alone or is_behind or len(race.tracks) < STARTERS

    def go_alone(self, race: Race) -> bool:
        """Whether the race is yet to begin."""
        return race.more_to_come and race.rule.is_calibrated

    def tasks(
        self, race: Race, running: Collection[Task], free: int, where: Execution
    ) -> list[Task]:
        """At most `free` probes that the search wants: lessons, then newcomers."""
        busy = {task.configuration for task in running}
        found = self._lessons.tasks(race, busy)[:free] if self.arriving.adaptive else []
        while len(found) < free:
            newcomer = self._next(race)
            if newcomer is None:
                break
            where.admit(newcomer)
            found.append(race.task(newcomer.name, self.arriving.sizes[0]))
        return [replace(task, for_search=True) for task in found]

    def tell(self, race: Race, observation: Observation) -> None:
        """Take note of what a probe cost."""
        if self._lessons.note(race, observation):
            self._on_lessons += race.cost(observation)
        else:
            self._on_others += race.cost(observation)

    def recall(self, race: Race, proposal: Proposal) -> None:
        """Let a candidate of an earlier call join again."""
        self._teach(race)
        configuration = self.stream.recall(proposal.name, proposal.note)
        if configuration is None or not _is_same(configuration, proposal):
            raise DifferentRun(
                f"`run_dir` was made with other candidates; {proposal.name!r} is not proposed "
                "again: the function or the stream that proposes must be as it was."
            )
        self._let_in(race, configuration, proposal)

    def close(self, race: Race) -> None:
        """No more are to come: the stream hears the last of every candidate."""
        race.more_to_come = False
        for row in standings(race, forecast=False):
            facts = {
                "standing": row.standing,
                "lower": row.interval.lower,
                "upper": row.interval.upper,
                "n_train": row.n_train,
            }
            score = expected_score(race.tracks[row.name].probes, race.plan)
            self.stream.finish(row.name, None if row.failure else score, facts)

    def note(self, race: Race) -> str | None:
        """Why the search ended by itself; None if it was stopped, or had its number."""
        n = len(race.tracks)
        if self.n_candidates is None and self._n_since >= CONVERGED:
            return (
                f"the search ended after {n} candidates: none of the last {self._n_since} is "
                "expected to beat the best before them by more than ε"
            )
        wanted = "" if self.n_candidates is None else f" of {self.n_candidates}"
        if self.arriving.adaptive and self.stream.exhausted and n != self.n_candidates:
            return f"the search ended after {n}{wanted} candidates: it proposes no new ones"
        return None

    def _next(self, race: Race) -> Configuration | None:
        """A newcomer, if one may come now; when no more may, the race is told."""
        if self.arriving.hurries and not self._lessons.ready:
            return None  # and nothing is told: it would be told otherwise when one may come
        self._teach(race)
        if self.arriving.adaptive and not self._lessons.ready:
            return None
        came = self.stream.ask(1) if self._may_come(race) else []
        for configuration in came:
            proposal = Proposal.of(configuration, self.stream.note(configuration.name))
            if self._journal is not None:
                self._journal(proposal)
            self._let_in(race, configuration, proposal)
            told = as_written(by_short_names(proposal.parameters))
            logger.info("Proposed: %s%s", proposal.name, f" with {told}" if told else "")
        race.more_to_come = self._may_come(race)
        if not race.tracks and not came:
            raise InvalidInput("`candidates` must propose at least one estimator; got none.")
        return came[0] if came else None

    def _may_come(self, race: Race) -> bool:
        if self.stream.exhausted:
            return False
        if self.n_candidates is None:
            return self._n_since < CONVERGED
        return len(race.tracks) < self.n_candidates

    def _teach(self, race: Race) -> None:
        """Tell the stream what it must know before its next proposal."""
        for told in self._lessons.due(race) if self.arriving.adaptive else ():
            self.stream.tell(told.name, told.score, told.n_train)
            if told.score is not None and told.score > self._best + race.plan.epsilon:
                self._best, self._n_since = told.score, 0

    def _let_in(self, race: Race, configuration: Configuration, proposal: Proposal) -> None:
        if configuration.name in race.tracks:
            raise InvalidInput(
                f"`candidates` must have unique names; {configuration.name!r} is repeated."
            )
        name = proposal.name
        race.admit({name: self.arriving.sizes}, {name: proposal.kind}, proposal.large_leaves)
        race.more_to_come = self._may_come(race)
        self._lessons.enter(name)
        self._n_since += 1
        self._admit(configuration)


def restore_search(
    race: Race,
    arrivals: Arrivals,
    events: Iterable[Event],
    limits: Mapping[str, float | None] | None = None,
) -> None:
    """Bring a race and the search behind it to where the journal ends.

    Candidates join again in the order in which they came, and the stream hears what it
    heard then before it proposes the next, so that its state is the same without having
    been kept.
    """
    told = list(events)
    counted = set(map(id, latest((e for e in told if isinstance(e, Observation)), limits)))
    race.more_to_come = True
    for event in told:
        if isinstance(event, Proposal):
            arrivals.recall(race, event)
        elif isinstance(event, Observation) and id(event) in counted:
            race.tell(event)
            arrivals.tell(race, event)


def _is_same(configuration: Configuration, proposal: Proposal) -> bool:
    now = Proposal.of(configuration, {})
    return (now.name, now.digest) == (proposal.name, proposal.digest)
