"""The race: what all observations so far say, as pure state."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy, deepcopy
from typing import Literal, Self

import numpy as np

from nearbest.errors import AllFailed
from nearbest.race.bounds import Bounds
from nearbest.race.bounds.base import IntervalEstimator
from nearbest.race.certificate import Pruning
from nearbest.race.cost import Cost, CostModel, spent_on
from nearbest.race.credibility import is_credible
from nearbest.race.field import Field
from nearbest.race.forecaster import Forecaster
from nearbest.race.interval import Interval
from nearbest.race.kinds import LearnerKind
from nearbest.race.measured import cautious_score
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Plan
from nearbest.race.prediction import Prediction
from nearbest.race.stopping import Ending, PapersRule, StoppingRule
from nearbest.race.track import Track, why_nobody_is_left

Role = Literal["unprobed", "contender", "incumbent", "pruned", "failed"]


class Race:
    """Intervals, incumbent and contenders of a set of configurations.

    `tell` takes in one observation. Under `Exact` the rest follows from the set of
    observations, whatever their order; `Hoeffding` looks back at the last snapshot,
    as the paper's Algorithm 3 does, and so depends on it.

    Parameters
    ----------
    plan : Plan
    bounds : Bounds
    cost : {"seconds", "rows"}, default="seconds"
        What schedulers weigh gains against. Rows make a serial run repeatable.
    rule : StoppingRule, default=PapersRule()
        When the race has ended, and which candidate it would end with.
    forecaster : Forecaster, optional
        What past learning curves say; a rule may need one.

    Examples
    --------
    >>> from nearbest.race.bounds import Exact
    >>> plan = Plan({"tree": (500, 1_000), "svm": (500, 1_000)}, n_test=400, epsilon=0.05)
    >>> race = Race(plan, Exact())
    >>> race.tell(Observation.of_counts("tree", 1_000, 400, 900, 340))
    >>> race.tell(Observation.of_counts("svm", 1_000, 400, 720, 280))
    >>> race.ending, race.incumbent, race.gap(race.incumbent)
    ('proved', 'tree', 0.0)
    """

    def __init__(
        self,
        plan: Plan,
        bounds: Bounds,
        cost: Cost = "seconds",
        rule: StoppingRule | None = None,
        forecaster: Forecaster | None = None,
    ) -> None:
        self.bounds, self._cost = bounds, cost
        self.rule, self._forecaster = rule or PapersRule(), forecaster
        self.more_to_come = False  # whoever lets configurations arrive says so
        self._start(plan)

    def _start(self, plan: Plan) -> None:
        n, unknown = plan.n_configurations, plan.scale.unknown
        self.plan = plan
        self.tracks = {name: Track.unprobed(name, unknown) for name in plan.names}
        self.history: list[tuple[Observation, Interval]] = []
        self.prunings: list[Pruning] = []
        self._estimate = self.bounds.estimator(plan)
        self._field = Field(plan.scale, n, plan.epsilon)
        self._running = np.ones(n, bool)  # contenders after the last observation
        self._to_forecast: dict[str, None] = {}  # told since the last look ahead
        self.in_full: set[str] = set()  # those whose full size was tried

    def admit(
        self,
        batch: Mapping[str, tuple[int, ...]],
        kinds: Mapping[str, LearnerKind] | None = None,
        large_leaves: Collection[str] = (),
    ) -> None:
        """Let further configurations take part, each with the sizes it may be probed at.

        Where arrivals were not announced, what was told is judged anew, as the second
        batch takes a part of δ from the first.
        """
        plan = self.plan.extended(batch, kinds, large_leaves)
        if self._forecaster is not None:
            self._forecaster.admit(plan)
        if self.plan.is_open:
            self._join(plan)
            return
        told = [observation for observation, _ in self.history]
        self._start(plan)
        for observation in told:
            self.tell(observation)

    def _join(self, plan: Plan) -> None:
        """Make room for those that the plan has besides; nothing said before changes."""
        new, unknown = plan.names[self.plan.n_configurations :], plan.scale.unknown
        self.plan, self._estimate = plan, self.bounds.estimator(plan)
        self.tracks |= {name: Track.unprobed(name, unknown) for name in new}
        self._field.join(len(new))
        self._running = np.append(self._running, np.ones(len(new), bool))
        self._to_forecast = dict.fromkeys(self.tracks)  # as the forecaster began anew

    def tell(self, observation: Observation) -> None:
        """Take in one observation; one that is known already changes nothing."""
        track = self.tracks[observation.configuration]
        if observation.n_train in track.sizes:
            return
        i = self.plan.index[track.name]
        track.sizes.add(observation.n_train)
        if self.plan.is_full(observation):
            self.in_full.add(track.name)
        if observation.status == "failed":
            track.failures[observation.n_train] = observation.message
            self._field.leave_out(i)
        elif observation.status == "ok":
            track.add(observation)
            track.cautious_score = cautious_score(self.plan, track.probes[-1])
            track.estimate = self._estimate(track.probes)
            if not self.rule.trusts_bounds and not is_credible(self, track.name):
                track.estimate = track.estimate.without_upper(self.plan.scale)
            self._field.note(i, track.interval)
        self.history.append((observation, track.interval))
        self._to_forecast[track.name] = None
        self._prune(observation.elapsed)

    def branch(self, forecaster: Forecaster, estimate: IntervalEstimator) -> Self:
        """The same race, to go on by other forecasts and intervals beside this one."""
        new = copy(self)
        new._forecaster, new._estimate, new.more_to_come = forecaster, estimate, False
        new.tracks = {name: track.branch() for name, track in self.tracks.items()}
        new.history, new.prunings = [*self.history], [*self.prunings]
        new.in_full, new._field, new._to_forecast = {*self.in_full}, deepcopy(self._field), {}
        return new

    def cost(self, observation: Observation) -> float:
        """What a probe cost, as schedulers see it."""
        return spent_on(observation, self._cost)

    @property
    def incumbent(self) -> str | None:
        """The configuration with the largest lower bound; None before the first."""
        i = self._field.incumbent
        return None if i is None else self.plan.names[i]

    @property
    def alive(self) -> list[str]:
        """All that have not failed."""
        return [self.plan.names[i] for i in np.flatnonzero(self._field.alive)]

    @property
    def contenders(self) -> list[str]:
        """The incumbent and all that may still beat it by more than ε."""
        return [self.plan.names[i] for i in np.flatnonzero(self._field.contending)]

    @property
    def decided(self) -> bool:
        """Whether at most one contender is left, and has been probed."""
        return not self._field.alive.any() or (
            self._field.incumbent is not None and int(self._field.contending.sum()) == 1
        )

    @property
    def ending(self) -> Ending | None:
        """How the race has ended by its rule; None if it is to go on, or more are to come."""
        return None if self.more_to_come else self.rule.ending(self)

    @property
    def all_probed(self) -> bool:
        """Whether every configuration that is alive has been probed."""
        return (
            bool((self._field.probed | ~self._field.alive).all())
            and self._field.incumbent is not None
        )

    @property
    def winner(self) -> str:
        """The candidate to choose if the race ended now."""
        if self._field.incumbent is None:
            raise AllFailed(why_nobody_is_left(self.tracks.values()))
        return self.rule.winner(self)

    @property
    def papers_guess(self) -> str:
        """The paper's any-time answer; see `Field.papers_guess`."""
        i = self._field.papers_guess
        if i is None:
            raise AllFailed(why_nobody_is_left(self.tracks.values()))
        return self.plan.names[i]

    @property
    def has_forecaster(self) -> bool:
        """Whether past curves are asked at all."""
        return self._forecaster is not None

    @property
    def no_forecast(self) -> str | None:
        """Why there is no forecast, nor will be; None where there may be one."""
        return None if self._forecaster is None else self._forecaster.refusal

    @property
    def forecast(self) -> Forecaster:
        """The forecaster, brought up to date with the observations."""
        if self._forecaster is None:
            raise RuntimeError("this race was given no forecaster")
        for name in self._to_forecast:
            track = self.tracks[name]
            if track.failure is not None:
                self._forecaster.forget(name)
            elif track.probes:
                self._forecaster.update(name, track.probes, track.interval)
        self._to_forecast.clear()
        return self._forecaster

    def prediction(self, measured: float | None = None) -> Prediction | None:
        """What is forecast of the winner, or of its model if that was measured."""
        return self.rule.prediction(self, measured)

    def gap(self, name: str | None) -> float:
        """How much any other candidate can still beat this one by, at least 0."""
        if name is None:
            return self.plan.scale.width
        return max(0.0, self._field.gap(self.plan.index[name]))

    def gap_to(self, name: str, score: float) -> float:
        """`gap`, for a model of this configuration whose score is known.

        Its own full run counts too: trained again, a learner may do worse.
        """
        own = self.tracks[name].interval.upper if self.exhausted(name) else -np.inf
        highest = max(own, self._field.highest_other(self.plan.index[name]))
        return max(0.0, highest - score)

    def role(self, name: str) -> Role:
        """What a configuration is in the race at this moment."""
        i = self.plan.index[name]
        if not self._field.alive[i]:
            return "failed"
        if i == self._field.incumbent:
            return "incumbent"
        if not self._field.contending[i]:
            return "pruned"
        return "contender" if self._field.probed[i] else "unprobed"

    def next_sizes(self, name: str) -> tuple[int, ...]:
        """The sizes above every one tried so far."""
        largest = max(self.tracks[name].sizes, default=0)
        return tuple(s for s in self.plan.sizes[name] if s > largest)

    @property
    def elapsed(self) -> float:
        """When the last probe so far finished, in seconds of the run."""
        return max((observation.elapsed for observation, _ in self.history), default=0.0)

    def exhausted(self, name: str) -> bool:
        """Whether the full size was tried, so that nothing is left to probe."""
        return name in self.in_full

    def task(self, name: str, n_train: int) -> Task:
        """A probe of this configuration at this size.

        A model that scores less on its test sample than the incumbent's lower bound
        cannot raise that bound, so it need not be kept.
        """
        i = self._field.incumbent
        keep_from = -np.inf if i is None else float(self._field.lower[i])
        return Task(
            name,
            n_train,
            self.plan.n_test_for(name, n_train),
            keep_from,
            self.plan.sizes[name],
            self.plan.scored_at(name, n_train),
        )

    def cost_model(self, name: str) -> CostModel | None:
        """What probes should cost, as schedulers see it; None before the first."""
        model = self.tracks[name].cost
        return None if model is None else model.counted_in(self._cost)

    def expected_cost(self, task: Task) -> float:
        """What a probe should cost, as schedulers see it; nothing before the first."""
        model = self.cost_model(task.configuration)
        return 0.0 if model is None else model.of_task(task).seconds

    def _prune(self, elapsed: float) -> None:
        """Note who was pruned just now, and tell the bounds if anyone was."""
        contending = self._field.contending
        pruned = self._running & ~contending & self._field.alive
        if pruned.any():
            by = self.incumbent or ""
            for j in np.flatnonzero(pruned):
                name = self.plan.names[j]
                self.prunings.append(Pruning(name, by, len(self.history), elapsed))
            self._estimate.note_pruning()
        self._running = contending
