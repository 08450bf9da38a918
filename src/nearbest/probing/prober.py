"""Carrying out a probe: fit on a sample, score on it and on a test sample."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from nearbest.candidates.configuration import Configuration
from nearbest.candidates.few_rows import as_on_many_rows
from nearbest.data.rows import Table
from nearbest.data.samples import Samples
from nearbest.errors import CannotRead
from nearbest.probing.caught import caught_warnings
from nearbest.probing.faults import draw_samples, failure, worth_keeping
from nearbest.probing.metric import Accuracy, Metric
from nearbest.probing.native_threads import limited_threads
from nearbest.probing.shared_steps import SharedSteps
from nearbest.probing.sheet import Sheet
from nearbest.probing.weighing import fit_arguments
from nearbest.race.observation import Besides, Observation, Task
from nearbest.race.plan import Plan
from nearbest.race.score import UNMEASURED, Score
from nearbest.race.thrift import (
    FACTOR,
    FEWEST_ROWS,
    level_beside,
    level_for,
    n_test_at,
    settled_level,
    training_level_at,
    training_rows_at,
)

#: So many training rows are predicted to see how long scoring takes, if more than so many
#: are to be scored.
N_TRIED, TRIED_FROM = 1_000, 10_000


class Prober:
    """Fits and scores configurations on nested samples.

    Parameters
    ----------
    configurations : sequence of Configuration
    samples : Samples
    plan : Plan
    seed : int
        Fills in each configuration's open `random_state`, the same at every size: a
        fit depends on configuration, size and seed alone.
    metric : Metric, default=Accuracy()
        Whose scale must be that of the plan.
    others : mapping of str to Metric
        Further scores, by their names, that are recorded and decide nothing.
    threads : int or None, default=1
        Native threads (BLAS, OpenMP) that a probe may use; None for no limit.
    cache : bool, default=False
        Whether steps that several pipelines begin with are done once per size.
    """

    def __init__(
        self,
        configurations: Sequence[Configuration],
        samples: Samples,
        plan: Plan,
        *,
        seed: int = 0,
        metric: Metric = Accuracy(),  # noqa: B008, as it is a value
        threads: int | None = 1,
        cache: bool = False,
        others: Mapping[str, Metric] = MappingProxyType({}),
    ) -> None:
        self.configurations = {c.name: c for c in configurations}
        self.samples, self.plan, self.seed = samples, plan, seed
        self.metric, self.others, self.threads = metric, dict(others), threads
        self.clock: Callable[[], float] = time.perf_counter
        self.shared: SharedSteps | None = None
        if cache:
            models = (c.build(seed, threads) for c in configurations)
            self.shared = SharedSteps(models, samples)

    def on(self, samples: Samples) -> Prober:
        """The same prober on the same rows held elsewhere."""
        other = copy(self)
        other.samples = samples
        if self.shared is not None:
            other.shared = self.shared.on(samples)
        return other

    def by(self, plan: Plan) -> Prober:
        """The same prober for another plan of the same configurations."""
        other = copy(self)
        other.plan = plan
        return other

    def timed_by(self, clock: Callable[[], float]) -> Prober:
        """The same prober with another clock, such as `time.process_time`."""
        other = copy(self)
        other.clock = clock
        return other

    def without_candidates(self) -> Prober:
        """The same prober for workers, whose tasks bring their configurations along."""
        other = copy(self)
        other.configurations = {}
        return other

    def __call__(
        self, task: Task, configuration: Configuration | None = None
    ) -> tuple[Observation, Any]:
        """Carry out `task`: the observation and the fitted model.

        The `configuration` may be one that came to the race later than this prober.
        An estimator that raises, or predicts nonsense, gives a failed observation. Raises
        `CannotRead` where the samples cannot be drawn, which is no estimator's failure.
        """
        blank = Observation(task.configuration, task.n_train, task.n_test)
        if configuration is not None:
            self.configurations[configuration.name] = configuration
        with caught_warnings() as caught:
            try:
                draw_samples(self.samples, task)
                observation, model = self._fit_and_score(blank, task)
            except (CannotRead, KeyboardInterrupt):
                raise  # whether Ctrl-C was pressed is for the run to tell
            except BaseException as error:  # SystemExit and GeneratorExit among them
                is_full = task.n_train == self._sizes(task)[-1]
                observation, model = failure(blank, error, self.samples, is_full), None
        converged = not any(issubclass(w.category, ConvergenceWarning) for w in caught)
        kept = worth_keeping(caught)
        return replace(observation, warnings=kept, converged=converged), model

    def fit(self, name: str, n_train: int) -> Any:
        """A model of the configuration trained on the first `n_train` rows."""
        if self.shared is None:
            weights = self.samples.weights("train", n_train)
            return self.fit_rows(name, *self.samples.train(n_train), weights)
        model = self._built(name, n_train)
        with limited_threads(self.threads):
            return self.shared.fit(model, n_train)

    def fit_rows(
        self, name: str, X: Table, y: np.ndarray, weights: np.ndarray | None = None
    ) -> Any:
        """A model of the configuration trained on these rows, by weights if it takes them."""
        model = self._built(name, len(y))
        with limited_threads(self.threads):
            return model.fit(X, y, **fit_arguments(model, weights))

    def _built(self, name: str, n_train: int) -> Any:
        model, plan = self.configurations[name].build(self.seed, self.threads), self.plan
        return as_on_many_rows(model, n_train, self.samples.n_train, plan.class_counts)

    @property
    def n_rows(self) -> int:
        """Rows that there are, for whatever use."""
        return self.samples.n_train + self.samples.n_search + self.samples.n_test

    def fit_every_row(self, name: str) -> Any:
        """A model of the configuration trained on the training and the test rows."""
        return self.fit_rows(name, *self.samples.everything(), self.samples.all_weights())

    def score(self, model: Any, n_test: int) -> Score:
        """What the model reaches on the first `n_test` test rows."""
        with limited_threads(self.threads):
            return self._checked(self._sheet(model).scores(self.metric, "test", (n_test,)))[0]

    def other_scores(self, model: Any, n_test: int) -> dict[str, float]:
        """What it reaches there by the further scores, as far as they are known."""
        with limited_threads(self.threads):
            found, _ = self._sheet(model).others(self.others, "test", n_test)
        return {name: score.value for name, score in found.items()}

    def _sheet(self, model: Any) -> Sheet:
        return Sheet(model, self.samples, self.shared)

    def _checked(self, scores: tuple[Score, ...]) -> tuple[Score, ...]:
        """The scores, which must lie on the plan's scale."""
        for score in scores:
            if score.value not in self.plan.scale.of_rows or not math.isfinite(score.value):
                raise ValueError(
                    f"{self.plan.scale.name} must lie in {self.plan.scale.of_rows}; "
                    f"got {score.value}"
                )
        return scores

    def _for_search(self, sheet: Sheet, task: Task) -> Score:
        """What the model reaches on the rows that a search learns from, if there are any."""
        n = self._n_search(task)
        if not n:
            return UNMEASURED
        try:
            return self._checked(sheet.scores(self.metric, "search", (n,)))[0]
        except ValueError:  # as AUC has none on few rows of one class; the test rows decide
            return UNMEASURED

    def _n_search(self, task: Task) -> int:
        """Rows that a search learns from which are scored.

        Where time is short, a small sample's model is scored on no more rows than it was
        trained on: it is there for its times, and scoring takes longer than fitting.
        """
        n = self.samples.n_search
        return min(n, max(task.n_train, FEWEST_ROWS)) if task.scored == "thrifty" else n

    def _sizes(self, task: Task) -> tuple[int, ...]:
        """All sizes that the configuration of a task may be probed at."""
        return task.sizes or self.plan.sizes[task.configuration]

    def _fit_and_score(self, blank: Observation, task: Task) -> tuple[Observation, Any]:
        if task.scored == "nothing":
            return blank, self.fit_every_row(blank.configuration)
        with limited_threads(self.threads):  # here, as looking for libraries takes time too
            start = self.clock()
            model = self.fit(blank.configuration, blank.n_train)
            fitted = self.clock()
            sheet = self._sheet(model)
            level = self._level(sheet, task, fitted - start)
            train, prefixes = UNMEASURED, tuple[Score, ...]()
            if task.scored != "test":
                of_training = self._training_level(task, level)
                train, prefixes = self._training_scores(sheet, task, of_training)
            n_test = n_test_at(blank.n_test, level)
            (test,) = self._checked(sheet.scores(self.metric, "test", (n_test,)))
            search = self._for_search(sheet, task)
            others = self._others(sheet, task)
        scored = self.clock()
        return replace(
            blank,
            n_test=n_test,
            train=train,
            test=test,
            prefixes=prefixes,
            search=search,
            fit_time=fitted - start,
            score_time=scored - fitted,
            others=others,
        ), model

    def _level(self, sheet: Sheet, task: Task, fit_time: float) -> int:
        """How thriftily to score, so that it takes no longer than fitting did.

        Shared steps hold samples as a whole, so that all of them is scored.
        """
        n_rows = task.n_train + task.n_test
        if task.scored != "thrifty" or self.shared is not None or n_rows <= TRIED_FROM:
            return 0
        start = self.clock()
        sheet.scores(self.metric, "train", (N_TRIED,))
        per_row, n_search = (self.clock() - start) / N_TRIED, self._n_search(task)
        if not n_search:
            return level_for(fit_time, per_row, task.n_train, task.n_test)
        n_beside = n_search + task.n_train // FACTOR ** self._training_level(task, 0)
        return level_beside(fit_time, per_row, n_beside, task.n_test)

    def _training_level(self, task: Task, level: int) -> int:
        """How thriftily training rows are scored, where test rows are at a level.

        A search is told of these scores, so that there the size alone decides.
        """
        is_told = task.scored == "thrifty" and self.samples.n_search > 0
        return settled_level(task.n_train) if is_told else level

    def _training_scores(
        self, sheet: Sheet, task: Task, level: int
    ) -> tuple[Score, tuple[Score, ...]]:
        """On the rows it was trained on, and on the first of them for each planned size."""
        planned = [size for size in self._sizes(task) if size <= task.n_train]
        sizes = tuple(sorted({*planned, task.n_train}))
        level = training_level_at(task.n_train, level)
        if level == 0:
            scores = sheet.scores(self.metric, "train", sizes)
        else:
            rows = training_rows_at(task.n_train, level, self.seed)
            counts = np.searchsorted(rows, sizes)
            if counts[0] < 1 or (np.diff(counts) < 1).any():  # sizes too small to draw from
                return self._training_scores(sheet, task, 0)
            scores = sheet.scores_on(self.metric, rows, counts.tolist())
        scores = self._checked(scores)
        return scores[-1], scores[: len(planned)]

    def _others(self, sheet: Sheet, task: Task) -> tuple[Besides, ...]:
        """The further scores; one that cannot be computed is left out with a warning."""
        tested, missing = sheet.others(self.others, "test", task.n_test)
        trained: dict[str, Score] = dict.fromkeys(tested, UNMEASURED)
        if task.scored != "test":
            trained, also_missing = sheet.others(self.others, "train", task.n_train)
            missing = [*missing, *also_missing]
        for sentence in dict.fromkeys(missing):
            warnings.warn(sentence, UserWarning, stacklevel=2)
        return tuple(Besides(k, trained[k], tested[k]) for k in trained if k in tested)
