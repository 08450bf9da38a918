"""The race: what all observations so far say, as pure state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from nearbest.arguments import check_choice, is_number
from nearbest.errors import AllFailed, NotSupported
from nearbest.forecast import Analogs, Outlook, Prediction, words
from nearbest.race.bounds import Bounds, Estimate, contradictions
from nearbest.race.certificate import Certificate, Delivery, Pruning
from nearbest.race.interval import UNKNOWN, Interval
from nearbest.race.observation import Observation, Task
from nearbest.race.plan import Plan

Cost = Literal["seconds", "rows"]
StopAt = Literal["proved", "predicted"]
STOP_AT: tuple[StopAt, ...] = get_args(StopAt)
Standing = Literal["unprobed", "contender", "incumbent", "pruned", "failed"]


def check_stop_at(stop_at: StopAt, delta: float) -> None:
    """Raise unless there is such a rule, and forecasts can tell so small a δ from 0."""
    check_choice("stop_at", stop_at, STOP_AT)
    if stop_at == "predicted" and is_number(delta) and delta < words.RAREST:
        raise NotSupported(
            f"`delta` must be at least {words.RAREST:g} where `stop_at` is 'predicted', as "
            f"past learning curves tell of nothing rarer; got {delta!r}."
        )


@dataclass(slots=True)
class Track:
    """What is known about one configuration.

    `probes` holds its successful observations by rising size, `sizes` every size
    that was tried, with success or without. `before` is the interval ahead of the
    last observation: schedulers look at how far a probe moved it.
    """

    name: str
    probes: list[Observation] = field(default_factory=list)
    sizes: set[int] = field(default_factory=set)
    estimate: Estimate = field(default_factory=Estimate)
    before: Interval = UNKNOWN
    failures: dict[int, str] = field(default_factory=dict)

    @property
    def interval(self) -> Interval:
        """Where its score on the full data lies."""
        return self.estimate.interval

    @property
    def seconds(self) -> float:
        """Time spent on its successful probes."""
        return sum(probe.seconds for probe in self.probes)

    @property
    def failure(self) -> str | None:
        """Why it failed, at the smallest size where it did; None if it did not."""
        return self.failures[min(self.failures)] if self.failures else None


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
    stop_at : {"proved", "predicted"}, default="proved"
        Whether the race is settled when the proof is complete, or already when the
        forecast gives the best guess a probability of 1 − δ to be within ε.
    analogs : Analogs, optional
        The past curves that forecasts are made from; all at hand if not given.

    Examples
    --------
    >>> from nearbest.race.bounds import Exact
    >>> from nearbest.race.observation import Observation
    >>> from nearbest.race.plan import Plan
    >>> from nearbest.race.race import Race
    >>> plan = Plan({"tree": (500, 1_000), "svm": (500, 1_000)}, n_test=400, epsilon=0.05)
    >>> race = Race(plan, Exact())
    >>> race.tell(Observation.of_counts("tree", 1_000, 400, 900, 340))
    >>> race.tell(Observation.of_counts("svm", 1_000, 400, 720, 280))
    >>> race.decided, race.incumbent, race.gap(race.incumbent)
    (True, 'tree', 0.0)
    """

    def __init__(
        self,
        plan: Plan,
        bounds: Bounds,
        cost: Cost = "seconds",
        stop_at: StopAt = "proved",
        analogs: Analogs | None = None,
    ) -> None:
        n = plan.n_configurations
        self.plan, self.bounds, self._cost, self.stop_at = plan, bounds, cost, stop_at
        low, high, unknown = plan.scale.low, plan.scale.high, plan.scale.unknown
        self.tracks = {
            name: Track(name, estimate=Estimate(unknown), before=unknown) for name in plan.names
        }
        self.history: list[tuple[Observation, Interval]] = []
        self.prunings: list[Pruning] = []
        self._estimate = bounds.estimator(plan)
        self._lower, self._upper = np.full(n, low), np.full(n, high)
        self._snapshot_lower, self._snapshot_upper = np.full(n, low), np.full(n, high)
        self._alive, self._probed = np.ones(n, bool), np.zeros(n, bool)
        self._running = np.ones(n, bool)  # contenders after the last observation
        self._analogs: Analogs | None = analogs
        self._outlook: Outlook | None = None
        self._to_forecast: dict[str, None] = {}  # told since the last look ahead
        self._concluded: tuple[str, Prediction, bool] | None = None

    def tell(self, observation: Observation) -> None:
        """Take in one observation; one that is known already changes nothing."""
        track = self.tracks[observation.configuration]
        if observation.n_train in track.sizes:
            return
        i = self.plan.index[track.name]
        self._concluded = None
        track.sizes.add(observation.n_train)
        if observation.status == "failed":
            track.failures[observation.n_train] = observation.message
            self._alive[i] = False
        elif observation.status == "ok":
            track.probes.append(observation)
            track.probes.sort(key=lambda probe: probe.n_train)
            snapshot = Interval(float(self._snapshot_lower[i]), float(self._snapshot_upper[i]))
            track.before = track.interval
            track.estimate = self._estimate(track.probes, snapshot)
            self._lower[i], self._upper[i] = track.interval.lower, track.interval.upper
            self._probed[i] = True
        self.history.append((observation, track.interval))
        self._to_forecast[track.name] = None
        self._prune(observation.elapsed)

    def conclude(self, choice: str, prediction: Prediction, settled: bool) -> None:
        """Hold to what was chosen and predicted earlier, until the next observation.

        The past curves at hand may have changed since then, and with them the forecast.
        """
        self._concluded = choice, prediction, settled

    def cost(self, observation: Observation) -> float:
        """What a probe cost, as schedulers see it."""
        return observation.seconds if self._cost == "seconds" else float(observation.n_train)

    @property
    def incumbent(self) -> str | None:
        """The configuration with the largest lower bound; None before the first."""
        i = self._incumbent
        return None if i is None else self.plan.names[i]

    @property
    def contenders(self) -> list[str]:
        """The incumbent and all that may still beat it by more than ε."""
        return [self.plan.names[i] for i in np.flatnonzero(self._contending)]

    @property
    def decided(self) -> bool:
        """Whether at most one contender is left, and has been probed."""
        return not self._alive.any() or (
            self._incumbent is not None and int(self._contending.sum()) == 1
        )

    @property
    def settled(self) -> bool:
        """Whether the race may stop: it is decided, or predicted to be where that counts."""
        if self.decided or self.stop_at == "proved":
            return self.decided
        if self._concluded is not None:
            return self._concluded[2]
        return self.predictable and 1 - self.prediction.probability <= self.plan.delta + 1e-9

    @property
    def predictable(self) -> bool:
        """Whether every configuration that is alive has been probed."""
        return bool((self._probed | ~self._alive).all()) and self._incumbent is not None

    @property
    def prediction(self) -> Prediction:
        """What past curves let us expect of the best guess."""
        if self._concluded is not None:
            return self._concluded[1]
        return self.outlook.prediction(self.best_guess)

    @property
    def outlook(self) -> Outlook:
        """What past curves let us expect, brought up to date with the observations."""
        if self._outlook is None:
            self._outlook = Outlook(self.plan, self._analogs)
        for name in self._to_forecast:
            track = self.tracks[name]
            if track.failure is not None:
                self._outlook.forget(name)
            elif track.probes:
                self._outlook.update(name, track.probes, track.interval)
        self._to_forecast.clear()
        return self._outlook

    @property
    def chances(self) -> dict[str, float]:
        """For all with a forecast, how probably they beat the best guess by more than ε."""
        if self._incumbent is None:
            return {}
        choice = self.best_guess
        threats = self.outlook.threats(choice)
        return {
            name: 0.0 if name == choice else float(threat)
            for name, threat in zip(self.plan.names, threats, strict=True)
            if self.tracks[name].failure is None and self.outlook.covers(name)
        }

    @property
    def best_guess(self) -> str:
        """The paper's any-time answer, or that of the forecast where it is to decide.

        By the paper, the incumbent or the configuration with the highest upper bound,
        whichever has the smaller gap to the highest upper bound of the others.
        """
        i = self._incumbent
        if i is None:
            raise AllFailed(self._causes())
        if self._concluded is not None:
            return self._concluded[0]
        if self.stop_at == "predicted" and not self.decided and self.predictable:
            best = self.outlook.best
            if self.outlook.prediction(best).probability > 0:
                return best  # else there is no forecast to go by
        eligible = self._contending & self._probed
        most_promising = int(np.argmax(np.where(eligible, self._upper, -np.inf)))
        return self.plan.names[min((i, most_promising), key=self._gap)]

    def gap(self, name: str | None) -> float:
        """How much any other candidate can still beat this one by, at least 0."""
        if name is None:
            return self.plan.scale.width
        return max(0.0, self._gap(self.plan.index[name]))

    def gap_to(self, name: str, score: float) -> float:
        """`gap`, for a model of this configuration whose score is known.

        Its own full run counts too: trained again, a learner may do worse.
        """
        own = self.tracks[name].interval.upper if self.exhausted(name) else -np.inf
        highest = max(own, self._highest_other(self.plan.index[name]))
        return max(0.0, highest - score)

    def standing(self, name: str) -> Standing:
        """What became of a configuration."""
        i = self.plan.index[name]
        if not self._alive[i]:
            return "failed"
        if i == self._incumbent:
            return "incumbent"
        if not self._contending[i]:
            return "pruned"
        return "contender" if self._probed[i] else "unprobed"

    def pruned_by(self, name: str) -> str | None:
        """Whose lower bound keeps a configuration pruned that is pruned now.

        The one that pruned it, or the incumbent where that one has failed since.
        """
        if self.standing(name) != "pruned":
            return None
        by = next(p.by for p in reversed(self.prunings) if p.configuration == name)
        return self.incumbent if self.standing(by) == "failed" else by

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
        return self.plan.full_size(name) in self.tracks[name].sizes

    def task(self, name: str, n_train: int) -> Task:
        """A probe of this configuration at this size.

        A model less accurate on its test sample than the incumbent's lower bound
        cannot raise that bound, so it need not be kept.
        """
        i = self._incumbent
        keep_from = -np.inf if i is None else float(self._lower[i])
        return Task(name, n_train, self.plan.n_test_for(name, n_train), keep_from)

    def expected_seconds(self, task: Task) -> float:
        """How long a probe should take, if time grows in proportion to rows."""
        probes = self.tracks[task.configuration].probes
        return probes[-1].seconds * task.n_train / probes[-1].n_train if probes else 0.0

    def certificate(self, delivery: Delivery | None = None) -> Certificate:
        """The promise as it stands; raises `AllFailed` where nothing can be promised.

        A full run that was made for the delivery may contradict the winner's interval.
        Then the interval is the measured point, and the contradiction is listed.
        """
        winner = self.best_guess
        track = self.tracks[winner]
        interval, gap = track.interval, self.gap(winner)
        measured = None if delivery is None else delivery.accuracy
        violations = [v for t in self.tracks.values() for v in t.estimate.violations]
        if measured is not None:
            gap = self.gap_to(winner, measured)
        if delivery is not None and delivery.full_accuracy is not None:
            found = contradictions(winner, delivery.full_accuracy, interval)
            if found:
                interval = Interval(delivery.full_accuracy, delivery.full_accuracy)
                violations += found
        return Certificate(
            winner=winner,
            interval=interval,
            gap=gap,
            epsilon=self.plan.epsilon,
            confidence=self.bounds.confidence(self.plan),
            n_configurations=self.plan.n_configurations,
            n_probes=len(self.history),
            decided=self.decided,
            proven=self.plan.exchangeable,
            assumptions=self.bounds.assumptions(self.plan),
            violations=tuple(violations),
            pruned=tuple(self.prunings),
            failed=tuple((t.name, t.failure) for t in self.tracks.values() if t.failure),
            delivery=delivery,
            stop_at=self.stop_at,
            settled=self.settled,
            prediction=self._prediction_for(measured),
        )

    def _prediction_for(self, measured: float | None) -> Prediction:
        """`prediction`, for a model of the best guess whose accuracy is known."""
        if measured is None or self._concluded is not None:
            return self.prediction
        return self.outlook.prediction(self.best_guess, measured)

    @property
    def _incumbent(self) -> int | None:
        eligible = self._alive & self._probed
        if not eligible.any():
            return None
        return int(np.argmax(np.where(eligible, self._lower, -np.inf)))

    @property
    def _contending(self) -> np.ndarray:
        i = self._incumbent
        if i is None:
            return self._alive
        in_reach = self._upper - self._lower[i] > self.plan.epsilon
        contending: np.ndarray = self._alive & in_reach
        contending[i] = True
        return contending

    def _gap(self, i: int) -> float:
        return self._highest_other(i) - float(self._lower[i])

    def _highest_other(self, i: int) -> float:
        upper = np.where(self._alive, self._upper, self.plan.scale.low)
        upper[i] = self.plan.scale.low
        return float(upper.max())

    def _prune(self, elapsed: float) -> None:
        """Note who was pruned just now, and take the paper's snapshot if anyone was."""
        contending = self._contending
        pruned = self._running & ~contending & self._alive
        if pruned.any():
            by = self.incumbent or ""
            for j in np.flatnonzero(pruned):
                name = self.plan.names[j]
                self.prunings.append(Pruning(name, by, len(self.history), elapsed))
            self._snapshot_lower, self._snapshot_upper = self._lower.copy(), self._upper.copy()
        self._running = contending

    def _causes(self) -> str:
        causes = [f"{t.name}: {t.failure}" for t in self.tracks.values() if t.failure]
        if not causes:
            return "No probe has finished yet, so there is nothing to choose from."
        return "No configuration could be fitted.\n" + "\n".join(causes)
