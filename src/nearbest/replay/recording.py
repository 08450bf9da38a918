"""Making learning curves that can be replayed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd

from nearbest.data.rows import Table
from nearbest.errors import InvalidInput
from nearbest.race.observation import Observation, Task
from nearbest.race.score import Scale
from nearbest.replay.journal import open_journal
from nearbest.running.prepare import prepare


def record(
    candidates: object,
    X: Table,
    y: object,
    *,
    journal: str | os.PathLike[str] | None = None,
    n_candidates: int | None = None,
    sizes: Sequence[int] | None = None,
    random_state: Any = 0,
    clock: Callable[[], float] = time.perf_counter,
    **options: Any,
) -> pd.DataFrame:
    """Train every candidate at every size and note scores and times.

    Parameters
    ----------
    candidates, X, y, n_candidates, random_state, **options
        As in `nearbest.select`.
    journal : path, optional
        Where to keep what was recorded: a new file, or one that was made here. The
        trainings in it are not repeated: an interrupted recording goes on where it stopped,
        and one with more candidates trains only those that are new. What it is of is noted
        in a file beside it, whose name ends in ``.problem``.
    sizes : sequence of int, optional
        The sizes of the plan to record; all of them if not given.
    clock : callable, default=time.perf_counter
        Times are differences of its values. `time.process_time` leaves out waiting for
        a busy machine, and is right for learners that work in this process alone.

    Returns
    -------
    DataFrame
        One row for each training, as `Curves.from_frame` takes it, with `n_test`.
        Failed trainings are left out.
    """
    problem = prepare(
        candidates, X, y, n_candidates=n_candidates, random_state=random_state, **options
    )
    planned = sorted(set().union(*problem.plan.sizes.values()))
    wanted = planned if sizes is None else [int(size) for size in sizes]
    if not set(wanted) <= set(planned):
        raise InvalidInput(f"`sizes` must be among the planned {planned}; got {wanted}.")
    log, known = (None, []) if journal is None else open_journal(journal, problem)
    done = {(o.configuration, o.n_train): o for o in known}
    probe = problem.prober.timed_by(clock)
    for name in problem.plan.names:
        for size in wanted:
            if (name, size) in done:
                continue
            observation, _ = probe(Task(name, size, problem.plan.n_test))
            done[name, size] = observation
            if log:
                log.append(observation)
    return pd.DataFrame(
        {
            "configuration": o.configuration,
            "n_train": o.n_train,
            "n_test": o.n_test,
            "score": problem.plan.scale.name,
            "train_score": o.train_score,
            "test_score": o.test_score,
            "fit_time": o.fit_time,
            "score_time": o.score_time,
            "converged": o.converged,
            "kind": problem.plan.kinds[o.configuration],
            "large_leaves": o.configuration in problem.plan.large_leaves,
            "class_counts": list(problem.plan.class_counts),
            "prefix_sizes": [s for s in problem.plan.sizes[o.configuration] if s <= o.n_train],
            **_prefixes(o, problem.plan.scale),
        }
        for o in done.values()
        if o.status == "ok"
    )


def _prefixes(observation: Observation, scale: Scale) -> dict[str, list[float]]:
    """Scores on the first rows of the sample, as right rows where they are counts."""
    if scale.kind == "counts":
        return {"prefix_correct": list(observation.prefix_correct)}
    return {"prefix_scores": [score.value for score in observation.prefixes]}
