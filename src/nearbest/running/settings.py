"""Every argument of `select` but candidates and data, in one place.

`select`, the estimator, run directories, reports and the command line are derived from
the fields of `Settings`. It imports little, so that ``nearbest --help`` is quick. The
file is long because it is a table: splitting it would split what belongs to an argument.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from nearbest.arguments import (
    check_choice,
    check_count,
    check_error_score,
    check_flag,
    check_path,
    check_positive,
    check_unit_range,
)
from nearbest.errors import NotSupported
from nearbest.running.callbacks import Callback, check_callbacks
from nearbest.running.setting import About, Option, setting

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from optuna import Study
    from optuna.samplers import BaseSampler

    from nearbest.race.bounds import Bounds
    from nearbest.race.plan import Growth
    from nearbest.race.race import Cost
    from nearbest.race.schedulers import Scheduler
    from nearbest.race.stopping import StopAt
    from nearbest.running.time_limit import Refit

Place = str | os.PathLike[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All that a user may set, checked; see `nearbest.select` for what each means.

    Examples
    --------
    >>> Settings(epsilon=0.02).epsilon
    0.02
    >>> Settings(timeout=-1)
    Traceback (most recent call last):
    ...
    nearbest.errors.InvalidInput: `timeout` must be a positive number of seconds; got -1.
    """

    n_candidates: int | None = setting(
        None,
        """How many candidates to draw from a space or from distributions, or to have
        proposed. A search without a number goes on until it finds nothing better.""",
        check=check_count,
        remembered="kept",
        option=Option(
            "--n", "integer", "How many to draw from a space; 40 if left out.", short="-n"
        ),
    )
    sampler: BaseSampler | None = setting(
        None,
        """Of Optuna, where `candidates` is a function of a trial: what proposes the next
        one. By default TPE, with the seed of the run.""",
        shown=False,
    )
    study: Study | None = setting(
        None,
        """A study of Optuna's to take sampler and earlier trials from, and to hold every
        candidate with its score and its interval.""",
        shown=False,
    )
    epsilon: float | str | None = setting(
        None,
        """The loss that is tolerated, in units of the score; or a share of the score of the
        best constant prediction, such as "1%". By default 0.01 where scores span a range of
        1, as accuracy and ROC AUC do, and of R²; of other scores it must be given.""",
        remembered="kept",
        option=Option(
            "--epsilon",
            "tolerance",
            "Loss that is tolerated, in units of the score or as a share of the best constant "
            "prediction's, such as 1%; 0.01 if left out and scores span a range of 1.",
            short="-e",
        ),
    )
    delta: float = setting(
        0.05,
        "The probability with which the promise may fail, in (0, 1).",
        check=lambda name, value: check_unit_range(name, value, "(0, 1)"),
        remembered="fixed",
        option=Option(
            "--delta", "number", "Probability with which the promise may fail.", short="-d"
        ),
    )
    bounds: str | Bounds = setting(
        "exact",
        """How intervals are computed: "exact" ones hold for any number of rows, "hoeffding"
        is as the paper prints it.""",
        remembered="fixed",
    )
    scheduler: str | Scheduler = setting(
        "auto",
        """Which probe comes next: "frugal", "prover", "gradient", "ucb", "round robin" or
        "threat". "auto" is what suits `stop_at`: "frugal" where it is calibrated, which
        needs it, "prover" where it is to be proved, and "gradient" for the paper's proof;
        "threat" where candidates are proposed on the way.""",
    )
    stop_at: StopAt = setting(
        "calibrated",
        """When to stop. "calibrated": when every rival is excluded, by proof or by past
        learning curves, at a level that was wrong on at most a share `delta` of past
        datasets; where there are none to go by, by proof. "proved": when all are excluded
        by proof, which relies only on learners that kept to its assumptions in the past;
        the others are trained on all rows. "paper": by the paper's proof, which relies on
        all. "stated": at the probability that past curves state, as "predicted" did in
        version 0.1.0; "predicted" means "calibrated" now.""",
        remembered="kept",
        option=Option(
            "--stop-at",
            "choice",
            "Stop when every rival is excluded: by proof or past learning curves, calibrated "
            "on past datasets; by proof alone; or by the paper's proof, which trusts more.",
            words={
                name: name for name in ("calibrated", "proved", "paper", "stated", "predicted")
            },
        ),
    )
    test_size: float | int = setting(
        0.2,
        "Share or number of rows that are set aside as test data.",
        remembered="fixed",
    )
    cv: Any = setting(
        None,
        """A splitter of scikit-learn with one split, or a list of one pair of training and
        test rows, instead of `test_size`. What was drawn at random, by ShuffleSplit or
        StratifiedShuffleSplit, is proved as usual; other splits give an estimate.""",
        shown=False,
    )
    stratify: bool | None = setting(
        None,
        """Keep the shares of the classes even in every sample; bounds are then binomial,
        which are wider by up to √(1 + training rows / test rows). None does so where a class
        would otherwise often be missing from the smallest sample or from the test data.""",
        check=lambda name, value: None if value is None else check_flag(name, value),
        remembered="fixed",
        option=Option(
            "--stratify",
            "flag",
            "Keep the shares of the classes even in every sample, for rare classes. Reads DATA "
            "into memory.",
        ),
    )
    min_train_size: int | None = setting(
        None,
        "The smallest sample; by default 1,000 rows, more where classes are rare.",
        remembered="fixed",
        option=Option(
            "--min-train-size", "integer", "Rows of the smallest sample; by default 1,000."
        ),
    )
    growth: Growth = setting(
        2.0,
        'Factor from one sample to the next; "auto" fits it to the training times.',
        remembered="fixed",
    )
    timeout: float | None = setting(
        None,
        """Seconds in which to have a model, with the gap certified by then. The race stops so
        early that the current winner can be trained on all rows; where that does not fit, or
        takes longer than expected, the model of a sample is delivered. Probes and training
        run in a process of their own then, so that one under way can be killed.""",
        check=partial(check_positive, what="number of seconds"),
        option=Option(
            "--timeout",
            "duration",
            "Have an answer and its model after so long: 90s, 10m, 1h30m.",
            panel="where",
        ),
    )
    refit: Refit = setting(
        True,
        """Train the winner on all training rows and deliver that model, or the one from a
        sample if it is better. "all" trains on the test rows too; False on nothing.""",
        check=partial(check_choice, choices=(True, False, "all")),
        option=Option(
            "--refit",
            "choice",
            "Train the winner on all training rows, on the test rows too, or not at all.",
            words={"yes": True, "all": "all", "no": False},
            panel="output",
        ),
    )
    scoring: Any = setting(
        None,
        """What is to be as high as possible: a name as in scikit-learn, such as "roc_auc" or
        "neg_log_loss"; any scorer of scikit-learn, or a callable (estimator, X, y); or a
        `nearbest.RowScore`. Of a list or dict of several the first decides, and all are
        recorded and reported. By default "accuracy", and "r2" where candidates are
        regressors.""",
        remembered="fixed",
        option=Option(
            "--scoring",
            "scores",
            "What is to be as high as possible: accuracy, roc_auc, neg_log_loss, r2, …; of "
            "several, with commas between them, the first decides and all are reported. If "
            "left out, accuracy, and r2 of regressors.",
        ),
    )
    threads: int | None = setting(
        1,
        "Native threads that a fit may use; None for no limit.",
        check=check_count,
        remembered="kept",
        option=Option(
            "--threads",
            "integer",
            'Native threads that a fit may use; "all" for no limit.',
            words={"all": None},
            panel="where",
        ),
    )
    cache: bool = setting(
        False,
        """Do the steps that several pipelines begin with once per sample size and process,
        and keep up to 1 GiB of what they make for the next candidate. Results are the
        same.""",
        check=check_flag,
        shown=False,
    )
    n_jobs: int | None = setting(
        None,
        """Probes in flight at once, each in a worker process; -1 for one per core. None
        runs them in this process, one after another.""",
        option=Option(
            "--jobs",
            "integer",
            "Probes at once; -1 for one per core.",
            short="-j",
            panel="where",
        ),
    )
    executor: Executor | None = setting(
        None,
        """Where to run `n_jobs` probes at once instead, such as ``client.get_executor()`` of
        a Dask client or ``nearbest.executors.ray.RayExecutor()``.""",
        shown=False,
    )
    store: Place | None = setting(
        None,
        """A folder that all workers of `executor` see, or a URL that fsspec can write, for
        the shuffled data. Runs that name the same one share the store of a
        `TableSource`.""",
        check=check_path,
        shown=False,
        option=Option(
            "--store",
            "folder",
            "A folder that all machines see, for the shuffled data.",
            metavar="DIR",
            panel="where",
        ),
    )
    probe_timeout: float | None = setting(
        None,
        "Seconds after which a probe is killed, and its candidate fails.",
        check=partial(check_positive, what="number of seconds"),
        option=Option(
            "--probe-timeout",
            "duration",
            "Kill a probe after so long; its candidate fails.",
            panel="where",
        ),
    )
    probe_memory: int | None = setting(
        None,
        "Bytes that a probe may allocate before its candidate fails (Linux).",
        check=partial(check_positive, what="number of bytes"),
        option=Option(
            "--probe-memory",
            "bytes",
            "Memory that a probe may allocate before its candidate fails: 512M, 2G (Linux).",
            panel="where",
        ),
    )
    run_dir: Place | None = setting(
        None,
        """A folder to keep everything in that is needed to go on after a crash. Calling
        again with the same folder, data and candidates repeats no finished probe.""",
        check=check_path,
        shown=False,
        option=Option(
            "--run-dir",
            "folder",
            "Keep what is needed to resume after a crash.",
            metavar="DIR",
            panel="output",
        ),
    )
    extend: bool = setting(
        False,
        """Allow more candidates than the run in `run_dir` had. Each such batch gets a
        smaller part of `delta`.""",
        check=check_flag,
        shown=False,
        option=Option(
            "--extend",
            "flag",
            "Allow more candidates than the run in --run-dir had.",
            panel="output",
        ),
    )
    cost: Cost = setting(
        "seconds",
        """What the scheduler weighs gains against, "seconds" or "rows". With "rows" a serial
        run with the same seed is repeatable bit for bit.""",
        check=partial(check_choice, choices=("seconds", "rows")),
        remembered="fixed",
    )
    random_state: Any = setting(
        None,
        """None draws a seed, or takes that of the run in `run_dir` or of the finished store
        of a `TableSource`.""",
        remembered="fixed",
        option=Option("--seed", "integer", "Seed of split, draws and fits; drawn if left out."),
    )
    error_score: float | Literal["raise"] = setting(
        math.nan,
        """What becomes of candidates that fail. By default the others go on, and a
        `sklearn.exceptions.FitFailedWarning` names each with its reason; a number is what
        they score in `cv_results_`. "raise" ends the run with the first failure.""",
        check=check_error_score,
        shown=False,
    )
    callbacks: Sequence[Callback] | None = setting(
        None,
        """Told of every probe and exclusion and of the end: a list of `nearbest.Callback`,
        such as ``nearbest.trackers.mlflow.MLflow()``.""",
        check=check_callbacks,
        shown=False,
    )
    verbose: int = setting(
        0,
        """0 shows nothing; 1 the live display of `nearbest.progress.Progress`; 2 logs a line
        for every probe and for every candidate that is excluded.""",
        check=lambda name, value: check_count(
            name, int(value) if isinstance(value, bool) else value, 0
        ),
        shown=False,
    )

    def __post_init__(self) -> None:
        from nearbest.race.stopping import present_name

        object.__setattr__(self, "stop_at", present_name(self.stop_at))
        for name, about in ABOUT.items():
            if about.check is not None:
                about.check(name, getattr(self, name))
        _check_together(self)

    def asdict(self) -> dict[str, Any]:
        """Every setting by its name, as it was given."""
        return {name: getattr(self, name) for name in ABOUT}


#: What there is to know of each setting, by its name.
ABOUT: Mapping[str, About] = {f.name: f.metadata["about"] for f in fields(Settings)}
DEFAULTS: Mapping[str, Any] = {f.name: f.default for f in fields(Settings)}
KEPT = tuple(name for name, about in ABOUT.items() if about.kept)
FIXED = tuple(name for name, about in ABOUT.items() if about.fixed)
SHOWN = tuple(name for name, about in ABOUT.items() if about.shown)

#: What a report tells of the call that finished a run: the next may have other values.
OF_A_CALL = tuple(name for name in SHOWN if name not in KEPT)


class Arguments(TypedDict, total=False):
    """The fields of `Settings` as keyword arguments, for type checkers and editors."""

    n_candidates: int | None
    sampler: BaseSampler | None
    study: Study | None
    epsilon: float | str | None
    delta: float
    bounds: str | Bounds
    scheduler: str | Scheduler
    stop_at: StopAt
    test_size: float | int
    cv: Any
    stratify: bool | None
    min_train_size: int | None
    growth: Growth
    timeout: float | None
    refit: Refit
    scoring: Any
    threads: int | None
    cache: bool
    n_jobs: int | None
    executor: Executor | None
    store: Place | None
    probe_timeout: float | None
    probe_memory: int | None
    run_dir: Place | None
    extend: bool
    cost: Cost
    random_state: Any
    error_score: float | Literal["raise"]
    callbacks: Sequence[Callback] | None
    verbose: int


def _check_together(settings: Settings) -> None:
    """Refuse settings that cannot be given together, and names that nothing goes by."""
    from nearbest.race.bounds import Hoeffding
    from nearbest.race.plan import check_growth
    from nearbest.race.stopping import check_stop_at
    from nearbest.race.strategies import bounds_named, scheduler_named
    from nearbest.running.tolerance import check_epsilon

    check_epsilon(settings.epsilon, settings.scoring)
    check_growth(settings.growth)
    check_stop_at(settings.stop_at, settings.delta)
    if settings.run_dir is None:
        scheduler_named(settings.scheduler, settings.stop_at)
    else:
        scheduler_named(settings.scheduler)  # a run that goes on may have a rule of its own
    if isinstance(bounds_named(settings.bounds), Hoeffding) and settings.stratify:
        raise NotSupported(
            "`stratify=True` needs `bounds='exact'`; Hoeffding has no such bound."
        )
