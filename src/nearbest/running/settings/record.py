"""Settings of the record: what comes of a run, what it leaves behind, whom it tells."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from nearbest.arguments import (
    check_choice,
    check_count,
    check_error_score,
    check_flag,
    check_path,
)
from nearbest.errors import InvalidInput
from nearbest.running.callbacks import Callback, check_callbacks
from nearbest.running.settings.field import Option, setting

if TYPE_CHECKING:
    from nearbest.race.cost import Cost
    from nearbest.running.time_limit import Refit


def check_refit(name: str, value: Any) -> None:
    """Raise unless it says what to train on; scikit-learn's searches take a score there."""
    if isinstance(value, str) and value != "all":
        raise InvalidInput(
            f"`{name}` must be True, False or 'all'; got {value!r}. A race is by one score: "
            "name it first in `scoring`."
        )
    check_choice(name, value, (True, False, "all"))


@dataclass(frozen=True, kw_only=True)
class RecordSettings:
    """What comes of a run: its model, what it leaves behind, whom it tells."""

    refit: Refit = setting(
        True,
        """Train the winner on all training rows and deliver that model, or the one from a
        sample if it is better. "all" trains on the test rows too; False on nothing.""",
        check=check_refit,
        option=Option(
            "--refit",
            "choice",
            "Train the winner on all training rows, on the test rows too, or not at all.",
            words={"yes": True, "all": "all", "no": False},
            panel="output",
        ),
    )
    run_dir: str | os.PathLike[str] | None = setting(
        None,
        """A run directory: it keeps everything that is needed to go on after a crash. Calling
        again with the same one, data and candidates repeats no finished probe.""",
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


class RecordArguments(TypedDict, total=False):
    """The same as keyword arguments."""

    refit: Refit
    run_dir: str | os.PathLike[str] | None
    extend: bool
    cost: Cost
    random_state: Any
    error_score: float | Literal["raise"]
    callbacks: Sequence[Callback] | None
    verbose: int
