"""Scheduling towards a proof that relies on credible bounds alone."""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import accumulate

from nearbest.race.credibility import FEWEST_SIZES, needs_full_run
from nearbest.race.measured import best_measured
from nearbest.race.observation import Task
from nearbest.race.race import Race
from nearbest.race.schedulers.base import candidates, expected_cost, spent_below
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
Ranked = tuple[int, float, Task]


class Prover:
    """Full runs where nothing less decides, samples where they should exclude.

    Everybody gets three sizes, as bounds of fewer are not credible, or one where none
    would be. Then the current winner is trained on all rows, as it is in the end anyway.
    A rival climbs from sample to sample as long as its bound should fall below the
    winner's score for less than its full run costs, which comes at once otherwise. Samples
    may cost a small part of all full runs, and more once they have excluded somebody: so a
    proof that is out of reach costs little more than full runs.
    """

    def __repr__(self) -> str:
        return "Prover()"

    def ask(self, race: Race, running: Collection[Task], free: int) -> list[Task]:
        """The `free` next probes of those that are not running."""
        waiting = candidates(race, running)
        leader = None if race.incumbent is None else best_measured(race)
        left = _left_for_samples(race)
        ranked = sorted(
            (_ranked(race, track, leader, left) for track in waiting),
            key=lambda found: found[:2],
        )
        return [task for *_, task in ranked[:free]]


def _left_for_samples(race: Race) -> float:
    """What probes below the full size may still cost."""
    probed = [track for track in race.tracks.values() if track.probes and not track.failure]
    full = {t.name: race.task(t.name, race.plan.full_size(t.name)) for t in probed}
    costs = {name: expected_cost(race, task) for name, task in full.items()}
    saved = sum(cost for name, cost in costs.items() if race.standing(name) == "pruned")
    return MOST_BELOW * sum(costs.values()) + OF_SAVED * saved - spent_below(race)


def _ranked(race: Race, track: Track, leader: str | None, left: float) -> Ranked:
    """The next probe of one candidate, and its turn."""
    name, sizes = track.name, race.next_sizes(track.name)
    ahead, full = race.task(name, sizes[0]), race.task(name, sizes[-1])
    if not track.probes:
        return FIRST, 0.0, ahead
    cost = expected_cost(race, full)
    if needs_full_run(race, name):
        return (CONFIRM if name == leader else IN_FULL), cost, full
    if len(track.probes) < FEWEST_SIZES:
        needed = sizes[: FEWEST_SIZES - len(track.probes)]
        if sum(_costs(race, name, needed)) <= min(OPENING * cost, left):
            return OPEN, expected_cost(race, ahead), ahead
    if name == leader:
        return CONFIRM, cost, full
    if len(track.probes) >= FEWEST_SIZES and leader is not None:
        climbing = _cost_to_exclude(race, track, race.tracks[leader].probes[-1].test_score)
        if climbing < min(cost, left):
            return CLIMB, climbing, ahead
    return LAST, -track.probes[-1].test_score, full


def _cost_to_exclude(race: Race, track: Track, score: float) -> float:
    """What samples should cost until the upper bound is within ε of this score.

    The distance from training to test score closes as it did over the last step, the
    margin of the bound shrinks with the square root of the rows.
    """
    before, last = track.probes[-2:]
    apart, earlier = (max(p.train_score - p.test_score, 0.0) for p in (last, before))
    doublings = math.log2(last.n_train / before.n_train)
    closing = min(max(apart / earlier, FASTEST_CLOSING), 1.0) if earlier > 0 else 1.0
    margin = track.interval.upper - last.test_score - apart
    sizes = race.next_sizes(track.name)[:-1]
    for size, cost in zip(sizes, accumulate(_costs(race, track.name, sizes)), strict=True):
        steps = math.log2(size / last.n_train)
        above = apart * closing ** (steps / doublings) + margin * math.pow(2, -steps / 2)
        if last.test_score + above <= score + race.plan.epsilon:
            return cost
    return math.inf


def _costs(race: Race, name: str, sizes: Collection[int]) -> list[float]:
    return [expected_cost(race, race.task(name, size)) for size in sizes]
