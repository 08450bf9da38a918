"""`select`: from candidates and data to a choice with its certificate."""

from __future__ import annotations

import logging
import os
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import asdict
from typing import Any

from nearbest.arguments import check_choice, check_flag, check_path, check_positive
from nearbest.candidates.toml import is_candidates_file, read_candidates
from nearbest.data.files import TableSource
from nearbest.data.files.urls import is_url
from nearbest.data.loading import check_no_weights
from nearbest.data.rows import Table
from nearbest.errors import NotSupported
from nearbest.forecast import Outlook
from nearbest.race.bounds import Bounds, Hoeffding
from nearbest.race.certificate import Delivery
from nearbest.race.certify import certify
from nearbest.race.observation import latest
from nearbest.race.plan import Growth
from nearbest.race.prediction import Prediction
from nearbest.race.race import Cost, Race
from nearbest.race.schedulers import Scheduler
from nearbest.race.stopping import StopAt, check_stop_at, rule_named
from nearbest.race.strategies import bounds_named, scheduler_named
from nearbest.running.delivery import Refit, deliver
from nearbest.running.loop import Watcher, run
from nearbest.running.prepare import Problem
from nearbest.running.resources import Execution, Resources, execution
from nearbest.running.resume import KEPT, resumed
from nearbest.running.run_dir import RunDir
from nearbest.selection.result import Selection

logger = logging.getLogger("nearbest")


def select(
    candidates: object,
    X: Table | TableSource,
    y: object = None,
    *,
    X_test: Table | None = None,
    y_test: object = None,
    groups: object = None,
    sample_weight: object = None,
    n_candidates: int | None = None,
    epsilon: float = 0.01,
    delta: float = 0.05,
    bounds: str | Bounds = "exact",
    scheduler: str | Scheduler = "auto",
    stop_at: StopAt = "proved",
    test_size: float | int = 0.2,
    stratify: bool = False,
    min_train_size: int | None = None,
    growth: Growth = 2.0,
    timeout: float | None = None,
    refit: Refit = True,
    scoring: str | None = "accuracy",
    threads: int | None = 1,
    cache: bool = False,
    n_jobs: int | None = None,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    probe_timeout: float | None = None,
    probe_memory: int | None = None,
    run_dir: str | os.PathLike[str] | None = None,
    extend: bool = False,
    cost: Cost = "seconds",
    random_state: Any = None,
    watch: Watcher | None = None,
) -> Selection:
    """Choose a candidate within `epsilon` of the best, with confidence 1 − `delta`.

    Parameters
    ----------
    candidates
        A dict or list of estimators or pipelines; an (estimator, grid) pair; a list
        of (name, estimator, grid); a space such as ``nearbest.space.paper()``; or the
        path of a TOML file.
    X : array, DataFrame, sparse matrix, Series of texts, or TableSource
        Frames of pandas and polars, Arrow tables, and what `nearbest.open_table` gives.
    y : array of class labels
        Left out with a `TableSource`, which names its target.
    X_test, y_test : optional
        A test set of your own. It is not a random part of the data, so the
        certificate is then an estimate and not a proof.
    groups : array, optional
        Rows of equal values stay on one side of the split. The split is then not
        random over rows, and the certificate an estimate and not a proof.
    sample_weight : None
        Not supported, as the bounds count every row as one.
    n_candidates : int, optional
        How many candidates to draw from a space or from distributions.
    epsilon : float, default=0.01
        The loss of accuracy that is tolerated, in [0, 1).
    delta : float, default=0.05
        The probability with which the promise may fail, in (0, 1); at least 0.01 where
        the race is to be predicted.
    bounds : {"exact", "hoeffding"} or Bounds, default="exact"
    scheduler : {"auto", "gradient", "ucb", "round robin", "threat"} or Scheduler, \
default="auto"
        Which probe comes next. "auto" is "gradient" where the race is to be proved, and
        "threat" where it is to be predicted.
    stop_at : {"proved", "predicted"}, default="proved"
        Whether to stop when the proof is complete, or already when past learning curves
        give the best guess a probability of 1 − `delta` to be within `epsilon`. The
        second is sooner and rests on the past being a guide; the certificate says what
        is proved by then.
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
        Probes run in a process of their own then, so that one under way can be killed.
        Training the choice comes on top; ``refit=False`` leaves it out.
    refit : bool or "all", default=True
        Train the choice on all training rows and deliver that model, or the one from
        a sample if it is better. "all" trains on the test rows too; False on nothing.
    scoring : "accuracy" or None
    threads : int or None, default=1
        Native threads that a fit may use; None for no limit.
    cache : bool, default=False
        Do the steps that several pipelines begin with once per sample size and
        process, and keep up to 1 GiB of what they make for the next candidate. Results
        are the same.
    n_jobs : int, optional
        Probes in flight at once, each in a worker process; -1 for one a core. None
        runs them in this process, one after another.
    executor : concurrent.futures.Executor, optional
        Where to run `n_jobs` probes at once instead, such as ``client.get_executor()``
        of a Dask client or ``nearbest.executors.ray.RayExecutor()``.
    store : path or URL, optional
        A folder that all workers of `executor` see, or a URL that fsspec can write,
        for the shuffled data. Runs that name the same one share the store of a
        `TableSource`.
    probe_timeout : float, optional
        Seconds after which a probe is killed, and its configuration fails.
    probe_memory : int, optional
        Bytes that a probe may allocate before its configuration fails (Linux).
    run_dir : path, optional
        A folder to keep everything in that is needed to go on after a crash. Calling
        again with the same folder, data and candidates repeats no finished probe.
    extend : bool, default=False
        Allow more candidates than the run in `run_dir` had. Each such batch gets a
        smaller part of `delta`.
    cost : {"seconds", "rows"}, default="seconds"
        What the scheduler weighs gains against. With "rows" a serial run with the
        same seed is repeatable bit for bit.
    random_state : int, RandomState, Generator or None
        None draws a seed, or takes that of the run in `run_dir` or of the finished
        store of a `TableSource`.
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
    check_choice("refit", refit, (True, False, "all"))
    if refit == "all" and X_test is not None:
        raise NotSupported('`refit="all"` cannot be combined with a test set of your own.')
    check_positive("timeout", timeout, "number of seconds")
    check_choice("cost", cost, ("seconds", "rows"))
    check_stop_at(stop_at, delta)
    check_no_weights(sample_weight)
    check_flag("extend", extend)
    check_path("run_dir", run_dir)
    check_path("store", store)
    if is_candidates_file(candidates):
        candidates = read_candidates(candidates)  # type: ignore[arg-type]
    race_bounds, policy = bounds_named(bounds), scheduler_named(scheduler, stop_at)
    if stratify and isinstance(race_bounds, Hoeffding):
        raise NotSupported(
            "`stratify=True` needs `bounds='exact'`; Hoeffding has no such bound."
        )
    killable = timeout is not None
    resources = Resources(n_jobs, executor, probe_timeout, probe_memory, killable, store)
    with ExitStack() as stack:
        folder = stack.enter_context(RunDir(run_dir)) if run_dir is not None else None
        arguments = {
            "X_test": X_test,
            "y_test": y_test,
            "groups": groups,
            "n_candidates": n_candidates,
            "epsilon": epsilon,
            "delta": delta,
            "test_size": test_size,
            "stratify": stratify,
            "min_train_size": min_train_size,
            "growth": growth,
            "scoring": scoring,
            "threads": threads,
            "cache": cache,
            "store": _local_place(store, folder),
            "random_state": random_state,
        }
        problem = resumed(
            folder,
            candidates,
            X,
            y,
            arguments,
            bounds=race_bounds,
            cost=cost,
            stop_at=stop_at,
            extend=extend,
        )
        forecaster = None if stop_at == "proved" else Outlook(problem.plan)
        race = Race(problem.plan, race_bounds, cost, rule_named(stop_at), forecaster)
        for observation in latest(folder.observations(), resources.limits) if folder else ():
            race.tell(observation)
        idle = race.ending is not None  # an earlier call did it all
        where = stack.enter_context(execution(problem, resources, folder, idle))
        seconds, model, delivery = _raced(
            race, policy, where, problem, refit, timeout, folder, watch
        )
        certificate = certify(race, delivery, problem.notes)
        if folder is not None:
            folder.finish(
                {
                    "winner": certificate.winner,
                    "prediction": _plain(certificate.prediction),
                    "settled": race.ending is not None,
                    "delivery": _plain(delivery),
                    "seconds": seconds,
                    "scheduler": repr(policy),
                    "timeout": timeout,
                    "n_jobs": n_jobs,
                }
            )
    return Selection(
        configuration=problem.prober.configurations[certificate.winner],
        estimator=model,
        certificate=certificate,
        race=race,
        configurations=problem.configurations,
        seconds=seconds,
        seed=problem.seed,
        classes=problem.samples.classes,
        settings={
            **{key: arguments[key] for key in ("n_candidates", *KEPT)},
            "bounds": race_bounds,
            "scheduler": policy,
            "stop_at": stop_at,
            "timeout": timeout,
            "refit": refit,
            "n_jobs": n_jobs,
            "probe_timeout": probe_timeout,
            "probe_memory": probe_memory,
            "cost": cost,
        },
    )


def _raced(
    race: Race,
    policy: Scheduler,
    where: Execution,
    problem: Problem,
    refit: Refit,
    timeout: float | None,
    folder: RunDir | None,
    watch: Watcher | None,
) -> tuple[float, Any, Delivery | None]:
    """Run the race and train the choice: seconds of the race, model and delivery.

    Ctrl-C while the choice is trained, or a second one, leaves the model out.
    """
    journal = folder.journal.append if folder else None
    try:
        seconds = run(race, policy, where, timeout=timeout, journal=journal, watch=watch)
        if not refit:
            return seconds, None, None
        if watch is not None and not race.exhausted(race.winner):
            name = race.winner
            watch(race, [race.task(name, race.plan.full_size(name))])
        return seconds, *deliver(race, problem.prober, where.keeper, refit)
    except KeyboardInterrupt:
        if race.incumbent is None:
            raise
        logger.warning("Interrupted: %s is not trained.", race.winner)
        return race.elapsed, None, None


def _plain(value: Prediction | Delivery | None) -> dict[str, Any] | None:
    return None if value is None else asdict(value)


def _local_place(
    store: str | os.PathLike[str] | None, run_dir: RunDir | None
) -> str | os.PathLike[str] | None:
    """Where a source's store is made: a URL gets its copy from there later."""
    if store is None or is_url(str(store)):
        return run_dir.store if run_dir is not None else None
    return store
