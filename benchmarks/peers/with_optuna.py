"""Optuna: each candidate a trial, pruned by successive halving over the sample size."""

from __future__ import annotations

from collections.abc import Callable

import optuna

from peers.rows import Found
from peers.task import SEED, Clock, Task

SMALLEST, FACTOR = 1_000, 2
#: Of the training rows, those that trials are scored on.
VALIDATION_SHARE = 0.2
#: As nearbest does, score on twice as many rows as were trained on.
VALIDATION_ROWS_PER_TRAINING_ROW = 2


def search(task: Task) -> Found:
    """Every candidate once, in the random order of Optuna's grid sampler."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    objective = _objective(task)
    study = optuna.create_study(
        direction="maximize",
        sampler=optuna.samplers.GridSampler({"candidate": list(task.models())}, seed=SEED),
        pruner=optuna.pruners.SuccessiveHalvingPruner(SMALLEST, FACTOR),
    )
    clock = Clock()
    study.optimize(objective, n_trials=len(task.models()))
    seconds = clock.seconds
    reached = {trial.params["candidate"]: trial.last_step for trial in study.trials}
    return Found(
        study.best_trial.params["candidate"],
        "no promise; best value of the trials that were not pruned",
        seconds,
        details={"largest sample": reached, "score": study.best_value},
    )


def _objective(task: Task) -> Callable[[optuna.Trial], float]:
    models, (X, y) = task.models(), task.train
    cut = int(len(y) * (1 - VALIDATION_SHARE))
    sizes = growing(cut)

    def objective(trial: optuna.Trial) -> float:
        model = models[trial.suggest_categorical("candidate", list(models))]
        score = 0.0
        for n in sizes:
            model.fit(X.iloc[:n], y[:n])
            seen = slice(cut, cut + VALIDATION_ROWS_PER_TRAINING_ROW * n)
            score = task.scorer(model, X.iloc[seen], y[seen])
            trial.report(score, n)
            if n < sizes[-1] and trial.should_prune():
                raise optuna.TrialPruned
        return score

    return objective


def growing(largest: int) -> list[int]:
    """1,000 rows, 2,000 and so on, and all."""
    sizes = [SMALLEST]
    while sizes[-1] * FACTOR < largest:
        sizes.append(sizes[-1] * FACTOR)
    return [n for n in sizes if n < largest] + [largest]
