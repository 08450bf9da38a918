"""The rest of a race, played to its end in worlds that the forecast holds possible.

In each world final scores are those of one of the forecast's draws, and times err as past
ones did. The real scheduler and the real rule go on in it from where the race stands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from nearbest.race.ahead.times import seconds_of, seconds_of_full_run
from nearbest.race.bounds.base import Estimate
from nearbest.race.forecaster import World
from nearbest.race.observation import Observation, Task
from nearbest.race.race import Race
from nearbest.race.schedulers.frugal import Frugal
from nearbest.race.score import Score
from nearbest.race.stopping import Calibrated

#: So many worlds tell of few candidates. With more of them each takes longer, and fewer do.
N_WORLDS, N_OF_ALL = 12, 600
#: With more candidates than this a world would take seconds, and others tell.
MOST_CANDIDATES = 200
#: No simulated race makes more probes of each candidate, whatever goes wrong.
MOST_PROBES = 30
#: Times lie around what is expected with this standard deviation, as a logarithm to base 2,
#: times the root of the doublings of the rows; learners of a kind share this part of it.
SCATTER, SHARED = 0.3, 0.4


@dataclass(frozen=True, slots=True)
class Rest:
    """How a race went on in one world: what it took, and full runs of rivals."""

    seconds: float
    n_full_runs: int


def rests(race: Race, epsilon: float) -> list[Rest]:
    """The rest of a race until no other should be better by more than ε, in some worlds.

    None at all where no forecast would end it.
    """
    n_worlds = _n_worlds(race.plan.n_configurations)
    worlds = (race.forecast.imagine(k, epsilon) for k in range(n_worlds))
    return [_played(race, world, k) for k, world in enumerate(worlds) if world is not None]


def _n_worlds(n_candidates: int) -> int:
    return max(3, min(N_WORLDS, N_OF_ALL // n_candidates))


def _played(race: Race, world: World, seed: int) -> Rest:
    """One world, to the end of the race and the winner's full run."""
    branch, seconds_in = _branch(race, world), _times(race, np.random.default_rng(seed))
    seconds, made = 0.0, set[str]()
    for task in _tasks(branch):
        taken = seconds_in(task)
        seconds += taken
        if race.plan.is_full(task):
            made.add(task.configuration)
        branch.tell(_observation(branch, world, task, taken))
    winner = branch.winner
    if not branch.exhausted(winner):
        seconds += seconds_of_full_run(race, race.tracks[winner])
    return Rest(seconds, len(made - {winner}))


def _branch(race: Race, world: World) -> Race:
    branch = race.branch(world, Unbounded(Estimate(race.plan.scale.unknown)))
    branch.rule = Calibrated()  # a race that was read again has one that knows its end
    return branch


def _tasks(branch: Race) -> Iterator[Task]:
    """One probe after another until the race has ended."""
    policy = Frugal()
    for _ in range(MOST_PROBES * branch.plan.n_configurations):
        tasks = [] if branch.ending is not None else policy.ask(branch, (), 1)
        if not tasks:
            return
        yield tasks[0]


def _observation(branch: Race, world: World, task: Task, seconds: float) -> Observation:
    """What a probe shows there."""
    track = branch.tracks[task.configuration]
    value, model = world.score(track.name, task.n_train, track.probes), track.cost
    if model is None:
        test = Score(value, task.n_test)
        return Observation(track.name, task.n_train, task.n_test, test=test)
    expected, fitting = model.of_task(task).seconds, model.fitting(task.n_train)
    slower = seconds / expected if expected > 0 else 1.0
    n_scored = round((expected - fitting) / model.per_row) if model.per_row > 0 else 0
    return Observation(
        track.name,
        task.n_train,
        task.n_test,
        train=Score(value, max(n_scored - task.n_test, 0)),
        test=Score(value, task.n_test),
        fit_time=slower * fitting,
        score_time=slower * (expected - fitting),
    )


def _times(race: Race, rng: np.random.Generator) -> Callable[[Task], float]:
    """What tasks take in a world: as expected, but for what a learner and its kind share."""
    kinds = {race.plan.kind(name): rng.normal() for name in race.plan.names}
    own = dict(zip(race.plan.names, rng.normal(size=len(race.plan.names)), strict=True))

    def seconds(task: Task) -> float:
        name = task.configuration
        error = math.sqrt(SHARED) * kinds[race.plan.kind(name)]
        error += math.sqrt(1 - SHARED) * own[name]
        doublings = math.log2(task.n_train / race.tracks[name].probes[-1].n_train)
        return seconds_of(race, task) * math.exp2(SCATTER * math.sqrt(doublings) * error)

    return seconds


@dataclass(frozen=True, slots=True)
class Unbounded:
    """Bounds that tell nothing: a calibrated race goes by its forecast."""

    nothing: Estimate

    def __call__(self, probes: Sequence[Observation]) -> Estimate:
        """Any score."""
        return self.nothing

    def note_pruning(self) -> None:
        """It looks back at nothing."""
