"""The loop, and `select`, which sets it going."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from nearbest import tables
from nearbest.bounds import Bounds
from nearbest.certificate import Certificate
from nearbest.configuration import Configuration
from nearbest.delivery import Keeper, Refit, deliver
from nearbest.errors import InvalidInput, NotSupported
from nearbest.executors import Serial
from nearbest.names import bounds_named, scheduler_named
from nearbest.observation import Observation, Probe, Task
from nearbest.plan import Growth
from nearbest.problem import prepare
from nearbest.race import Race
from nearbest.samples import Table
from nearbest.schedulers import Scheduler

logger = logging.getLogger("nearbest")

#: Sees the race and the probes in flight whenever either changes.
Watcher = Callable[[Race, Collection[Task]], None]


@dataclass(frozen=True)
class Selection:
    """What `select` found.

    Attributes
    ----------
    configuration : Configuration
        The choice.
    estimator : estimator or None
        The model delivered; None with ``refit=False``.
    certificate : Certificate
    race : Race
        The whole state, for a closer look.
    configurations : list of Configuration
    seconds : float
        Time spent selecting, without the refit.
    seed : int
        Passing it as `random_state` repeats the split, the draws and the fits.
    """

    configuration: Configuration
    estimator: Any
    certificate: Certificate
    race: Race
    configurations: list[Configuration]
    seconds: float
    seed: int

    @property
    def best(self) -> str:
        """The name of the choice."""
        return self.configuration.name

    @property
    def history(self) -> pd.DataFrame:
        """One row a probe."""
        return tables.history(self.race)

    def to_frame(self) -> pd.DataFrame:
        """One row a candidate, the best first."""
        frame = pd.DataFrame(tables.results(self.race, self.configurations))
        return frame.sort_values("rank_test_score", ignore_index=True)


def select(
    candidates: object,
    X: Table,
    y: object,
    *,
    X_test: Table | None = None,
    y_test: object = None,
    n_candidates: int | None = None,
    epsilon: float = 0.01,
    delta: float = 0.05,
    bounds: str | Bounds = "exact",
    scheduler: str | Scheduler = "gradient",
    test_size: float | int = 0.2,
    stratify: bool = False,
    min_train_size: int | None = None,
    growth: Growth = 2.0,
    timeout: float | None = None,
    refit: Refit = True,
    scoring: str | None = "accuracy",
    threads: int | None = 1,
    random_state: Any = None,
    watch: Watcher | None = None,
) -> Selection:
    """Choose a candidate within `epsilon` of the best, with confidence 1 − `delta`.

    Parameters
    ----------
    candidates
        A dict or list of estimators or pipelines; an (estimator, grid) pair; a list
        of (name, estimator, grid); or a space such as ``nearbest.space.paper()``.
    X : array, DataFrame, sparse matrix or Series of texts
    y : array of class labels
    X_test, y_test : optional
        A test set of your own. It is not a random part of the data, so the
        certificate is then an estimate and not a proof.
    n_candidates : int, optional
        How many candidates to draw from a space or from distributions.
    epsilon : float, default=0.01
        The loss of accuracy that is tolerated, in [0, 1).
    delta : float, default=0.05
        The probability with which the promise may fail, in (0, 1).
    bounds : {"exact", "hoeffding"} or Bounds, default="exact"
    scheduler : {"gradient", "ucb", "round robin"} or Scheduler, default="gradient"
    test_size : float or int, default=0.2
        Share or number of rows that are set aside as test data.
    stratify : bool, default=False
        Keep the shares of the classes even in every sample; bounds are then binomial,
        which are wider by up to √(1 + training rows / test rows).
    min_train_size : int, optional
        The smallest sample; by default 1,000 rows, more where classes are rare.
    growth : float or "auto", default=2
        Factor from one sample to the next; "auto" fits it to the training times.
    timeout : float, optional
        Seconds after which to stop with the best guess and the gap certified so far.
        The probe under way is finished first.
    refit : bool or "all", default=True
        Train the choice on all training rows and deliver that model, or the one from
        a sample if it is better. "all" trains on the test rows too; False on nothing.
    scoring : "accuracy" or None
    threads : int or None, default=1
        Native threads that a fit may use; None for no limit.
    random_state : int, RandomState, Generator or None
    watch : callable, optional
        Called with the race and the tasks under way whenever either changes.

    Returns
    -------
    Selection

    Examples
    --------
    >>> from sklearn.datasets import make_classification
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.linear_model import LogisticRegression
    >>> from nearbest import select
    >>> X, y = make_classification(20_000, random_state=0)
    >>> candidates = {"linear": LogisticRegression(), "dummy": DummyClassifier()}
    >>> found = select(candidates, X, y, random_state=0)
    >>> found.best, found.certificate.decided
    ('linear', True)
    """
    if refit not in (True, False, "all"):
        raise InvalidInput(f'`refit` must be True, False or "all"; got {refit!r}.')
    if refit == "all" and X_test is not None:
        raise NotSupported('`refit="all"` cannot be combined with a test set of your own.')
    if timeout is not None and not timeout > 0:
        raise InvalidInput(f"`timeout` must be a positive number of seconds; got {timeout!r}.")
    race_bounds, policy = bounds_named(bounds), scheduler_named(scheduler)
    problem = prepare(
        candidates,
        X,
        y,
        X_test=X_test,
        y_test=y_test,
        n_candidates=n_candidates,
        epsilon=epsilon,
        delta=delta,
        test_size=test_size,
        stratify=stratify,
        min_train_size=min_train_size,
        growth=growth,
        scoring=scoring,
        threads=threads,
        random_state=random_state,
    )
    race, keeper = Race(problem.plan, race_bounds), Keeper()
    start = time.perf_counter()
    run(race, policy, problem.prober, timeout=timeout, keep=keeper.offer, watch=watch)
    seconds = time.perf_counter() - start
    winner = race.best_guess
    model, delivery = deliver(race, problem.prober, keeper, refit) if refit else (None, None)
    return Selection(
        configuration=problem.prober.configurations[winner],
        estimator=model,
        certificate=race.certificate(delivery),
        race=race,
        configurations=problem.configurations,
        seconds=seconds,
        seed=problem.seed,
    )


def run(
    race: Race,
    scheduler: Scheduler,
    probe: Probe,
    *,
    executor: Executor | None = None,
    n_workers: int = 1,
    timeout: float | None = None,
    clock: Callable[[], float] = time.perf_counter,
    keep: Callable[[Race, Observation, Any], None] | None = None,
    watch: Watcher | None = None,
) -> None:
    """Probe until the race is decided, nothing is left, or time is up.

    Ctrl-C does the same as a timeout, once there is an observation to go by.
    """
    executor, start = executor or Serial(), clock()
    running: dict[Future[Any], Task] = {}
    try:
        while not race.decided and (timeout is None or clock() - start < timeout):
            for task in scheduler.ask(race, running.values(), n_workers - len(running)):
                if watch is not None:
                    watch(race, [*running.values(), task])
                running[executor.submit(probe, task)] = task
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                observation, model = _outcome(running.pop(future), future)
                observation = replace(observation, elapsed=clock() - start)
                race.tell(observation)
                if keep is not None:
                    keep(race, observation, model)
                if watch is not None:
                    watch(race, running.values())
    except KeyboardInterrupt:
        if race.incumbent is None:
            raise
        logger.warning("Interrupted: stopping with the best guess so far.")


def _outcome(task: Task, future: Future[Any]) -> tuple[Observation, Any]:
    """The probe's observation; one that the executor lost is a failure too."""
    try:
        observation, model = future.result()
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        return Observation(
            task.configuration, task.n_train, task.n_test, status="failed", message=message
        ), None
    return observation, model
