"""What happened in a race, as plain values that reports and figures are drawn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from nearbest.candidates.configuration import as_written, by_short_names
from nearbest.data.drawn import AT_RANDOM, Drawn
from nearbest.race.ahead.planner import Prospects, look_ahead
from nearbest.race.answer.certify import certify
from nearbest.race.answer.row import Row
from nearbest.race.answer.standings import add_up, ranked, standings
from nearbest.race.certificate import Certificate, Delivery
from nearbest.race.cost import NO_TIME, Seconds
from nearbest.race.interval import UNKNOWN, Interval, finite_span
from nearbest.race.observation import Observation
from nearbest.race.race import Race
from nearbest.race.score import Scale
from nearbest.race.stopping import PapersRule, StoppingRule, UntilProved


@dataclass(frozen=True, slots=True)
class Moment:
    """The race just after one probe.

    `interval` is that of the configuration just probed. An upper bound of at most
    `bar`, the incumbent's lower bound + ε, means excluded; `bar` is None while there is
    no incumbent. `winner` is the current one, with its `gap`. `left` names those who
    were excluded or failed with this probe, `returned` those who came back because an
    incumbent failed.
    """

    observation: Observation
    interval: Interval
    incumbent: str | None
    winner: str | None
    bar: float | None
    gap: float
    left: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """A race from the first probe to its certificate.

    `candidates` has the winner first, then by falling lower bound, failures last;
    `parameters` has theirs as a user writes them; `moments` has one entry per probe;
    `settings` and `versions` are what it takes to repeat the run, as far as they are known;
    `drawn` is how its test rows came about;
    `possible` are the scores there can be, or that were seen where their range is not known;
    `others` are the further scores, by their names, where several were asked for;
    `prospects` are how much longer it would take for which ε, where that can be told;
    `is_running` tells that the end is still to come.
    """

    certificate: Certificate
    candidates: tuple[Row, ...]
    parameters: Mapping[str, str]
    moments: tuple[Moment, ...]
    seconds: float
    n_train: int
    n_test: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    possible: Interval = UNKNOWN
    others: Mapping[str, Scale] = field(default_factory=dict)
    prospects: Prospects | None = None
    is_running: bool = False
    drawn: Drawn = AT_RANDOM

    @property
    def winner(self) -> Row:
        """The candidate that was chosen."""
        return self.candidates[0]

    @property
    def full_runs(self) -> Seconds:
        """What full runs of all candidates would take, one after another."""
        return add_up(self.candidates) or NO_TIME

    @property
    def probe_seconds(self) -> float:
        """Time spent in probes, summed over workers."""
        return sum(c.seconds for c in self.candidates)

    @property
    def spent(self) -> float:
        """Time spent in probes, and about what training the winner on all rows takes."""
        full = self.winner.full_run
        return self.probe_seconds + (
            0.0 if self.winner.ran_in_full or not full else full.seconds
        )

    @property
    def span(self) -> Interval:
        """Where most intervals ended; the lowest tenth may lie below."""
        ended = [c.interval & self.possible for c in self.candidates if c.n_probes]
        lowers = sorted(interval.lower for interval in ended)
        return Interval(lowers[len(lowers) // 10], max(interval.upper for interval in ended))

    @property
    def window(self) -> Interval:
        """Scores worth drawing: `span`, with room above for the way there.

        Upper ends that say nothing yet run out of the picture; the line below which
        candidates are excluded does not.
        """
        narrowest, epsilon = 0.01 * self.possible.width, self.certificate.epsilon
        if epsilon:  # of R² most of what is possible is far below what anybody has
            narrowest = min(narrowest, 4 * epsilon)
        width = max(self.span.width, narrowest)
        top = self.possible.upper + 0.5 * narrowest  # room for a line at its end
        line = max(c.interval.lower for c in self.candidates) + epsilon
        return Interval(
            max(self.possible.lower, self.span.lower - 0.15 * width),
            min(top, max(self.span.upper + 0.7 * width, line + 0.1 * width)),
        )

    def curve(self, name: str) -> list[Moment]:
        """One configuration's successful probes by rising size: its learning curve."""
        own = [
            moment
            for moment in self.moments
            if moment.observation.configuration == name and moment.observation.status == "ok"
        ]
        return sorted(own, key=lambda moment: moment.observation.n_train)


class Reportable(Protocol):
    """Anything that can tell its race as a story, such as a `Selection`."""

    def story(self) -> Story:
        """The race as plain values."""


def story_of(
    race: Race,
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    delivery: Delivery | None = None,
    seconds: float | None = None,
    settings: Mapping[str, Any] | None = None,
    versions: Mapping[str, str] | None = None,
    notes: Sequence[str] = (),
    is_running: bool = False,
) -> Story:
    """The story of a race; raises `AllFailed` if nothing could be fitted.

    Parameters
    ----------
    race : Race
    parameters : mapping of str to mapping, optional
        The parameters of each configuration, by its name.
    delivery : Delivery, optional
        The model that was delivered.
    seconds : float, optional
        Time spent selecting; that of the last probe's end if not given.
    settings, versions : mapping, optional
        What was asked for, and what it ran on.
    notes : sequence of str
        What was done to the data, and why the race or the search ended; a sentence each.
    is_running : bool
        Whether a process is still at it.

    Examples
    --------
    >>> from nearbest.race.bounds import Exact
    >>> from nearbest.race.observation import Observation
    >>> from nearbest.race.plan import Plan
    >>> from nearbest.race.race import Race
    >>> race = Race(Plan({"tree": (500, 1_000), "svm": (500, 1_000)}, n_test=400), Exact())
    >>> race.tell(Observation.of_counts("tree", 1_000, 400, 900, 340))
    >>> race.tell(Observation.of_counts("svm", 1_000, 400, 720, 280))
    >>> story = story_of(race, {"tree": {"max_depth": 3}})
    >>> story.winner.name, story.parameters["tree"], story.moments[-1].left
    ('tree', 'max_depth=3', ('svm',))
    """
    certificate = certify(race, delivery, tuple(notes))
    known = parameters or {}
    return Story(
        certificate=certificate,
        candidates=tuple(ranked(standings(race, certificate))),
        parameters={
            name: as_written(by_short_names(known.get(name, {}))) for name in race.plan.names
        },
        moments=_moments(race),
        seconds=race.elapsed if seconds is None else seconds,
        n_train=max(race.plan.full_size(name) for name in race.plan.names),
        n_test=race.plan.n_test,
        settings=settings or {},
        drawn=race.plan.drawn,
        versions=versions or {},
        possible=_possible(race),
        others=race.plan.others,
        prospects=look_ahead(race, _wanted(race.plan.epsilon)),
        is_running=is_running,
    )


def _wanted(epsilon: float) -> tuple[float, ...]:
    """Tolerances to tell the time of: what was asked for, half of it, and so on."""
    halves = (2 * epsilon, epsilon, epsilon / 2, epsilon / 4)
    return halves if epsilon > 0 else (0.0,)


def _possible(race: Race) -> Interval:
    """The scores there can be; without a known range those that were seen, and some more."""
    unknown = race.plan.scale.unknown
    if race.plan.scale.is_bounded:
        return unknown
    seen = finite_span(interval for _, interval in race.history)
    room = 0.1 * seen.width
    return unknown & Interval(seen.lower - room, seen.upper + room)


def _rule_of_bounds(race: Race) -> StoppingRule:
    """A rule without forecasts that relies on the same bounds as that of the race."""
    return PapersRule() if race.rule.trusts_bounds else UntilProved()


def _moments(race: Race) -> tuple[Moment, ...]:
    """The same observations told once more, looking up after each."""
    again = Race(race.plan, race.bounds, rule=_rule_of_bounds(race))
    contenders, in_order = set(again.contenders), race.plan.index.__getitem__
    moments = []
    for observation, _ in race.history:
        again.tell(observation)
        before, contenders = contenders, set(again.contenders)
        incumbent = again.incumbent
        held = None if incumbent is None else again.tracks[incumbent].interval.lower
        winner = None if incumbent is None else again.winner
        moments.append(
            Moment(
                observation,
                again.tracks[observation.configuration].interval,
                incumbent,
                winner,
                None if held is None else held + race.plan.epsilon,
                again.gap(winner),
                tuple(sorted(before - contenders, key=in_order)),
                tuple(sorted(contenders - before, key=in_order)),
            )
        )
    return tuple(moments)
