"""Recorded learning curves as the probe of the real loop, in simulated time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from nearbest.arguments import check_positive
from nearbest.baselines import (
    Outcome,
    daub,
    full_run,
    raced_hyperband,
    successive_halving,
)
from nearbest.forecast import Analogs, Outlook, forecaster_named
from nearbest.race.answer.certify import certify
from nearbest.race.bounds import Bounds, Exact
from nearbest.race.certificate import Certificate
from nearbest.race.forecaster import Forecaster
from nearbest.race.kinds import LearnerKind
from nearbest.race.plan import Plan
from nearbest.race.race import Race
from nearbest.race.schedulers import Scheduler, needs_forecast
from nearbest.race.score import ACCURACY, Scale
from nearbest.race.sizes import Growth
from nearbest.race.stop_at import StopAt, check_stop_at
from nearbest.race.stopping import rule_named
from nearbest.race.strategies import bounds_named, scheduler_named
from nearbest.replay.drawing import Drawing
from nearbest.replay.outcome import Replay
from nearbest.replay.points import (
    Point,
    check_frame,
    class_counts_of,
    kinds_of,
    large_leaves_of,
    n_test_of,
    points_of,
)
from nearbest.replay.probe import RecordedProbe
from nearbest.running.executors import Serial
from nearbest.running.loop import run
from nearbest.running.problem.seeds import seed_from
from nearbest.running.time_limit import TimeLimit
from nearbest.running.workers.execution import Execution
from nearbest.running.workers.kept_models import Keeper
from nearbest.selection import cv_results as tables

#: Baselines that need the scores of models on their own samples.
USING_TRAINING_SCORES = (daub, raced_hyperband)


class Curves:
    """Recorded learning curves of some configurations on one dataset; see `from_frame`.

    Each configuration has its own sizes; its largest is its full size.
    """

    def __init__(
        self,
        points: Mapping[str, Mapping[int, Point]],
        n_test: int,
        scale: Scale = ACCURACY,
        kinds: Mapping[str, LearnerKind] | None = None,
        large_leaves: Collection[str] = (),
        rarer: float | None = None,
        class_counts: tuple[int, ...] = (),
        constant: float | None = None,
    ) -> None:
        self._points = {name: dict(sorted(sizes.items())) for name, sizes in points.items()}
        self.n_test, self.scale, self.kinds = n_test, scale, dict(kinds or {})
        self.large_leaves, self.class_counts = frozenset(large_leaves), class_counts
        self.constant = constant
        self.drawing = Drawing(scale, n_test, rarer)

    @classmethod
    def from_frame(
        cls,
        frame: pd.DataFrame,
        n_test: int | None = None,
        scale: Scale = ACCURACY,
        rarer: float | None = None,
        constant: float | None = None,
    ) -> Curves:
        """Curves from a table with one row for each training.

        Parameters
        ----------
        frame : DataFrame
            Columns configuration, n_train, train_score, test_score (on all test rows)
            and fit_time in seconds; optionally score_time (of scoring the sample and
            all test rows), kind (of learner), large_leaves (of a forest), converged,
            test_spread (the standard deviation of the score times the root of the rows it
            is measured on), class_counts (rows of each class, the same everywhere), and
            the lists prefix_sizes and prefix_correct, or prefix_scores, of `record`.
        n_test : int, optional
            Number of test rows. If not given it is taken from a column n_test, or else
            is a quarter of the largest size.
        scale : Scale, default=ACCURACY
            What the scores are.
        rarer : float, optional
            The share of the rarer class, where scores are of pairs; a half if not given.
        constant : float, optional
            The score of the best constant prediction, without which losses are not forecast.

        Examples
        --------
        >>> import pandas as pd
        >>> from nearbest.replay import Curves
        >>> frame = pd.DataFrame({
        ...     "configuration": ["a"] * 3 + ["b"] * 3,
        ...     "n_train": [1_000, 10_000, 100_000] * 2,
        ...     "train_score": [0.91, 0.905, 0.90, 0.71, 0.705, 0.70],
        ...     "test_score": [0.88, 0.89, 0.90, 0.68, 0.69, 0.70],
        ...     "fit_time": [1.0, 10.0, 100.0] * 2,
        ... })
        >>> found = Curves.from_frame(frame, n_test=25_000).replay(random_state=0)
        >>> found.best, found.loss, round(found.speedup, 1)
        ('a', 0.0, 9.1)
        """
        check_frame(frame, scale)
        return cls(
            points_of(frame),
            n_test_of(frame, n_test),
            scale,
            kinds_of(frame),
            large_leaves_of(frame),
            rarer,
            class_counts_of(frame),
            constant,
        )

    def among(self, names: Collection[str]) -> Curves:
        """The curves of some configurations only."""
        points = {name: sizes for name, sizes in self._points.items() if name in names}
        about = (self.n_test, self.scale, self.kinds, self.large_leaves)
        return Curves(points, *about, self.drawing.rarer, self.class_counts, self.constant)

    @property
    def names(self) -> tuple[str, ...]:
        """The configurations."""
        return tuple(self._points)

    @property
    def full_seconds(self) -> float:
        """Time of full runs of all configurations, each scored on the test rows."""
        return sum(self._full_seconds(name) for name in self._points)

    def plan(self, epsilon: float = 0.01, delta: float = 0.05, growth: Growth = 2.0) -> Plan:
        """The plan whose sizes are the recorded ones."""
        sizes = {name: tuple(sizes) for name, sizes in self._points.items()}
        return Plan(
            sizes,
            self.n_test,
            epsilon,
            delta,
            growth,
            scale=self.scale,
            n_test_pairs=self.drawing.n_test_pairs,
            constant=self.constant,
            kinds=self.kinds,
            large_leaves=self.large_leaves & self._points.keys(),
            class_counts=self.class_counts,
            notes_convergence=all(
                point.converged is not None
                for points in self._points.values()
                for point in points.values()
            ),
        )

    def loss(self, name: str) -> float:
        """By how much the best configuration beats this one at the full size."""
        return max(map(self.final, self._points)) - self.final(name)

    def final(self, name: str) -> float:
        """The score of a configuration at its full size."""
        sizes = self._points[name]
        return sizes[max(sizes)].test_score

    def replay(
        self,
        *,
        epsilon: float = 0.01,
        delta: float = 0.05,
        bounds: str | Bounds = "exact",
        scheduler: str | Scheduler = "auto",
        stop_at: StopAt = "paper",
        growth: Growth = 2.0,
        timeout: float | None = None,
        analogs: Analogs | None = None,
        forecaster: Forecaster | None = None,
        random_state: Any = 0,
    ) -> Replay:
        """Run the real loop on these curves.

        Parameters are those of `nearbest.select`; `timeout` is in simulated seconds,
        and `growth` matters only when it is "auto". A sampled test score is drawn from the
        recorded one, as `random_state` has it: with the recorded spread, or else
        hypergeometrically, as if every row had the best or the worst value there can be,
        which is the widest spread. `analogs`
        are the past curves to forecast from, such as those of other datasets:
        ``Analogs(Library.shipped().without("taxi"))``; or a `forecaster` for `plan` is given
        whole. Configurations have the kinds of learners that a column "kind" of the
        frame names. By default the race goes by the rule of the paper, as recorded curves
        seldom say what the other rules ask: kinds of learners, and convergence.
        """
        check_positive("timeout", timeout, "number of seconds")
        check_stop_at(stop_at, delta)
        policy, rule = scheduler_named(scheduler, stop_at), rule_named(stop_at)
        limits = bounds_named(bounds)
        is_thrifty = isinstance(limits, Exact) and self.scale.kind == "counts"
        plan = replace(self.plan(epsilon, delta, growth), thrifty=is_thrifty)
        wanted = rule.needs_forecast or needs_forecast(policy)
        if wanted and forecaster is None:
            forecaster = Outlook(plan, analogs) if analogs else forecaster_named(stop_at, plan)
        race = Race(plan, limits, rule=rule, forecaster=forecaster)
        probe = RecordedProbe(self, seed_from(random_state))
        where = Execution(probe, Serial(), 1, Keeper())
        limit = TimeLimit.starting(timeout, clock=probe.clock)
        run(race, policy, where, limit=limit, clock=probe.clock)
        return self.as_replay(race, certify(race), probe.seconds)

    def as_replay(self, race: Race, certificate: Certificate, seconds: float) -> Replay:
        """How a race on these curves ended, and what training its winner takes."""
        winner = certificate.winner
        refit = 0.0 if race.exhausted(winner) else self._full_seconds(winner)
        return self._replay(winner, seconds, refit, tables.history(race), certificate, race)

    def recorded(self, name: str) -> Mapping[int, Point]:
        """The trainings of a configuration by their size, rising."""
        return self._points[name]

    def test_score(self, name: str, n_train: int) -> float:
        """What was recorded on all test rows."""
        return self._points[name][n_train].test_score

    def score_seconds(self, name: str, n_train: int, n_scored: int) -> float:
        """Of scoring so many rows; what is recorded is the sample and all test rows."""
        return self._points[name][n_train].score_time * n_scored / (n_train + self.n_test)

    def successive_halving(
        self, *, start: int | None = None, factor: float = 2.0, random_state: Any = 0
    ) -> Replay:
        """Run successive halving on these curves; see `nearbest.baselines`."""
        return self.baseline(
            successive_halving, start=start, factor=factor, random_state=random_state
        )

    def baseline(
        self, how: Callable[..., Outcome], *, random_state: Any = 0, **options: Any
    ) -> Replay:
        """Run a baseline of `nearbest.baselines`, such as `hyperband`, on these curves.

        Those that rank by test scores alone do not pay for scoring the samples.
        """
        scores_samples = how in USING_TRAINING_SCORES
        probe = RecordedProbe(self, seed_from(random_state), scores_samples)
        outcome = how(self.plan(), probe, **options)
        full = any(
            o.configuration == outcome.best and o.n_train == max(self._points[outcome.best])
            for o in outcome.history
        )
        refit = 0.0 if full else self._full_seconds(outcome.best)
        return self._replay(outcome.best, probe.seconds, refit, self._as_frame(outcome), None)

    def full_run(self) -> Replay:
        """Run everything in full on these curves."""
        probe = RecordedProbe(self, 0)
        outcome = full_run(self.plan(), probe)
        return self._replay(outcome.best, self.full_seconds, 0.0, self._as_frame(outcome), None)

    def _as_frame(self, outcome: Outcome) -> pd.DataFrame:
        return pd.DataFrame(tables.probe_row(o, self.scale) for o in outcome.history)

    def _full_seconds(self, name: str) -> float:
        full = max(self._points[name])
        return self._points[name][full].fit_time + self.score_seconds(name, full, self.n_test)

    def _replay(
        self,
        best: str,
        seconds: float,
        refit: float,
        history: pd.DataFrame,
        certificate: Certificate | None,
        race: Race | None = None,
    ) -> Replay:
        loss, whole = self.loss(best), self.full_seconds
        return Replay(best, loss, seconds, seconds + refit, whole, certificate, history, race)
