"""Searches over recorded configurations, in the real loop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.dummy import DummyClassifier

from nearbest.arguments import check_positive
from nearbest.candidates.configuration import Configuration
from nearbest.candidates.streams.base import Forgetful
from nearbest.data.shuffle import search_rows
from nearbest.errors import InvalidInput
from nearbest.forecast import forecaster_named
from nearbest.race.answer.certify import certify
from nearbest.race.bounds import Bounds
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Arriving
from nearbest.race.race import Race
from nearbest.race.schedulers import Scheduler, needs_forecast
from nearbest.race.score import Score
from nearbest.race.stop_at import StopAt
from nearbest.race.stopping import rule_named
from nearbest.race.strategies import bounds_named, scheduler_named
from nearbest.replay.curves import Curves
from nearbest.replay.outcome import Replay
from nearbest.replay.probe import RecordedProbe
from nearbest.running.executors import Serial
from nearbest.running.loop import run
from nearbest.running.problem.seeds import seed_from
from nearbest.running.searching.arrivals import Arrivals
from nearbest.running.time_limit import TimeLimit
from nearbest.running.workers.execution import Execution
from nearbest.running.workers.kept_models import Keeper


class RecordedStream(Forgetful):
    """What an object with `ask` and `tell` proposes by name or by position.

    Parameters
    ----------
    asked : object
        ``ask()`` returns the name or the position of a recorded configuration, None at the
        end; ``tell(name, score)`` follows for each, more than once. One that was proposed
        before is passed over.
    curves : Curves
    """

    adaptive = True

    def __init__(self, asked: Any, curves: Curves) -> None:
        self._asked, self._curves, self.exhausted = asked, curves, False
        self._taken: set[str] = set()

    def ask(self, n: int) -> list[Configuration]:
        """At most `n` that were not proposed before."""
        found: list[Configuration] = []
        for _ in range(n * len(self._curves.names)):
            proposed = self._asked.ask()
            if proposed is None:
                self.exhausted = True
                break
            name = proposed if isinstance(proposed, str) else self._curves.names[proposed]
            if name not in self._taken:
                self._taken.add(name)
                kind = self._curves.kinds.get(name, "unknown")
                found.append(Configuration(name, DummyClassifier(), kind=kind))
            self.exhausted = len(self._taken) == len(self._curves.names)
            if len(found) == n or self.exhausted:
                break
        return found

    def tell(self, name: str, score: float | None, n_train: int) -> None:
        """Pass the score on."""
        self._asked.tell(name, score)


class SearchedProbe(RecordedProbe):
    """A recorded probe that is scored on rows for a search, too.

    Parameters
    ----------
    curves : Curves
    seed : int
    n_search : int
        Rows that a search learns from; their score is drawn from the recorded one.
    """

    def __init__(self, curves: Curves, seed: int, n_search: int) -> None:
        super().__init__(curves, seed)
        self.n_search = n_search

    def __call__(self, task: Task) -> tuple[Observation, None]:
        """What was recorded for `task`."""
        observation, _ = super().__call__(task)
        scale, position = self.curves.scale, self.curves.names.index(task.configuration)
        rng = np.random.default_rng([self.seed, position, task.n_train, 1])
        share = scale.share(self.curves.test_score(task.configuration, task.n_train))
        drawn = rng.binomial(self.n_search, share) / self.n_search
        return replace(observation, search=Score(scale.at(drawn), self.n_search)), None


def replay_search(
    curves: Curves,
    asked: Any,
    *,
    n_candidates: int | None = None,
    epsilon: float = 0.01,
    delta: float = 0.05,
    bounds: str | Bounds = "exact",
    scheduler: str | Scheduler = "auto",
    stop_at: StopAt = "paper",
    timeout: float | None = None,
    random_state: Any = 0,
) -> Replay:
    """Run the real loop on recorded curves, of which a search proposes one by one.

    Parameters
    ----------
    curves : Curves
        All of the same sizes.
    asked : object
        ``ask()`` returns the name or the position of a configuration, None at the end;
        ``tell(name, score)`` is told what it should reach on all rows.
    n_candidates, epsilon, delta, bounds, scheduler, stop_at, timeout, random_state
        As in `nearbest.select`; `timeout` is in simulated seconds. By default the race goes
        by the rule of the paper, as in `Curves.replay`.

    Examples
    --------
    >>> import pandas as pd
    >>> from nearbest.replay import Curves, replay_search
    >>> frame = pd.DataFrame({
    ...     "configuration": [c for c in "abcd" for _ in range(4)],
    ...     "n_train": [1_000, 2_000, 10_000, 100_000] * 4,
    ...     "train_score": [0.91] * 4 + [0.81] * 4 + [0.71] * 4 + [0.61] * 4,
    ...     "test_score": [0.90] * 4 + [0.80] * 4 + [0.70] * 4 + [0.60] * 4,
    ...     "fit_time": [1.0, 2.0, 10.0, 100.0] * 4,
    ... })
    >>> class InOrder:
    ...     position = -1
    ...     def ask(self):
    ...         self.position += 1
    ...         return self.position
    ...     def tell(self, name, score): ...
    >>> found = replay_search(Curves.from_frame(frame, 25_000), InOrder(), n_candidates=3)
    >>> found.best, found.certificate.n_configurations
    ('a', 3)
    """
    check_positive("timeout", timeout, "number of seconds")
    arriving = _announce(curves, n_candidates, timeout)
    plan = replace(curves.plan(epsilon, delta), sizes={}, arriving=arriving)
    rule = rule_named(stop_at)
    policy = scheduler_named(scheduler, stop_at, arriving=True, hurried=timeout is not None)
    wanted = rule.needs_forecast or needs_forecast(policy)
    forecaster = forecaster_named(stop_at, plan) if wanted else None
    race = Race(plan, bounds_named(bounds), rule=rule, forecaster=forecaster)
    n_search = search_rows(max(arriving.sizes), curves.n_test)
    probe = SearchedProbe(curves, seed_from(random_state), n_search)
    limit = TimeLimit.starting(timeout, clock=probe.clock)
    arrivals = Arrivals(
        RecordedStream(asked, curves),
        arriving,
        n_candidates,
        admit=lambda newcomer: None,
        limit=limit,
    )
    race.more_to_come = True
    where = Execution(probe, Serial(), 1, Keeper())
    run(race, policy, where, limit=limit, clock=probe.clock, arrivals=arrivals)
    arrivals.close(race)
    return curves.as_replay(race, certify(race), probe.seconds)


def _announce(curves: Curves, n_candidates: int | None, timeout: float | None) -> Arriving:
    """What is said of the configurations that arrive before any of them is known."""
    sizes = {tuple(curves.recorded(name)) for name in curves.names}
    if len(sizes) > 1:
        raise InvalidInput("`curves` must be of the same sizes for a search; some differ.")
    slots = n_candidates or len(curves.names)
    return Arriving(sizes.pop(), slots, adaptive=True, seconds=timeout)
