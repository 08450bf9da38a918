"""Scheduling towards a proof that relies on credible bounds alone."""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import accumulate

from nearbest.race.credibility import FEWEST_SIZES, needs_full_run
from nearbest.race.measured import best_measured
from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers.base import candidates, expected_cost
from nearbest.race.track import Track

#: The sizes that a credible bound needs may cost this part of a full run.
OPENING = 0.25
#: All probes below the full size may cost this part of all full runs, and this part of
#: those that exclusions have saved.
MOST_BELOW, OF_SAVED = 0.1, 0.4
#: What is left of the distance from training to test score, after a doubling.
FASTEST_CLOSING = 0.4

#: What comes first: being known at all, three sizes, the winner's full run, samples that
#: should exclude, full runs that nothing can replace, and those of the rest.
FIRST, OPEN, CONFIRM, CLIMB, IN_FULL, LAST = range(6)
#: Its turn, and the name and the rows of a probe.
Ranked = tuple[int, float, str, int]


class Prover:
    """Full runs where nothing less decides, samples where they should exclude.

    Everybody gets three sizes, as bounds of fewer are not credible, or one where none
    would be. Then the current winner is trained on all rows, as it is in the end anyway.
    A rival climbs from sample to sample as long as its bound should fall below the
    winner's score for less than its full run costs, which comes at once otherwise. Samples
    may cost a small part of all full runs, and more once they have excluded somebody: so a
    proof that is out of reach costs little more than full runs.
    """

    def __init__(self) -> None:
        self._known: _KnownCosts | None = None

    def __repr__(self) -> str:
        return "Prover()"

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """The `free` next probes of those that are not running."""
        if self._known is None or not self._known.is_of(race):
            self._known = _KnownCosts(race)
        leader = None if race.incumbent is None else best_measured(race)
        score = None if leader is None else race.tracks[leader].probes[-1].test_score
        left, ahead_of = self._known.left_for_samples(), self._known.ahead
        waiting = (ahead_of(track) for track in candidates(race, running))
        ranked = sorted(
            (_ranked(ahead, ahead.name == leader, score, left) for ahead in waiting),
            key=lambda found: found[:2],
        )
        return [race.task(name, size) for *_, name, size in ranked[:free]]


class _KnownCosts:
    """What was spent in a race, and what each candidate's next probes should cost.

    A probe changes one candidate's; all others are kept as they are.
    """

    def __init__(self, race: Race) -> None:
        self._race, self._plan = race, race.plan
        self._ahead: dict[str, _Ahead] = {}
        self._spent_below, self._n_told = 0.0, 0

    def is_of(self, race: Race) -> bool:
        """Whether these are of a race as it is planned now."""
        return self._race is race and self._plan is race.plan

    def ahead(self, track: Track) -> _Ahead:
        """What is ahead of one candidate."""
        found = self._ahead.get(track.name)
        if found is None or found.n_tried != len(track.sizes):
            found = self._ahead[track.name] = _Ahead(self._race, track)
        return found

    def left_for_samples(self) -> float:
        """What probes below the full size may still cost."""
        race = self._race
        for observation, _ in race.history[self._n_told :]:
            if not self._plan.is_full(observation):
                self._spent_below += race.cost(observation)
        self._n_told = len(race.history)
        probed = [track for track in race.tracks.values() if track.probes and not track.failure]
        costs = {track.name: self.ahead(track).full_cost for track in probed}
        contending = set(race.contenders)
        saved = sum(cost for name, cost in costs.items() if name not in contending)
        return MOST_BELOW * sum(costs.values()) + OF_SAVED * saved - self._spent_below


class _Ahead:
    """The next probes of one candidate, and what they should cost.

    Attributes
    ----------
    name : str
    n_tried : int
        At how many sizes it was probed when this was known.
    next_size, full_size : int
    cost, full_cost : float
        Of these two.
    opening : float
        Of all sizes that a credible bound still needs; infinite where it has them.
    needs_full_run : bool
    last_score : float or None
        Of its largest probe.
    """

    def __init__(self, race: Race, track: Track) -> None:
        self._race, self._track = race, track
        self.name, self.n_tried = track.name, len(track.sizes)
        sizes = race.next_sizes(track.name) or (race.plan.full_size(track.name),)
        self.next_size, self.full_size = sizes[0], sizes[-1]
        costs, n_needed = self._costs(sizes), FEWEST_SIZES - len(track.probes)
        self.cost, self.full_cost = costs[0], costs[-1]
        self.opening = sum(costs[:n_needed]) if n_needed > 0 else math.inf
        self.needs_full_run = needs_full_run(race, track.name)
        self.last_score = track.probes[-1].test_score if track.probes else None
        self._excluding: tuple[float | None, float] = None, math.inf

    def cost_to_exclude(self, score: float) -> float:
        """What samples should cost until the upper bound is within ε of a winner's score."""
        if score != self._excluding[0]:
            self._excluding = score, self._cost_to_exclude(score)
        return self._excluding[1]

    def _cost_to_exclude(self, score: float) -> float:
        """The same, anew.

        The distance from training to test score closes as it did over the last step, the
        margin of the bound shrinks with the square root of the rows.
        """
        race, track = self._race, self._track
        before, last = track.probes[-2:]
        apart, earlier = (max(p.train_score - p.test_score, 0.0) for p in (last, before))
        doublings = math.log2(last.n_train / before.n_train)
        closing = min(max(apart / earlier, FASTEST_CLOSING), 1.0) if earlier > 0 else 1.0
        margin = track.interval.upper - last.test_score - apart
        sizes = race.next_sizes(track.name)[:-1]
        for size, cost in zip(sizes, accumulate(self._costs(sizes)), strict=True):
            steps = math.log2(size / last.n_train)
            above = apart * closing ** (steps / doublings) + margin * math.pow(2, -steps / 2)
            if last.test_score + above <= score + race.plan.epsilon:
                return cost
        return math.inf

    def _costs(self, sizes: Collection[int]) -> list[float]:
        race, name = self._race, self.name
        return [expected_cost(race, race.task(name, size)) for size in sizes]


def _ranked(ahead: _Ahead, is_leader: bool, score: float | None, left: float) -> Ranked:
    """The next probe of one candidate, and its turn."""
    next_probe, full = (ahead.name, ahead.next_size), (ahead.name, ahead.full_size)
    if ahead.last_score is None:
        return FIRST, 0.0, *next_probe
    if ahead.needs_full_run:
        return (CONFIRM if is_leader else IN_FULL), ahead.full_cost, *full
    if ahead.opening <= min(OPENING * ahead.full_cost, left):
        return OPEN, ahead.cost, *next_probe
    if is_leader:
        return CONFIRM, ahead.full_cost, *full
    if math.isinf(ahead.opening) and score is not None:
        climbing = ahead.cost_to_exclude(score)
        if climbing < min(ahead.full_cost, left):
            return CLIMB, climbing, *next_probe
    return LAST, -ahead.last_score, *full
