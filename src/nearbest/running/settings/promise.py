"""Settings of the promise: who takes part, what is to be high, how sure the winner is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from nearbest.arguments import check_count, check_unit_range
from nearbest.running.settings.field import Option, setting

if TYPE_CHECKING:
    from optuna import Study
    from optuna.samplers import BaseSampler

    from nearbest.race.bounds import Bounds
    from nearbest.race.schedulers import Scheduler
    from nearbest.race.stop_at import StopAt

#: Candidates that the command line draws from a space unless it is told how many.
N_DRAWN = 40


@dataclass(frozen=True, kw_only=True)
class PromiseSettings:
    """Who takes part, what is to be high, and what is promised of the winner."""

    n_candidates: int | None = setting(
        None,
        """How many candidates to draw from a space or from distributions, or to have
        proposed. A search without a number goes on until it finds nothing better.""",
        check=check_count,
        remembered="kept",
        option=Option(
            "--n",
            "integer",
            f"How many to draw from a space; {N_DRAWN} if left out.",
            short="-n",
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
    epsilon: float | str | None = setting(
        None,
        """The loss that is tolerated, in units of the score; or a share of the score of the
        best constant prediction, such as "1%". By default 0.01 of R² and of scores whose
        range is 1 whatever the data, as of accuracy and ROC AUC; of other scores it must be
        given.""",
        remembered="kept",
        option=Option(
            "--epsilon",
            "tolerance",
            "Loss that is tolerated, in units of the score or as a share of the best constant "
            "prediction's, such as 1%.",
            short="-e",
            usual=" 0.01 if left out, where scores span a range of 1.",
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
            "on past datasets; by proof alone; by the paper's proof, which trusts more; or at "
            "the probability that past curves state, which is not calibrated.",
            words={name: name for name in ("calibrated", "proved", "paper", "stated")},
            former={"predicted": "predicted"},
        ),
    )


class PromiseArguments(TypedDict, total=False):
    """The same as keyword arguments."""

    n_candidates: int | None
    sampler: BaseSampler | None
    study: Study | None
    scoring: Any
    epsilon: float | str | None
    delta: float
    bounds: str | Bounds
    scheduler: str | Scheduler
    stop_at: StopAt
